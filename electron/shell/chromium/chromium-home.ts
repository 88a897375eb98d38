import type { Frame, Page, Request, Route } from 'playwright-core';
import type { PageFiles } from '../page/page-files.ts';
import { isOfOrigin } from '../page/page-origin.ts';

/** The one document that windows of Fathom show, and what keeps them there. */

export interface Home {
  readonly origin: string;
  readonly pageFiles: PageFiles;
  /** the page comes from the server of `npm run dev` */
  readonly isDevelopment: boolean;
  /** whether there is a window that should show it */
  readonly isShown: () => boolean;
}

/** The page is one document: no other path of its own origin may take a window either. */
function isHome(url: string, origin: string): boolean {
  return isOfOrigin(url, origin) && ['/', '/index.html'].includes(new URL(url).pathname);
}

/** The frame that asks; null when it is the first request of an unwanted window. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null; // Playwright throws exactly when the frame does not exist yet
  }
}

/** Serves the page and rejects every other request: other origins, other schemes, any sender. */
function decideRequest(route: Route, { origin, pageFiles, isDevelopment }: Home): Promise<void> {
  const request = route.request();
  const url = request.url();
  const frame = frameOf(request);
  const isWindowNavigation = request.isNavigationRequest() && frame?.parentFrame() === null;
  // `aborted` leaves the window where it is; any other error would put an error page into it.
  if (frame === null || (isWindowNavigation && !isHome(url, origin))) return route.abort('aborted');
  if (!isOfOrigin(url, origin) || request.method() !== 'GET') return route.abort('blockedbyclient');
  if (isDevelopment) return route.continue();
  const { status, headers, body } = pageFiles.answer(new URL(url).pathname);
  return route.fulfill({ status, headers: { ...headers }, body });
}

export async function answerRequest(route: Route, home: Home): Promise<void> {
  try {
    await decideRequest(route, home);
  } catch (cause) {
    const isPageThere = frameOf(route.request())?.page().isClosed() === false;
    if (home.isShown() && isPageThere) throw cause;
    // else the request ended together with its page
  }
}

/** Makes a window show the page. `query` follows its address: `?panel`, or nothing. */
export async function goHome({ origin, isShown }: Home, page: Page, query = ''): Promise<void> {
  try {
    await page.goto(`${origin}/${query}`, { waitUntil: 'domcontentloaded' });
  } catch (cause) {
    if (!isShown() || page.isClosed()) return; // the window went away while the page loaded
    throw cause;
  }
}

interface KeepOptions {
  readonly query?: string;
  readonly onLost: (cause: unknown) => void;
}

/**
 * Brings a window home whenever it is taken elsewhere: about:blank and blob: come without a request that could be
 * refused.
 */
export function keepHome(home: Home, page: Page, { query = '', onLost }: KeepOptions): void {
  page.on('framenavigated', (frame: Frame) => {
    const isAway = frame === page.mainFrame() && !isHome(frame.url(), home.origin);
    if (isAway) goHome(home, page, query).catch(onLost);
  });
}
