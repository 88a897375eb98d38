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

/** What is not a role: it asks in the trusted window, so that it works when the page does not. */
function safetyItems(onKill: () => void): MenuItemConstructorOptions[] {
  return [{ label: 'Cancel &all + freeze…', accelerator: 'CommandOrControl+Shift+X', click: () => onKill() }];
}

/** The application menu, of standard roles but for the kill switch: they bring the system's own names, keys and accessibility. */
export function setMenu(platform: NodeJS.Platform, isDevelopment: boolean, onKill: () => void): void {
  const template: MenuItemConstructorOptions[] = [
    ...(platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
    { role: 'fileMenu' },
    { role: 'editMenu' },
    { label: '&View', submenu: viewItems(isDevelopment) },
    { label: '&Safety', submenu: safetyItems(onKill) },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
