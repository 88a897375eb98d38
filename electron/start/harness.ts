import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { type KeyringFixture, startKeyring, whyNoKeyring } from '#credentials/testing/keyring-fixture.ts';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { openDataDir } from './data-dir.ts';
import { builtFiles, createNodeHost, type Host } from './hosts.ts';
import { lockDataDir } from './instance-lock.ts';
import type { PracticeReady } from './practice-host.ts';

/**
 * The same composition as main.ts in the caller's process, with the window's page handed out: what end-to-end tests and
 * benches drive. It is built beside the program and never packaged.
 */
export interface HarnessOptions {
  readonly dataDir: string;
  /** words for the practice exchange: `--seed 7` */
  readonly practiceWords?: readonly string[];
  /** a program in the practice exchange's place, started the same way and with the same ready line */
  readonly practiceCli?: string;
  readonly size?: { readonly width: number; readonly height: number };
  readonly profile?: string;
  /** is handed the window's page before anything is loaded into it */
  readonly onPage?: (page: Page) => void;
  /** called for each call of the page as main receives it */
  readonly onCall?: (name: unknown) => void;
}

export interface Harness {
  readonly page: Page;
  /** the page of the next panel window that opens, or of the one that has opened and was not asked for yet */
  readonly nextPanelPage: () => Promise<Page>;
  /** the page of the next trusted window that opens, or of the one that has opened and was not asked for yet */
  readonly nextTrustedPage: () => Promise<Page>;
  /** the first ready line of the practice exchange */
  readonly practice: Promise<PracticeReady>;
  /** its latest ready line: one that was born again has other keys */
  readonly practiceNow: () => Promise<PracticeReady>;
  /** every line that Fathom printed for its user */
  readonly said: readonly string[];
  stop(): Promise<void>;
}

const longestWaitMs = 60_000;
const longestStepMs = 30_000;

/** Pages in the order in which they opened, also without a waiting test. */
function createPageQueue(what: 'trusted' | 'panel') {
  const pages: Page[] = [];
  const waiting: ((page: Page) => void)[] = [];
  return {
    add: (page: Page) => {
      page.setDefaultTimeout(longestStepMs);
      const taker = waiting.shift();
      if (taker === undefined) pages.push(page);
      else taker(page);
    },
    next: (): Promise<Page> => {
      const page = pages.shift();
      if (page !== undefined) return Promise.resolve(page);
      const { promise, resolve, reject } = Promise.withResolvers<Page>();
      // a missing window is reported long before the time limit of the story
      const giveUp = setTimeout(() => {
        waiting.splice(waiting.indexOf(take), 1);
        reject(new Error(`no ${what} window has opened for ${longestWaitMs / 1000} s`));
      }, longestWaitMs);
      const take = (opened: Page): void => {
        clearTimeout(giveUp);
        resolve(opened);
      };
      waiting.push(take);
      return promise;
    },
  };
}

/** Shells whose calls are observed before they are answered. */
function listening(host: Host, onCall: (name: unknown) => void): Host['createShell'] {
  return options => {
    const shell = host.createShell(options);
    return {
      ...shell,
      onCall: handler =>
        shell.onCall((name, input, sender) => {
          onCall(name);
          return handler(name, input, sender);
        }),
    };
  };
}

/** Starts Fathom headless on a data folder of its own. Rejects when another Fathom runs there. */
export async function startHarness(options: HarnessOptions): Promise<Harness> {
  const dataDir = openDataDir(options.dataDir);
  const outcome = lockDataDir(dataDir);
  if (outcome.kind !== 'held') throw new Error(`Fathom already runs on ${dataDir}`);
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const page = Promise.withResolvers<Page>();
  const trusted = createPageQueue('trusted');
  const panels = createPageQueue('panel');
  const onPage = (opened: Page, window: string): void => {
    if (window === mainWindowId) {
      options.onPage?.(opened);
      page.resolve(opened);
    } else panels.add(opened);
  };
  const built = builtFiles(dirname(import.meta.dirname));
  const files = { ...built, practiceCli: options.practiceCli ?? built.practiceCli };
  const node = createNodeHost({ files, devOrigin: null, say, onPage, onTrustedPage: trusted.add });
  const { onCall } = options;
  const host = onCall === undefined ? node : { ...node, createShell: listening(node, onCall) };
  const { practiceWords = [], size = { width: 1440, height: 900 }, profile = null } = options;
  await host.begin({ dataDir, practiceWords, size, isHeadless: true });
  const { startProgram } = await import('./program.ts');
  const desk = await startProgram({
    host,
    dataDir,
    version: 'test',
    isHeadless: true,
    size,
    profile,
    say,
    practiceWords,
  });
  let latest = desk.practice.ready;
  desk.practice.onReady(ready => {
    latest = Promise.resolve(ready);
  });
  return {
    page: await page.promise,
    nextPanelPage: panels.next,
    nextTrustedPage: trusted.next,
    practice: desk.practice.ready,
    practiceNow: () => latest,
    said,
    stop: async () => {
      await desk.stop();
      outcome.lock.release();
    },
  };
}

/** A real keyring for tests, or the reason why there is none here. */
export async function startTestKeyring(): Promise<KeyringFixture | string> {
  return whyNoKeyring() ?? (await startKeyring());
}
