import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import type { PackedBook } from '#bench/book/book-deltas.ts';
import { launchOptions } from '#bench/browser.ts';
import { type RunningFathom, startFathom } from '#bench/harness.ts';
import { type ControlledSource, controlSource, venueFile } from '../venue/control.ts';
import { buildPage, type PeerPage } from './build-pages.ts';
import { installFathomLog, installPaintLog, type LogPlace } from './paint-log.ts';
import { feedPage, postBatches, postEach, topic } from './peer-feed.ts';

/** Where a book is shown: Fathom's own window, and a second window of the same browser for its peers. */
const size = { width: 1440, height: 900 };
const rows = 20;

export interface OpenedPage {
  readonly page: Page;
  /** where its paints are noted */
  readonly log: LogPlace;
  /** the book as the page shows it */
  readonly picture: () => Promise<PackedBook>;
  readonly close: () => Promise<unknown>;
}

export interface Stage {
  readonly source: ControlledSource;
  readonly profileDir: string;
  /** a fresh page with the book on the screen; the log of its paints grows, so a soak does without */
  readonly open: (options?: { readonly isLogged?: boolean }) => Promise<OpenedPage>;
}

interface Surroundings {
  readonly source: ControlledSource;
  readonly profileDir: string;
}

/**
 * In Fathom's page: a side as screen readers receive it, in the shortest form. It runs there, so it may use nothing
 * from outside itself.
 */
function readMirror(name: string): string[] {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- see above
  const lean = (text: string): string => text.replaceAll(/[^\d.]/g, '').replace(/\.?0+$/, '');
  const rowsOf = document.querySelectorAll(`[role=table][aria-label=${name}] [role=row]`);
  return [...rowsOf].slice(1).map(row => {
    const [price = '', amount = ''] = [...row.querySelectorAll('[role=cell]')].map(cell => cell.textContent ?? '');
    const [whole = '', fraction = ''] = price.replaceAll(',', '').split('.');
    return `${/^0*$/.test(fraction) ? whole : lean(`${whole}.${fraction}`)}|${lean(amount)}`;
  });
}

function fathomStage({ page }: RunningFathom, { source, profileDir }: Surroundings): Stage {
  // a feed that says nothing for ten seconds is taken for stale
  const murmur = (): Promise<unknown> => source.setPace(1);
  return {
    source,
    profileDir,
    async open({ isLogged = true } = {}) {
      await murmur();
      await page.reload({ waitUntil: 'domcontentloaded' });
      const panel = page.getByRole('region', { name: 'Order book', exact: true });
      await panel.getByText('live', { exact: true }).waitFor();
      await panel.getByRole('table', { name: 'Asks' }).getByRole('row').nth(rows).waitFor({ state: 'attached' });
      const log = isLogged ? await installFathomLog(page) : page;
      const pack = async (name: string): Promise<string> =>
        (await page.evaluate(readMirror, name)).slice(0, rows).join(';');
      return {
        page,
        log,
        picture: async () => ({ bids: await pack('Bids'), asks: await pack('Asks') }),
        close: murmur,
      };
    },
  };
}

/** Brings a page its book; answers how to stop. */
export type PageFeed = (page: Page, source: ControlledSource) => Promise<() => void>;

export interface PeerOptions {
  /** runs in the page before its script */
  readonly before?: string;
  readonly feed?: PageFeed;
}

export type PeerStage = (name: PeerPage, options?: PeerOptions) => Stage;

function peerStage(context: BrowserContext, { source, profileDir }: Surroundings): PeerStage {
  const code = new Map<PeerPage, string>();
  const codeOf = async (name: PeerPage): Promise<string> => {
    const built = code.get(name) ?? (await buildPage(name));
    code.set(name, built);
    return built;
  };
  return (name, { before = '', feed = feedInBatches } = {}) => ({
    source,
    profileDir,
    async open({ isLogged = true } = {}) {
      const script = await codeOf(name);
      const page = await context.newPage();
      await page.goto(source.pageUrl);
      if (isLogged) await installPaintLog(page);
      await page.addScriptTag({ content: before + script, type: 'module' });
      await page.waitForFunction(() => window.ladder !== undefined);
      const stop = await feed(page, source);
      return {
        page,
        log: page,
        picture: () => page.evaluate(() => window.ladder?.picture() ?? { bids: '', asks: '' }),
        close: async () => {
          stop();
          await page.close();
        },
      };
    },
  });
}

const feedInBatches: PageFeed = (page, source) => feedPage(page, { source, post: postBatches(page) });

/** Every message by itself through the same pipe as Fathom's. */
export const feedByMessage: PageFeed = (page, source) => feedPage(page, { source, post: postEach(page) });

/** No pipe at all: the page has a socket of its own, which Fathom's page is not allowed. */
export const feedFromSocket: PageFeed = async (page, source) => {
  await page.evaluate(([url, name]) => window.ladder?.follow?.(url, name), [source.feedUrl, topic] as const);
  await page.evaluate(snapshot => window.ladder?.load(snapshot), await source.snapshot());
  return () => {};
};

export interface Stages {
  readonly ours: Stage;
  readonly peer: PeerStage;
}

/** Opens both windows, hands them to `work` and closes everything again, whatever happens. */
export async function onStages<T>(work: (stages: Stages) => Promise<T>): Promise<T> {
  const peerDir = mkdtempSync(join(tmpdir(), 'fathom-bench-peer-'));
  const fathom = await startFathom({ size, practiceCli: venueFile });
  try {
    const { spot } = await fathom.practice;
    const context = await chromium.launchPersistentContext(peerDir, { ...launchOptions(), viewport: size });
    try {
      const profileDir = join(fathom.dataDir, 'chromium');
      const ours = fathomStage(fathom, { source: controlSource(spot, 'fathom'), profileDir });
      const peer = peerStage(context, { source: controlSource(spot, 'peer'), profileDir: peerDir });
      return await work({ ours, peer });
    } finally {
      await context.close();
    }
  } finally {
    await fathom.stop();
    rmSync(peerDir, { recursive: true, force: true });
  }
}
