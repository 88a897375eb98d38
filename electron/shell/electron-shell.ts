import { writeFile } from 'node:fs/promises';
import { app, BrowserWindow, ipcMain, protocol, screen } from 'electron';
import { fail } from '#shared/errors.ts';
import { createPost, type Post } from './electron-post.ts';
import { guardAllContents, isMessageOf } from './electron-guards.ts';
import { setMenu } from './electron-menu.ts';
import { createPageSession } from './electron-session.ts';
import type { PageFiles } from './page/page-files.ts';
import { electronOrigin } from './page/page-origin.ts';
import type { CallHandler, OpenOptions, Shell } from './shell.ts';
import { type BoundsMemory, placeWindow } from './window-bounds.ts';

export interface ElectronShellOptions {
  readonly preloadFile: string;
  readonly pageFiles: PageFiles;
  readonly bounds: BoundsMemory;
  /** only under `npm run dev`; never in a packaged program */
  readonly devOrigin: string | null;
  /** one line for the user, on stderr */
  readonly say: (line: string) => void;
}

/** Switches with which another program could look into a packaged one. */
const debuggerSwitches = ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'inspect-port'];

/**
 * What Electron must be told before it is ready. Answers false when another Fathom already runs on this data folder,
 * which has then come to the front, or when a debugger was asked for in a packaged program: end at once.
 */
export function prepareElectron(dataDir: string, origin: string = electronOrigin): boolean {
  app.enableSandbox();
  app.setName('Fathom');
  app.setPath('userData', `${dataDir}/electron`);
  if (app.isPackaged && debuggerSwitches.some(name => app.commandLine.hasSwitch(name))) return false;
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
  guardAllContents(app, origin);
  return app.requestSingleInstanceLock();
}

interface Room {
  readonly options: ElectronShellOptions;
  readonly origin: string;
  readonly state: {
    window: BrowserWindow | null;
    post: Post | null;
    handler: CallHandler;
    isClosing: boolean;
    readonly closedListeners: Set<() => void>;
  };
}

function createWindow({ options }: Room, { size, isHeadless }: OpenOptions): BrowserWindow {
  const remembered = options.bounds.load();
  const displays = screen.getAllDisplays().map(display => display.workArea);
  const window = new BrowserWindow({
    ...placeWindow(size, remembered, displays),
    show: false,
    title: 'Fathom',
    backgroundColor: '#0b0e14',
    webPreferences: {
      preload: options.preloadFile,
      session: createPageSession(options),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      devTools: options.devOrigin !== null,
    },
  });
  if (!isHeadless) {
    // painted once, so that no empty window flashes
    window.once('ready-to-show', () => {
      if (size === null && remembered?.isMaximised === true) window.maximize();
      window.show();
    });
  }
  return window;
}

function focus(window: BrowserWindow | null): void {
  if (window === null) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function announceClosed({ state }: Room): void {
  if (state.isClosing) return;
  state.isClosing = true;
  for (const listener of state.closedListeners) listener();
}

function watchWindow(room: Room, window: BrowserWindow): void {
  const { options, state } = room;
  window.on('close', () => {
    options.bounds.save({ ...window.getNormalBounds(), isMaximised: window.isMaximized() });
  });
  window.on('closed', () => {
    state.window = null;
    state.post = null;
    announceClosed(room);
  });
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || state.isClosing) return;
    options.say(`The window crashed (${details.reason}) and is loaded again.`);
    window.webContents.reload();
  });
}

async function open(room: Room, openOptions: OpenOptions): Promise<void> {
  await app.whenReady();
  setMenu(process.platform, room.options.devOrigin !== null);
  const window = createWindow(room, openOptions);
  room.state.window = window;
  room.state.post = createPost(window.webContents, message => isMessageOf(message, window.webContents, room.origin));
  ipcMain.handle('desk:call', (event, name: unknown, input: unknown) => room.state.handler(name, input, event));
  app.on('second-instance', () => focus(room.state.window));
  // Fathom ends when its desk has ended, not when Electron thinks so
  app.on('window-all-closed', () => {});
  app.on('before-quit', event => {
    event.preventDefault();
    announceClosed(room);
  });
  watchWindow(room, window);
  await window.loadURL(`${room.origin}/index.html`);
}

/** The window as Electron's own. One shell opens one window, once; `prepareElectron` comes first. */
export function createElectronShell(options: ElectronShellOptions): Shell {
  const room: Room = {
    options,
    origin: options.devOrigin ?? electronOrigin,
    state: {
      window: null,
      post: null,
      handler: async () => fail('closed', 'Fathom is not ready yet.'),
      isClosing: false,
      closedListeners: new Set(),
    },
  };
  const { state } = room;
  return {
    kind: 'electron',
    open: openOptions => open(room, openOptions),
    publish: async (name, payload) => {
      if (state.post === null) throw new Error('there is no window');
      return await state.post.send(name, payload);
    },
    isTrusted: sender => state.window !== null && isMessageOf(sender, state.window.webContents, room.origin),
    onCall: handler => {
      state.handler = handler;
    },
    screenshot: async file => {
      if (state.window === null) throw new Error('there is no window to take a picture of');
      const picture = await state.window.webContents.capturePage(undefined, { stayHidden: true });
      await writeFile(file, picture.toPNG());
    },
    onClosed: listener => {
      state.closedListeners.add(listener);
      return () => void state.closedListeners.delete(listener);
    },
    focus: () => focus(state.window),
    close: async () => {
      state.isClosing = true;
      ipcMain.removeHandler('desk:call');
      await state.window?.webContents.session.clearStorageData();
      state.window?.destroy();
      state.window = null;
      state.post = null;
    },
  };
}
