import { writeFile } from 'node:fs/promises';
import { app, BrowserWindow, ipcMain, protocol, screen, type Session } from 'electron';
import { mainWindowId, type WindowBounds, type WindowId } from '#shared/domain/view/panel-window.ts';
import { fail } from '#shared/errors.ts';
import { operatingSystem } from '#os/operating-system.ts';
import { createPagePublisher, type PagePublisher } from './electron-publisher.ts';
import { guardAllContents, isMessageOf } from './electron-guards.ts';
import { setMenu } from './electron-menu.ts';
import { createElectronPanels, type ElectronPanels } from './electron-panels.ts';
import { createPowerBlock } from './electron-power.ts';
import { watchQuit } from './electron-quit.ts';
import { createPageSession } from './electron-session.ts';
import { setNativeTheme } from './electron-theme.ts';
import { openElectronTrusted } from './electron-trusted.ts';
import type { PageFiles } from '../page/page-files.ts';
import { electronOrigin, trustedElectronOrigin } from '../page/page-origin.ts';
import {
  type CallHandler,
  type Emergency,
  listenIn,
  type OpenOptions,
  panelWindowQuery,
  panelWindowSize,
  type PanelWindowNews,
  type Shell,
  type TrustedHandlers,
  type TrustedWindow,
  type WindowSize,
} from '../shell.ts';
import { type BoundsMemory, placeWindow } from '../window-bounds.ts';

export interface ElectronShellOptions {
  readonly preloadFile: string;
  readonly pageFiles: PageFiles;
  readonly trustedPreloadFile: string;
  readonly trustedPageFiles: PageFiles;
  readonly bounds: BoundsMemory;
  /** only under `npm run dev`; never in a packaged program */
  readonly devOrigin: string | null;
  /** one line for the user, on stderr */
  readonly say: (line: string) => void;
}

/** `appId` of electron-builder.yml */
const appId = 'io.fathom.desk';
/** Switches with which another program could look into a packaged one. */
const debuggerSwitches = ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'inspect-port'];

/**
 * What Electron must be set to before it is ready. Returns false when another Fathom already runs on this data folder,
 * which is then brought to the front, or when a debugger was requested in a packaged program: end at once.
 */
export function prepareElectron(
  dataDir: string,
  origin: string = electronOrigin,
  platform: NodeJS.Platform = operatingSystem.platform,
): boolean {
  app.enableSandbox();
  app.setName('Fathom');
  // Windows groups windows, notifications and the pinned icon by it
  if (platform === 'win32') app.setAppUserModelId(appId);
  app.setPath('userData', operatingSystem.path.join(dataDir, 'electron'));
  if (app.isPackaged && debuggerSwitches.some(name => app.commandLine.hasSwitch(name))) return false;
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
  // no name and no address resolves, for any caller; only the dev server's, when there is one
  const exceptions = origin === electronOrigin ? '' : ' , EXCLUDE 127.0.0.1';
  app.commandLine.appendSwitch('host-resolver-rules', `MAP * ~NOTFOUND${exceptions}`);
  guardAllContents(app, origin);
  return app.requestSingleInstanceLock();
}

interface ShellContext {
  readonly options: ElectronShellOptions;
  readonly origin: string;
  readonly state: {
    window: BrowserWindow | null;
    publisher: PagePublisher | null;
    /** of the page, whatever window shows it */
    session: Session | null;
    handler: CallHandler;
    isHeadless: boolean;
    trustedSession: Session | null;
    /** the last one that was opened; it may be closed again */
    trusted: TrustedWindow | null;
    isClosing: boolean;
    readonly closedListeners: Set<() => void>;
    readonly emergencyListeners: Set<(what: Emergency) => void>;
    readonly panelListeners: Set<(id: WindowId, news: PanelWindowNews) => void>;
  };
}

interface WindowPlan {
  readonly size: WindowSize | null;
  readonly remembered: WindowBounds | null;
}

/** One session for all windows of the page, made with the first. */
function pageSession({ options, state }: ShellContext): Session {
  state.session ??= createPageSession({
    partition: 'fathom',
    origin: electronOrigin,
    pageFiles: options.pageFiles,
    devOrigin: options.devOrigin,
  });
  return state.session;
}

/** Every window of the page has the same walls. */
function createWindow(shell: ShellContext, { size, remembered }: WindowPlan): BrowserWindow {
  const { options, state } = shell;
  const displays = screen.getAllDisplays().map(display => display.workArea);
  const place = placeWindow(size, remembered, displays);
  const window = new BrowserWindow({
    ...place,
    show: false,
    title: 'Fathom',
    backgroundColor: '#0b0e14',
    webPreferences: {
      preload: options.preloadFile,
      session: pageSession(shell),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      // a covered window still shows prices, plays sounds of fills and notices that data is old
      backgroundThrottling: false,
      devTools: options.devOrigin !== null,
    },
  });
  // made on a display of another scale than the first, the window has another size: now it is on its display
  if (place.x !== undefined) window.setBounds(place);
  if (!state.isHeadless) {
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

function announceClosed({ state }: ShellContext): void {
  if (state.isClosing) return;
  state.isClosing = true;
  for (const listener of state.closedListeners) listener();
}

function reportEmergency({ state }: ShellContext, what: Emergency): void {
  for (const listener of state.emergencyListeners) listener(what);
}

function saveBounds({ options, state: { window, isClosing } }: ShellContext): void {
  if (window === null || isClosing) return;
  options.bounds.save({ ...window.getNormalBounds(), isMaximised: window.isMaximized() });
}

function watchWindow(shell: ShellContext, window: BrowserWindow): void {
  const { options, state } = shell;
  window.on('close', () => saveBounds(shell));
  window.on('closed', () => {
    state.window = null;
    state.publisher = null;
    announceClosed(shell);
  });
  window.on('unresponsive', () => reportEmergency(shell, 'hanging'));
  window.on('responsive', () => reportEmergency(shell, 'answering'));
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || state.isClosing) return;
    options.say(`The window crashed (${details.reason}) and is loaded again.`);
    window.webContents.reload();
  });
}

async function open(shell: ShellContext, openOptions: OpenOptions): Promise<void> {
  await app.whenReady();
  shell.state.isHeadless = openOptions.isHeadless;
  setMenu(operatingSystem.platform, shell.options.devOrigin !== null, () => reportEmergency(shell, 'menu'));
  const window = createWindow(shell, { size: openOptions.size, remembered: shell.options.bounds.load() });
  shell.state.window = window;
  shell.state.publisher = createPagePublisher(window.webContents, message =>
    isMessageOf(message, window.webContents, shell.origin),
  );
  ipcMain.handle('desk:call', (event, name: unknown, input: unknown) => shell.state.handler(name, input, event));
  app.on('second-instance', () => focus(shell.state.window));
  // Fathom ends when its desk has ended, not when Electron thinks so
  app.on('window-all-closed', () => {});
  watchQuit(window, () => {
    saveBounds(shell); // the window is destroyed then, and has no bounds
    announceClosed(shell);
  });
  watchWindow(shell, window);
  await window.loadURL(`${shell.origin}/index.html`);
}

async function openTrusted({ options, state }: ShellContext, handlers: TrustedHandlers): Promise<TrustedWindow> {
  state.trustedSession ??= createPageSession({
    partition: 'fathom-trusted',
    origin: trustedElectronOrigin,
    pageFiles: options.trustedPageFiles,
    devOrigin: null,
  });
  const { isHeadless, trustedSession: session } = state;
  state.trusted = await openElectronTrusted({ preloadFile: options.trustedPreloadFile, session, isHeadless }, handlers);
  return state.trusted;
}

function createPanels(shell: ShellContext): ElectronPanels {
  return createElectronPanels({
    create: bounds => createWindow(shell, { size: bounds === null ? panelWindowSize : null, remembered: bounds }),
    isOurs: (message, window) => isMessageOf(message, window.webContents, shell.origin),
    url: `${shell.origin}/index.html${panelWindowQuery}`,
    report: (id, news) => {
      for (const listener of shell.state.panelListeners) listener(id, news);
    },
    say: shell.options.say,
  });
}

function windowOf({ state, origin }: ShellContext, panels: ElectronPanels, sender: unknown): WindowId | null {
  if (state.window !== null && isMessageOf(sender, state.window.webContents, origin)) return mainWindowId;
  return panels.windowOf(sender);
}

/** The window as Electron's own. One shell opens one window, once; `prepareElectron` comes first. */
export function createElectronShell(options: ElectronShellOptions): Shell {
  const shell: ShellContext = {
    options,
    origin: options.devOrigin ?? electronOrigin,
    state: {
      window: null,
      publisher: null,
      session: null,
      handler: async () => fail('closed', 'Fathom is not ready yet.'),
      isHeadless: true,
      trustedSession: null,
      trusted: null,
      isClosing: false,
      closedListeners: new Set(),
      emergencyListeners: new Set(),
      panelListeners: new Set(),
    },
  };
  const { state } = shell;
  const panels = createPanels(shell);
  const keepAwake = createPowerBlock();
  return {
    kind: 'electron',
    open: openOptions => open(shell, openOptions),
    publish: async (name, payload, to = mainWindowId) => {
      const publisher = to === mainWindowId ? state.publisher : panels.of(to)?.publisher;
      if (!publisher) throw new Error('there is no window');
      return await publisher.send(name, payload);
    },
    windowOf: sender => windowOf(shell, panels, sender),
    openPanelWindow: panels.open,
    closePanelWindow: async id => panels.close(id),
    onPanelWindow: listener => listenIn(state.panelListeners, listener),
    onCall: handler => {
      state.handler = handler;
    },
    openTrusted: handlers => openTrusted(shell, handlers),
    screenshot: async file => {
      if (state.window === null) throw new Error('there is no window to take a picture of');
      const picture = await state.window.webContents.capturePage(undefined, { stayHidden: true });
      await writeFile(file, picture.toPNG());
    },
    onClosed: listener => listenIn(state.closedListeners, listener),
    onEmergency: listener => listenIn(state.emergencyListeners, listener),
    keepAwake,
    setTheme: setNativeTheme,
    focus: (id = mainWindowId) => focus(id === mainWindowId ? state.window : (panels.of(id)?.window ?? null)),
    close: async () => {
      keepAwake(false);
      panels.closeAll();
      state.isClosing = true;
      ipcMain.removeHandler('desk:call');
      await state.trusted?.close();
      await state.window?.webContents.session.clearStorageData();
      state.window?.destroy();
      state.window = null;
      state.publisher = null;
    },
  };
}
