import { BrowserWindow, ipcMain, type Session } from 'electron';
import { trustedElectronOrigin } from '../page/page-origin.ts';
import { type TrustedHandlers, trustedSize, type TrustedWindow } from '../shell.ts';
import { isMessageOf } from './electron-guards.ts';

export interface ElectronTrustedOptions {
  /** trusted-preload.cjs */
  readonly preloadFile: string;
  /** of this page alone: another one than the main page's */
  readonly session: Session;
  readonly isHeadless: boolean;
}

const channels = { question: 'trusted:question', reply: 'trusted:reply', close: 'trusted:close' } as const;

/**
 * A window with its own preload, its own session and its own channels; screen capture is blocked where the system can.
 */
export async function openElectronTrusted(
  options: ElectronTrustedOptions,
  handlers: TrustedHandlers,
): Promise<TrustedWindow> {
  const window = new BrowserWindow({
    ...trustedSize,
    show: false,
    title: 'Fathom asks',
    backgroundColor: '#0b0e14',
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    webPreferences: {
      preload: options.preloadFile,
      session: options.session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      devTools: false,
    },
  });
  window.setContentProtection(true);
  const { webContents } = window;
  const isOurs = (message: unknown) => isMessageOf(message, webContents, trustedElectronOrigin);
  ipcMain.handle(channels.question, event => (isOurs(event) ? handlers.question() : null));
  ipcMain.handle(channels.reply, (event, input: unknown) => (isOurs(event) ? handlers.reply(input) : null));
  ipcMain.handle(channels.close, event => {
    if (isOurs(event)) window.close();
  });
  const closed = Promise.withResolvers<void>();
  window.once('closed', () => {
    for (const channel of Object.values(channels)) ipcMain.removeHandler(channel);
    void options.session.clearStorageData().finally(closed.resolve);
  });
  const close = async () => {
    if (!window.isDestroyed()) window.destroy();
    await closed.promise;
  };
  try {
    await window.loadURL(`${trustedElectronOrigin}/index.html`);
  } catch (cause) {
    await close();
    throw cause;
  }
  if (!options.isHeadless) window.show();
  return { closed: closed.promise, focus: () => window.focus(), close };
}
