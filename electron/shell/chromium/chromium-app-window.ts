import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import type { BrowserContext, Page } from 'playwright-core';
import { operatingSystem } from '#os/operating-system.ts';

export interface AppWindowOptions {
  readonly executablePath: string;
  readonly profileDir: string;
  readonly isRoot: boolean;
  readonly isHeadless: () => boolean;
}

/** A window of this kind has no address bar; its colour is the page's, so that nothing flashes. */
const emptyApp = 'data:text/html,<title>Fathom</title><body bgcolor=%230b0e14>#';
/** A busy computer takes several seconds to start Chromium a second time. */
const patienceMs = 30_000;

const sentence = 'The window did not open.';

/**
 * Makes further windows of a Chromium that runs. Chromium itself makes them, asked the way a second start of it asks
 * the first: no page takes part, none is the opener of another, and none can have one made.
 */
export interface AppWindows {
  /** Whether a page that has just come is one that was asked for here. */
  readonly isExpected: (page: Page) => boolean;
  /** Resolves with its page, still empty. Rejects with a sentence for the user. */
  readonly open: (context: BrowserContext) => Promise<Page>;
}

export function createAppWindows(options: AppWindowOptions): AppWindows {
  const expected = new Set<string>();
  let comingHeadless = 0;

  const openHeadless = async (context: BrowserContext): Promise<Page> => {
    comingHeadless += 1;
    try {
      // the kind of window is not visible
      return await context.newPage();
    } finally {
      comingHeadless -= 1;
    }
  };
  const openShown = async (context: BrowserContext): Promise<Page> => {
    const url = emptyApp + randomUUID();
    expected.add(url);
    const coming = context.waitForEvent('page', { predicate: page => page.url() === url, timeout: patienceMs });
    const asking = askRunning(options, url);
    try {
      await Promise.race([coming, asking.failed]);
      return await coming;
    } catch (cause) {
      coming.catch(() => {}); // it may still come, and is then closed like any other
      throw new Error(sentence, { cause });
    } finally {
      asking.end();
      expected.delete(url);
    }
  };
  return {
    isExpected: page => expected.has(page.url()) || (comingHeadless > 0 && page.url() === 'about:blank'),
    open: context => (options.isHeadless() ? openHeadless(context) : openShown(context)),
  };
}

/** Starts a Chromium on the same profile: it hands its words to the one that runs there, and ends. */
function askRunning({ executablePath, profileDir, isRoot }: AppWindowOptions, url: string) {
  const words = [
    `--user-data-dir=${profileDir}`,
    `--app=${url}`,
    '--no-first-run',
    // when the running one ends at this moment, this one must not be reachable either
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--disable-background-networking',
    ...(isRoot ? ['--no-sandbox'] : []),
  ];
  const child = spawn(executablePath, words, { stdio: 'ignore' });
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code => {
      if (code !== 0) reject(new Error(`the second start ended with ${String(code)}`));
    });
  });
  failed.catch(() => {}); // used while the window is awaited, and not needed after that
  return { failed, end: () => operatingSystem.askToEnd(child) };
}
