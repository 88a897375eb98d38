import type { Page } from 'playwright-core';
import { mainWindowId, type WindowId } from '#shared/domain/view/panel-window.ts';
import { fail } from '#shared/errors.ts';
import { createAppWindows, type AppWindows } from './chromium-app-window.ts';
import { isCallOf } from './chromium-calls.ts';
import { installBridge } from './chromium-bridge.ts';
import type { ChromiumWindow } from './launch/chromium-launch.ts';
import type { LaunchChromium } from './launch/early-chromium.ts';
import { watchForHang } from './chromium-hang.ts';
import { type ChromiumPanels, createChromiumPanels, type BridgedPage } from './chromium-panels.ts';
import { openChromiumTrusted } from './chromium-trusted.ts';
import { openPagePublisher } from './chromium-publisher.ts';
import { answerRequest, goHome, type Home, keepHome } from './chromium-home.ts';
import type { PageFiles } from '../page/page-files.ts';
import { chromiumOrigin } from '../page/page-origin.ts';
import {
  type CallHandler,
  type Emergency,
  listenIn,
  type OpenOptions,
  type PanelWindowNews,
  type Shell,
  type TrustedWindow,
} from '../shell.ts';

export interface ChromiumShellOptions {
  readonly executablePath: string;
  readonly profileDir: string;
  readonly launch: LaunchChromium;
  readonly pageFiles: PageFiles;
  readonly trustedPageFiles: PageFiles;
  readonly isRoot: boolean;
  /** where the page comes from under `npm run dev`, else null */
  readonly devOrigin: string | null;
  /** one line for the user, on stderr */
  readonly say: (line: string) => void;
  /** end-to-end tests take the windows' pages here; nothing else does */
  readonly onPage?: (page: Page, window: WindowId) => void;
  readonly onTrustedPage?: (page: Page) => void;
}

type OpenWindow = ChromiumWindow & BridgedPage;

interface State {
  window: OpenWindow | null;
  /** the last one that was opened; it may be closed again */
  trusted: TrustedWindow | null;
  openOptions: OpenOptions;
  isClosing: boolean;
  handler: CallHandler;
  readonly crashTimesMs: number[];
  readonly closedListeners: Set<() => void>;
  readonly emergencyListeners: Set<(what: Emergency) => void>;
  readonly panelListeners: Set<(id: WindowId, news: PanelWindowNews) => void>;
}

interface ShellContext {
  readonly options: ChromiumShellOptions;
  readonly home: Home;
  readonly state: State;
  readonly appWindows: AppWindows;
  readonly panels: ChromiumPanels;
}

type PanelsNeed = Omit<ShellContext, 'panels'>;

const mostCrashes = 3;
const crashWindowMs = 60_000;
/** At the end so long is waited for windows to say where they stand. */
const settleMs = 500;

/** Installs the bridge in an empty page. */
async function prepare({ state }: PanelsNeed, page: Page): Promise<BridgedPage> {
  const publish = await openPagePublisher(page);
  await installBridge(page, (name, input, sender) => state.handler(name, input, sender));
  return { page, publish };
}

function announceClosed({ state }: ShellContext): void {
  if (state.isClosing) return;
  state.isClosing = true;
  for (const listener of state.closedListeners) listener();
}

/** Closes the browser and waits until its process has ended. It may have been closed by the user already. */
async function closeWindow(window: ChromiumWindow | null): Promise<void> {
  try {
    await window?.context.close();
  } catch (cause) {
    if (!(cause instanceof Error && cause.message.includes('has been closed'))) throw cause;
  }
}

/** A crashed page cannot be controlled, so the whole window is replaced; one that keeps crashing is given up. */
async function recover(shell: ShellContext): Promise<void> {
  const { state, options } = shell;
  const broken = state.window;
  const panels = shell.panels.takeAll();
  state.window = null;
  const nowMs = performance.now();
  state.crashTimesMs.push(nowMs);
  await closeWindow(broken);
  if (state.isClosing) return;
  if (state.crashTimesMs.filter(timeMs => nowMs - timeMs < crashWindowMs).length > mostCrashes) {
    options.say('The window crashed again and again; Fathom ends.');
    announceClosed(shell);
    return;
  }
  options.say('The window crashed and is opened again.');
  await openWindow(shell);
  for (const panel of panels) await shell.panels.open(panel).catch((cause: unknown) => options.say(sentenceOf(cause)));
}

function sentenceOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function giveUp(shell: ShellContext, cause: unknown): void {
  shell.options.say(`The window is lost: ${sentenceOf(cause)}`);
  announceClosed(shell);
}

function watchWindow(shell: ShellContext, window: ChromiumWindow): void {
  const { page, context } = window;
  const isOurs = () => shell.state.window === window;
  const whenGone = () => {
    if (isOurs()) announceClosed(shell);
  };
  page.on('close', whenGone);
  context.on('close', whenGone);
  page.on('crash', () => {
    if (isOurs()) recover(shell).catch((cause: unknown) => giveUp(shell, cause));
  });
  const onLost = (cause: unknown) => {
    if (isOurs()) giveUp(shell, cause);
  };
  keepHome(shell.home, page, { onLost });
  context.on('page', other => {
    if (shell.appWindows.isExpected(other)) return;
    other.close().catch((cause: unknown) => shell.options.say(`A second window did not close: ${String(cause)}`));
  });
}

async function openWindow(shell: ShellContext): Promise<void> {
  const { options, state } = shell;
  const launched = await options.launch({ ...options, ...state.openOptions });
  const { page, context } = launched;
  const window = { ...launched, ...(await prepare(shell, page)) };
  state.window = window;
  options.onPage?.(page, mainWindowId);
  await context.route('**/*', route => answerRequest(route, shell.home));
  await goHome(shell.home, page);
  watchWindow(shell, window);
  await watchForHang(page, what => {
    for (const listener of state.emergencyListeners) listener(what);
  });
}

function createContext(options: ChromiumShellOptions): ShellContext {
  const state: State = {
    window: null,
    trusted: null,
    openOptions: { size: null, isHeadless: true },
    isClosing: false,
    handler: async () => fail('closed', 'Fathom is not ready yet.'),
    crashTimesMs: [],
    closedListeners: new Set(),
    emergencyListeners: new Set(),
    panelListeners: new Set(),
  };
  const home: Home = {
    origin: options.devOrigin ?? chromiumOrigin,
    pageFiles: options.pageFiles,
    isDevelopment: options.devOrigin !== null,
    isShown: () => !state.isClosing && state.window !== null,
  };
  const isHeadless = () => state.openOptions.isHeadless;
  const needs = { options, home, state, appWindows: createAppWindows({ ...options, isHeadless }) };
  return { ...needs, panels: createPanels(needs) };
}

function createPanels(needs: PanelsNeed): ChromiumPanels {
  const { options, home, state, appWindows } = needs;
  return createChromiumPanels({
    appWindows,
    context: () => state.window?.context ?? null,
    prepare: page => prepare(needs, page),
    goHome: async (page, query) => {
      keepHome(home, page, { query, onLost: cause => options.say(`A panel’s window is lost: ${sentenceOf(cause)}`) });
      await goHome(home, page, query);
    },
    isHeadless: () => state.openOptions.isHeadless,
    isClosing: () => state.isClosing,
    report: (id, news) => {
      for (const listener of state.panelListeners) listener(id, news);
    },
    onPage: (page, id) => options.onPage?.(page, id),
    say: options.say,
  });
}

/** The page of a window. Throws when there is none. */
function pageIn({ state, panels }: ShellContext, window: WindowId): BridgedPage {
  const found = window === mainWindowId ? state.window : panels.of(window);
  if (found === null) throw new Error('there is no window');
  return found;
}

function windowOf({ state, panels, home: { origin } }: ShellContext, sender: unknown): WindowId | null {
  if (state.window !== null && isCallOf(sender, state.window.page, origin)) return mainWindowId;
  for (const [id, { page }] of panels.pages()) if (isCallOf(sender, page, origin)) return id;
  return null;
}

/** The window in the system's Chromium, Chrome or Edge, over a private pipe. One shell opens one window, once. */
export function createChromiumShell(options: ChromiumShellOptions): Shell {
  const shell = createContext(options);
  const { state } = shell;
  return {
    kind: 'chromium',
    open: async openOptions => {
      state.openOptions = openOptions;
      if (options.isRoot)
        options.say('Running as root: Chromium’s sandbox does not work as root, so it starts without.');
      await openWindow(shell);
    },
    publish: async (name, payload, to = mainWindowId) => await pageIn(shell, to).publish(name, payload),
    windowOf: sender => windowOf(shell, sender),
    openPanelWindow: shell.panels.open,
    closePanelWindow: shell.panels.close,
    onPanelWindow: listener => listenIn(state.panelListeners, listener),
    onCall: handler => {
      state.handler = handler;
    },
    openTrusted: async handlers => {
      const trusted = await openChromiumTrusted(
        {
          executablePath: options.executablePath,
          profilesDir: `${options.profileDir}-trusted`,
          pageFiles: options.trustedPageFiles,
          isRoot: options.isRoot,
          isHeadless: state.openOptions.isHeadless,
          ...(options.onTrustedPage === undefined ? {} : { onPage: options.onTrustedPage }),
        },
        handlers,
      );
      state.trusted = trusted;
      return trusted;
    },
    screenshot: async file => {
      if (state.window === null) throw new Error('there is no window to take a picture of');
      // Playwright's own caret and animation handling would add a style that our policy refuses
      await state.window.page.screenshot({ path: file, type: 'png', caret: 'initial' });
    },
    onClosed: listener => listenIn(state.closedListeners, listener),
    onEmergency: listener => listenIn(state.emergencyListeners, listener),
    focus: (id = mainWindowId) => {
      const page = id === mainWindowId ? state.window?.page : shell.panels.of(id)?.page;
      page?.bringToFront().catch((cause: unknown) => options.say(`No focus: ${String(cause)}`));
    },
    close: async () => {
      // one that hangs is not waited for
      await Promise.race([shell.panels.settle(), new Promise(resolve => setTimeout(resolve, settleMs).unref())]);
      state.isClosing = true;
      await state.trusted?.close();
      await closeWindow(state.window);
      state.window = null;
    },
  };
}
