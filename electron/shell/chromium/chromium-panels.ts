import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { WindowBounds, WindowId } from '#shared/domain/view/panel-window.ts';
import { panelWindowQuery, panelWindowSize, type PanelWindowNews, type PanelWindowOptions } from '../shell.ts';
import { isReachable } from '../window-bounds.ts';
import type { AppWindows } from './chromium-app-window.ts';
import type { PublishToPage } from './chromium-publisher.ts';

/** A page in which the bridge is installed. */
export interface BridgedPage {
  readonly page: Page;
  readonly publish: PublishToPage;
}

export interface ChromiumPanelsOptions {
  readonly appWindows: AppWindows;
  /** of the running Chromium; null: there is none */
  readonly context: () => BrowserContext | null;
  /** Installs the bridge in an empty page. */
  readonly prepare: (page: Page) => Promise<BridgedPage>;
  /** Has it show our page, and keeps it there. */
  readonly goHome: (page: Page, query: string) => Promise<void>;
  readonly isHeadless: () => boolean;
  /** the program is ending: what closes now is closed by it */
  readonly isClosing: () => boolean;
  readonly report: (id: WindowId, news: PanelWindowNews) => void;
  readonly onPage: (page: Page, id: WindowId) => void;
  readonly say: (line: string) => void;
}

/** The panel windows of one Chromium. */
export interface ChromiumPanels {
  readonly open: (options: PanelWindowOptions) => Promise<void>;
  readonly close: (id: WindowId) => Promise<void>;
  pages(): Iterable<readonly [WindowId, BridgedPage]>;
  of(id: WindowId): BridgedPage | null;
  /** The browser is restarted: forgets the pages, returns what opens them again. */
  takeAll(): PanelWindowOptions[];
  /** Reads the position of each of them once more. */
  settle(): Promise<void>;
}

interface Panel extends BridgedPage {
  bounds: WindowBounds | null;
  readonly look: () => Promise<void>;
}

const mostCrashes = 3;
const crashWindowMs = 60_000;
const checkIntervalMs = 2_000;
/** A browser that is ended as a whole closes its windows one after the other, and the main one may be the last. */
const graceMs = 500;

interface State {
  readonly panels: Map<WindowId, Panel>;
  readonly crashes: Map<WindowId, number[]>;
}

type Context = ChromiumPanelsOptions & State;

function reportClosed({ isClosing, report }: Context, id: WindowId): void {
  setTimeout(() => {
    if (!isClosing()) report(id, { kind: 'closed' });
  }, graceMs);
}

/** Reopens a crashed window in its place; one that keeps crashing is given up. */
async function recover(context: Context, id: WindowId, { page, bounds }: Panel): Promise<void> {
  const { panels, crashes, say, isClosing } = context;
  panels.delete(id);
  await page.close().catch(() => {}); // a missing page is already closed
  const nowMs = performance.now();
  const recent = [...(crashes.get(id) ?? []), nowMs].filter(timeMs => nowMs - timeMs < crashWindowMs);
  crashes.set(id, recent);
  if (isClosing()) return;
  if (recent.length > mostCrashes) {
    say('A panel’s window crashed again and again and is closed.');
    reportClosed(context, id);
    return;
  }
  say('A panel’s window crashed and is opened again.');
  await openPanel(context, { id, bounds });
}

function watchPanel(context: Context, id: WindowId, panel: Panel): void {
  const { panels, say } = context;
  const { page } = panel;
  const isOurs = () => panels.get(id)?.page === page;
  const timer = setInterval(() => void panel.look(), checkIntervalMs);
  timer.unref();
  page.once('close', () => {
    clearInterval(timer);
    if (!isOurs()) return;
    panels.delete(id);
    reportClosed(context, id);
  });
  page.once('crash', () => {
    if (!isOurs()) return;
    recover(context, id, panel).catch((cause: unknown) => {
      say(`A panel’s window is lost: ${cause instanceof Error ? cause.message : String(cause)}`);
      reportClosed(context, id);
    });
  });
}

async function openPanel(context: Context, { id, bounds }: PanelWindowOptions): Promise<void> {
  const { panels, report } = context;
  const browser = context.context();
  if (browser === null) throw new Error('There is no window to open another beside.');
  const page = await context.appWindows.open(browser);
  try {
    const place = await createPlace(page, context.isHeadless());
    const panel: Panel = {
      ...(await context.prepare(page)),
      bounds,
      look: async () => {
        const now = await place.read();
        if (now === null || JSON.stringify(now) === JSON.stringify(panel.bounds)) return;
        panel.bounds = now;
        if (panels.get(id) === panel) report(id, { kind: 'moved', bounds: now });
      },
    };
    await place.set(bounds ?? panelWindowSize);
    panels.set(id, panel);
    watchPanel(context, id, panel);
    context.onPage(page, id);
    await context.goHome(page, panelWindowQuery);
    await place.bringBack();
  } catch (cause) {
    panels.delete(id);
    await page.close().catch(() => {}); // a missing page is already closed
    throw cause;
  }
}

export function createChromiumPanels(options: ChromiumPanelsOptions): ChromiumPanels {
  const panels: State['panels'] = new Map();
  const crashes: State['crashes'] = new Map();
  const context: Context = { ...options, panels, crashes };
  return {
    open: panel => openPanel(context, panel),
    async close(id) {
      const panel = panels.get(id);
      panels.delete(id);
      crashes.delete(id);
      await panel?.page.close().catch(() => {}); // a missing page is already closed
    },
    pages: () => panels.entries(),
    of: id => panels.get(id) ?? null,
    takeAll() {
      const all = [...panels].map(([id, { bounds }]) => ({ id, bounds }));
      panels.clear();
      return all;
    },
    async settle() {
      await Promise.all([...panels.values()].map(panel => panel.look()));
    },
  };
}

interface Place {
  /** null: unknown, or the window is minimised */
  read(): Promise<WindowBounds | null>;
  set(bounds: WindowBounds): Promise<void>;
  /** Moves a window outside all displays back to a visible place. */
  bringBack(): Promise<void>;
}

async function boundsOf(session: CDPSession) {
  return await session.send('Browser.getWindowForTarget');
}

/** The position of the window of a page. */
async function createPlace(page: Page, isHeadless: boolean): Promise<Place> {
  const session = await page.context().newCDPSession(page);
  const read = async (): Promise<WindowBounds | null> => {
    try {
      const { windowState, left, top, width, height } = (await boundsOf(session)).bounds;
      if (windowState === 'minimized' || width === undefined || height === undefined) return null;
      const isMaximised = windowState !== 'normal';
      return { ...(left === undefined || top === undefined ? {} : { x: left, y: top }), width, height, isMaximised };
    } catch {
      return null; // it is going
    }
  };
  const setBounds = async (bounds: object): Promise<void> => {
    const { windowId } = await boundsOf(session);
    await session.send('Browser.setWindowBounds', { windowId, bounds });
  };
  return {
    read,
    async set({ x, y, width, height, isMaximised }) {
      if (isHeadless) await page.setViewportSize({ width, height });
      await setBounds({ ...(x === undefined || y === undefined ? {} : { left: x, top: y }), width, height });
      if (isMaximised === true) await setBounds({ windowState: 'maximized' });
    },
    async bringBack() {
      const now = await read();
      if (now?.x === undefined || now.y === undefined || now.isMaximised === true) return;
      const [x, y, width, height] = await displayOf(session);
      if (isReachable({ ...now, x: now.x, y: now.y }, { x, y, width, height })) return;
      await setBounds({ left: x, top: y });
    },
  };
}

/** The display that the window is nearest to, as its page knows it. */
async function displayOf(session: CDPSession): Promise<readonly [number, number, number, number]> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: '[screen.availLeft, screen.availTop, screen.availWidth, screen.availHeight]',
    returnByValue: true,
  });
  const found: unknown = result.value;
  const numbers = Array.isArray(found) ? found.filter(each => typeof each === 'number') : [];
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  return [x, y, width, height];
}
