import { Menu, type MenuItemConstructorOptions } from 'electron';

function viewItems(isDevelopment: boolean): MenuItemConstructorOptions[] {
  const developer: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    { role: 'toggleDevTools' },
    { type: 'separator' },
  ];
  return [
    ...(isDevelopment ? developer : []),
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
}

/** The application menu, of standard roles only: they bring the system's own names, keys and accessibility. */
export function setMenu(platform: NodeJS.Platform, isDevelopment: boolean): void {
  const template: MenuItemConstructorOptions[] = [
    ...(platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
    { role: 'fileMenu' },
    { role: 'editMenu' },
    { label: '&View', submenu: viewItems(isDevelopment) },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
