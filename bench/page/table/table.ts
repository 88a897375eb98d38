import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { launchOptions } from '#bench/browser.ts';
import { openTaskClock } from '#bench/browser-figures.ts';
import { residentBytes } from '#bench/flood/stage/processes.ts';
import { median, shuffled } from '#bench/measure.ts';
import { type Contender, contenders, type Metric } from '#bench/metric.ts';
import { hasTimeLeft } from '#bench/share.ts';
import { type Bundle, bundlePage, serveBundle } from '../bundle.ts';
import { inFreshBrowser, type OpenBundle, origin } from '../fresh-browser.ts';
import { tableNames } from './names.ts';

/** A hundred thousand fills in Fathom's table, beside the least windowed list that React can draw. */
const rounds = { fewest: 1, most: 5 };
const scrollFrames = 149;
const lateMs = 25;
const goal = { scroll: 1.1, mount: 1.6, blank: 0.01, memory: 1.7, changeMs: 60 };

interface Figures {
  readonly mountMs: number;
  readonly sortMs: number;
  readonly filterMs: number;
  readonly scrollMs: number;
  readonly late: number;
  readonly blank: number;
}

const settle = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 100))));

/** What the main thread works for one change of the page, until it is painted. */
async function taskOf(page: Page, workedMs: () => Promise<number>, change: () => Promise<unknown>): Promise<number> {
  await settle(page);
  const before = await workedMs();
  await change();
  await settle(page);
  return (await workedMs()) - before;
}

/** Both show the same rows, or the figures compare different things. */
async function assertRows(page: Page, count: number, firstKeys: (keys: readonly string[]) => void): Promise<void> {
  const shown = await page.evaluate(() => window.shownRows?.() ?? 0);
  if (shown !== count) throw new Error(`the table shows ${shown} of ${count} rows`);
  firstKeys(await page.evaluate(() => window.firstRows?.(5) ?? []));
}

async function measureOne(open: OpenBundle, bundle: Bundle, seen: (name: string, keys: readonly string[]) => void) {
  const page = await open(bundle);
  await page.waitForFunction(() => window.mountTable !== undefined);
  const workedMs = await openTaskClock(page);
  const mountMs = await taskOf(page, workedMs, () => page.evaluate(() => window.mountTable?.()));
  await assertRows(page, 100_000, keys => seen('mounted', keys));
  const scrollBefore = await workedMs();
  const scrolled = await page.evaluate(frames => window.scrollTable?.(frames), scrollFrames);
  const scrollMs = ((await workedMs()) - scrollBefore) / scrollFrames;
  await page.evaluate(() => window.filterTable?.(false));
  const sortMs = await taskOf(page, workedMs, () => page.evaluate(() => window.sortTable?.(true)));
  await page.evaluate(() => window.sortTable?.(false));
  const filterMs = await taskOf(page, workedMs, () => page.evaluate(() => window.filterTable?.(true)));
  const filtered = await page.evaluate(() => window.shownRows?.() ?? 0);
  seen('filtered', [String(filtered)]);
  await page.close();
  if (scrolled === undefined) throw new Error('the table was not scrolled');
  const late = scrolled.framesMs.filter(ms => ms > lateMs).length;
  return { mountMs, sortMs, filterMs, scrollMs, late, blank: scrolled.blank / scrolled.looks };
}

async function measureBoth(bundles: Readonly<Record<Contender, Bundle>>): Promise<Record<Contender, Figures>> {
  const found: Record<Contender, Figures[]> = { ours: [], peer: [] };
  const told = new Map<string, string>();
  const seen = (name: string, keys: readonly string[]): void => {
    const text = keys.join(' ');
    if ((told.get(name) ?? text) !== text) throw new Error(`the tables differ when ${name}`);
    told.set(name, text);
  };
  await inFreshBrowser(async open => {
    for (let round = 0; round < rounds.most && (round < rounds.fewest || hasTimeLeft()); round += 1)
      for (const who of shuffled(contenders)) found[who].push(await measureOne(open, bundles[who], seen));
  });
  const middle = (who: Contender): Figures => {
    const of = (read: (figures: Figures) => number): number => median(found[who].map(read));
    return {
      mountMs: of(each => each.mountMs),
      sortMs: of(each => each.sortMs),
      filterMs: of(each => each.filterMs),
      scrollMs: of(each => each.scrollMs),
      late: of(each => each.late),
      blank: of(each => each.blank),
    };
  };
  return { ours: middle('ours'), peer: middle('peer') };
}

/** The memory of a browser of its own, all its processes: blank, and with the table and a book. */
async function measureMemory(bundles: readonly Bundle[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-bench-memory-'));
  const context = await chromium.launchPersistentContext(folder, launchOptions());
  try {
    const first = context.pages()[0] ?? (await context.newPage());
    for (const [index, bundle] of bundles.entries()) {
      const page = index === 0 ? first : await context.newPage();
      await serveBundle(page, origin, bundle);
      await page.goto(`${origin}/`);
      await page.waitForFunction(() => window.mountTable !== undefined || window.openChart !== undefined);
      await page.evaluate(() => {
        window.mountTable?.();
        window.openChart?.(1, {});
      });
      await settle(page);
    }
    const session = await context.newCDPSession(first);
    await session.send('HeapProfiler.collectGarbage');
    await settle(first);
    return residentBytes(folder);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const rounded = (ms: number): number => Number(ms.toFixed(2));

export async function measureTable(): Promise<readonly Metric[]> {
  const [oursBundle, peerBundle] = [await bundlePage('table/table-ours'), await bundlePage('table/table-peer')];
  const { ours, peer } = await measureBoth({ ours: oursBundle, peer: peerBundle });
  const [filled, blank] = [await measureMemory([oursBundle]), await measureMemory([])];
  const peerName = 'the least windowed list of React, with the same cells';
  const [scroll, mount, memory] = tableNames;
  const worst = Math.max(ours.sortMs, ours.filterMs);
  const worstPeer = Math.max(peer.sortMs, peer.filterMs);
  return [
    {
      metric: `${scroll} (ms of the main thread a frame)`,
      ours: rounded(ours.scrollMs),
      peer: rounded(peer.scrollMs),
      peerName,
      lateFrames: ours.late,
      lateFramesOfPeer: peer.late,
      blankShare: ours.blank,
      ratio: ours.scrollMs / peer.scrollMs,
      goal: `<= ${goal.scroll}; places without a row <= ${goal.blank * 100} %`,
      met: ours.scrollMs / peer.scrollMs <= goal.scroll && ours.blank <= goal.blank,
    },
    {
      metric: `${mount} (ms of the main thread to mount)`,
      ours: rounded(ours.mountMs),
      peer: rounded(peer.mountMs),
      peerName,
      sortMs: rounded(ours.sortMs),
      sortMsOfPeer: rounded(peer.sortMs),
      filterMs: rounded(ours.filterMs),
      filterMsOfPeer: rounded(peer.filterMs),
      ratio: ours.mountMs / peer.mountMs,
      goal: `<= ${goal.mount}; sorted and filtered within ${goal.changeMs} ms, or as fast as the peer`,
      met: ours.mountMs / peer.mountMs <= goal.mount && worst <= Math.max(goal.changeMs, worstPeer),
    },
    {
      metric: `${memory} (MB of all processes of the browser)`,
      ours: rounded(filled / 1_048_576),
      peer: rounded(blank / 1_048_576),
      peerName: 'a blank page',
      ratio: filled / blank,
      goal: `<= ${goal.memory}`,
      met: filled / blank <= goal.memory,
    },
  ];
}
