import type { Frame, Page, Request, Route } from 'playwright-core';
import { fail } from '#shared/errors.ts';
import { isCallOf } from './chromium-calls.ts';
import { installDoor } from './chromium-door.ts';
import type { ChromiumWindow } from './chromium-launch.ts';
import type { LaunchChromium } from './early-chromium.ts';
import { watchForHang } from './chromium-hang.ts';
import { openChromiumTrusted } from './chromium-trusted.ts';
import { openPagePublisher, type PublishToPage } from './chromium-publisher.ts';
import type { PageFiles } from '../page/page-files.ts';
import { chromiumOrigin, isOfOrigin } from '../page/page-origin.ts';
import type { CallHandler, Emergency, OpenOptions, Shell, TrustedWindow } from '../shell.ts';

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
  /** end-to-end tests take the window's page here; nothing else does */
  readonly onPage?: (page: Page) => void;
  readonly onTrustedPage?: (page: Page) => void;
}

interface OpenWindow extends ChromiumWindow {
  readonly publish: PublishToPage;
}

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
}

interface ShellContext {
  readonly options: ChromiumShellOptions;
  readonly origin: string;
  readonly state: State;
}

const mostCrashes = 3;
const crashWindowMs = 60_000;

/** The page is one document: no other path of its own origin may take the window either. */
function isHome(url: string, origin: string): boolean {
  return isOfOrigin(url, origin) && ['/', '/index.html'].includes(new URL(url).pathname);
}

/** The frame that asks; null when it is the first request of a window that was never meant to be. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null; // Playwright throws exactly when the frame does not exist yet
  }
}

/** Serves the page and refuses everything else: other origins, other schemes, whoever asks. */
function decideRequest(route: Route, { options, origin }: ShellContext): Promise<void> {
  const request = route.request();
  const url = request.url();
  const frame = frameOf(request);
  const isWindowNavigation = request.isNavigationRequest() && frame?.parentFrame() === null;
  // `aborted` leaves the window where it is; any other error would put an error page into it.
  if (frame === null || (isWindowNavigation && !isHome(url, origin))) return route.abort('aborted');
  if (!isOfOrigin(url, origin) || request.method() !== 'GET') return route.abort('blockedbyclient');
  if (options.devOrigin !== null) return route.continue();
  const { status, headers, body } = options.pageFiles.answer(new URL(url).pathname);
  return route.fulfill({ status, headers: { ...headers }, body });
}

async function answerRequest(route: Route, shell: ShellContext): Promise<void> {
  try {
    await decideRequest(route, shell);
  } catch (cause) {
    if (!shell.state.isClosing && shell.state.window !== null) throw cause;
    // else the request died together with its page, and nobody waits for the answer
  }
}

function homeOf({ origin }: ShellContext): string {
  return `${origin}/`;
}

async function goHome(shell: ShellContext, page: Page): Promise<void> {
  try {
    await page.goto(homeOf(shell), { waitUntil: 'domcontentloaded' });
  } catch (cause) {
    if (shell.state.isClosing || page.isClosed()) return; // the window went away while the page loaded
    throw cause;
  }
}

function announceClosed({ state }: ShellContext): void {
  if (state.isClosing) return;
  state.isClosing = true;
  for (const listener of state.closedListeners) listener();
}

/** Closes the browser and waits until it is gone. One that is going or gone already (the user closed it) is closed. */
async function closeWindow(window: ChromiumWindow | null): Promise<void> {
  try {
    await window?.context.close();
  } catch (cause) {
    if (!(cause instanceof Error && cause.message.includes('has been closed'))) throw cause;
  }
}

/** A page that crashed cannot be driven any more, so the whole window is made anew; one that keeps crashing is given up. */
async function recover(shell: ShellContext): Promise<void> {
  const { state, options } = shell;
  const broken = state.window;
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
}

function giveUp(shell: ShellContext, cause: unknown): void {
  shell.options.say(`The window is lost: ${cause instanceof Error ? cause.message : String(cause)}`);
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
  page.on('framenavigated', (frame: Frame) => {
    const isAway = frame === page.mainFrame() && !isHome(frame.url(), shell.origin);
    // about:blank and blob: come without a request that could be refused
    if (isAway && isOurs()) goHome(shell, page).catch((cause: unknown) => giveUp(shell, cause));
  });
  context.on('page', other => {
    other.close().catch((cause: unknown) => shell.options.say(`A second window did not close: ${String(cause)}`));
  });
}

async function openWindow(shell: ShellContext): Promise<void> {
  const { options, state } = shell;
  const launched = await options.launch({ ...options, ...state.openOptions });
  const { page, context } = launched;
  const window = { ...launched, publish: await openPagePublisher(page) };
  state.window = window;
  options.onPage?.(page);
  await installDoor(page, (name, input, sender) => state.handler(name, input, sender));
  await context.route('**/*', route => answerRequest(route, shell));
  await goHome(shell, page);
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
  };
  return { options, origin: options.devOrigin ?? chromiumOrigin, state };
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
    publish: async (name, payload) => {
      if (state.window === null) throw new Error('there is no window');
      return await state.window.publish(name, payload);
    },
    isTrusted: sender => state.window !== null && isCallOf(sender, state.window.page, shell.origin),
    onCall: handler => {
      state.handler = handler;
    },
    openTrusted: async handlers => {
      const trusted = await openChromiumTrusted(
        {
          executablePath: options.executablePath,
          profileDir: `${options.profileDir}-trusted`,
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
    onClosed: listener => {
      state.closedListeners.add(listener);
      return () => void state.closedListeners.delete(listener);
    },
    onEmergency: listener => {
      state.emergencyListeners.add(listener);
      return () => void state.emergencyListeners.delete(listener);
    },
    focus: () => {
      state.window?.page.bringToFront().catch((cause: unknown) => options.say(`No focus: ${String(cause)}`));
    },
    close: async () => {
      state.isClosing = true;
      await state.trusted?.close();
      await closeWindow(state.window);
      state.window = null;
    },
  };
}
