import { EventEmitter } from 'node:events';

/** A recording fake of the `electron` module: it stores all calls and lets a test fire what Electron would fire. */

type Anything = (...words: never[]) => unknown;

export class FakeSession extends EventEmitter {
  readonly handlers = new Map<string, Anything>();
  readonly schemes = new Map<string, (request: Request) => Response>();
  isSpellCheckerEnabled = true;
  isCleared = false;
  readonly partition: string;
  readonly options: unknown;
  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Response) => void this.schemes.set(scheme, handler),
  };
  readonly webRequest = {
    onBeforeRequest: (handler: Anything) => void this.handlers.set('before-request', handler),
  };

  constructor(partition: string, options: unknown) {
    super();
    this.partition = partition;
    this.options = options;
  }

  setPermissionRequestHandler(handler: Anything) {
    this.handlers.set('permission-request', handler);
  }
  setPermissionCheckHandler(handler: Anything) {
    this.handlers.set('permission-check', handler);
  }
  setDevicePermissionHandler(handler: Anything) {
    this.handlers.set('device-permission', handler);
  }
  setDisplayMediaRequestHandler(handler: Anything) {
    this.handlers.set('display-media', handler);
  }
  setSpellCheckerEnabled(isEnabled: boolean) {
    this.isSpellCheckerEnabled = isEnabled;
  }
  clearStorageData() {
    this.isCleared = true;
    return Promise.resolve();
  }
}

interface ContentsPreferences {
  readonly session: FakeSession;
}

export class FakeContents extends EventEmitter {
  readonly id: number;
  readonly session: FakeSession;
  readonly sent: { readonly channel: string; readonly message: unknown }[] = [];
  reloads = 0;
  webRtcPolicy = 'default';
  openHandler: (() => { readonly action: string }) | null = null;

  constructor(id: number, session: FakeSession) {
    super();
    this.id = id;
    this.session = session;
  }
  isDestroyed() {
    return false;
  }
  send(channel: string, message: unknown) {
    this.sent.push({ channel, message });
  }
  setWindowOpenHandler(handler: () => { readonly action: string }) {
    this.openHandler = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string) {
    this.webRtcPolicy = policy;
  }
  reload() {
    this.reloads += 1;
  }
  capturePage() {
    return Promise.resolve({ toPNG: () => Buffer.from('png') });
  }
}

const display = { workArea: { x: 0, y: 0, width: 1920, height: 1080 } };

/** All calls, in sequence, by name. */
export const electronCalls: string[] = [];
export const ipcHandlers = new Map<string, (...words: unknown[]) => unknown>();
export const windows: BrowserWindow[] = [];
export const sessions: FakeSession[] = [];
export const menus: unknown[] = [];
export const exposed = new Map<string, unknown>();
export const rendererSent: unknown[][] = [];
export const rendererListeners = new Map<string, (...words: unknown[]) => void>();
export const world = { hasLock: true, isPackaged: false, switches: [] as string[] };

export class BrowserWindow extends EventEmitter {
  readonly options: { readonly webPreferences: ContentsPreferences };
  readonly webContents: FakeContents;
  readonly acts: string[] = [];
  isSmall = false;
  bounds: unknown = null;
  url = '';

  constructor(options: { readonly webPreferences: ContentsPreferences }) {
    super();
    this.options = options;
    windows.push(this);
    this.webContents = new FakeContents(windows.length, options.webPreferences.session);
    app.emit('web-contents-created', {}, this.webContents);
  }
  show() {
    this.acts.push('show');
  }
  focus() {
    this.acts.push('focus');
  }
  restore() {
    this.acts.push('restore');
  }
  maximize() {
    this.acts.push('maximize');
  }
  destroy() {
    this.acts.push('destroy');
    this.emit('closed');
  }
  isMinimized() {
    return this.isSmall;
  }
  isMaximized() {
    return true;
  }
  setBounds(bounds: unknown) {
    this.bounds = bounds;
  }
  getNormalBounds() {
    return { x: 1, y: 2, width: 800, height: 600 };
  }
  loadURL(url: string) {
    this.url = url;
    return Promise.resolve();
  }
}

class FakeApp extends EventEmitter {
  readonly commandLine = {
    hasSwitch: (name: string) => world.switches.includes(name),
    appendSwitch: (name: string, value: string) => void electronCalls.push(`switch ${name}=${value}`),
  };

  get isPackaged() {
    return world.isPackaged;
  }
  enableSandbox() {
    electronCalls.push('enableSandbox');
  }
  setName(name: string) {
    electronCalls.push(`setName ${name}`);
  }
  setAppUserModelId(id: string) {
    electronCalls.push(`setAppUserModelId ${id}`);
  }
  setPath(name: string, path: string) {
    electronCalls.push(`setPath ${name} ${path}`);
  }
  requestSingleInstanceLock() {
    electronCalls.push('requestSingleInstanceLock');
    return world.hasLock;
  }
  whenReady() {
    electronCalls.push('whenReady');
    return Promise.resolve();
  }
}

export const app = new FakeApp();
export const powerMonitor = new EventEmitter();
export const powerSaveBlocker = {
  start: (type: string) => electronCalls.push(`block ${type}`),
  stop: (id: number) => void electronCalls.push(`unblock ${id}`),
};
export const nativeTheme = { themeSource: 'system' };
export const dialog = {
  showErrorBox: (title: string, content: string) => void electronCalls.push(`error box ${title}: ${content}`),
};

class FakeIpcMain extends EventEmitter {
  handle(channel: string, handler: (...words: unknown[]) => unknown) {
    ipcHandlers.set(channel, handler);
  }
  removeHandler(channel: string) {
    ipcHandlers.delete(channel);
  }
}
export const ipcMain = new FakeIpcMain();

export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown) => void electronCalls.push(`schemes ${JSON.stringify(schemes)}`),
};
export const session = {
  fromPartition: (partition: string, options: unknown) => {
    const made = new FakeSession(partition, options);
    sessions.push(made);
    return made;
  },
};
export const screen = { getAllDisplays: () => [display] };
export const Menu = {
  buildFromTemplate: (template: unknown) => template,
  setApplicationMenu: (menu: unknown) => void menus.push(menu),
};

export const contextBridge = {
  exposeInMainWorld: (name: string, value: unknown) => void exposed.set(name, value),
};
export const ipcRenderer = {
  invoke: (...words: unknown[]) => {
    rendererSent.push(['invoke', ...words]);
    return Promise.resolve({ ok: true, value: null });
  },
  send: (...words: unknown[]) => void rendererSent.push(['send', ...words]),
  on: (channel: string, listener: (...words: unknown[]) => void) => void rendererListeners.set(channel, listener),
};

export class UtilityProcess extends EventEmitter {
  readonly stdout = new EventEmitter();
  readonly pid = 4242;
  readonly posted: unknown[] = [];
  kills = 0;
  readonly words: readonly unknown[];

  constructor(words: readonly unknown[]) {
    super();
    this.words = words;
  }
  postMessage(message: unknown) {
    this.posted.push(message);
  }
  kill() {
    this.kills += 1;
    return true;
  }
}
export const children: UtilityProcess[] = [];
export const utilityProcess = {
  fork: (...words: unknown[]) => {
    const child = new UtilityProcess(words);
    children.push(child);
    return child;
  },
};

/** As if the program had just been started. */
export function resetElectron(): void {
  for (const list of [electronCalls, windows, sessions, menus, rendererSent, children]) list.length = 0;
  for (const map of [ipcHandlers, exposed, rendererListeners]) map.clear();
  app.removeAllListeners();
  powerMonitor.removeAllListeners();
  ipcMain.removeAllListeners();
  Object.assign(world, { hasLock: true, isPackaged: false, switches: [] });
}
