import type { Page } from 'playwright-core';
import { openTaskClock } from '#bench/browser-figures.ts';
import { median, shuffled } from '#bench/measure.ts';
import { hasTimeLeft } from '#bench/share.ts';
import { type Bundle, bundlePage } from '../bundle.ts';
import { inFreshBrowser, type OpenBundle } from '../fresh-browser.ts';
import { workByFrame } from './frame-work.ts';
import { settle } from './settle.ts';
import type { SortedBy } from './table-feed.ts';

/** Fathom's table beside those of others, with the same rows and the same cells: turn by turn, in shuffled order. */
const rounds = { fewest: 1, most: 3 };
export const scrollFrames = 149;
export const lateMs = 25;

const names = ['ours', 'react-window', 'ag-grid'] as const;
type Name = (typeof names)[number];

/** Of the main thread, in its own processor time; late frames are also measured by the wall clock. */
export interface TableFigures {
  readonly mountMs: number;
  readonly sortMs: number;
  readonly sortWordsMs: number;
  readonly filterMs: number;
  /** a frame */
  readonly scrollMs: number;
  /** the frame of the most work, and the share of places without a row */
  readonly longestMs: number;
  readonly blank: number;
  readonly late: number;
}

/** What the main thread works for one change of the page, until it is painted. */
async function taskOf(page: Page, workedMs: () => Promise<number>, change: () => Promise<unknown>): Promise<number> {
  // what the page left behind before is no work of this change
  await page.requestGC();
  await settle(page);
  const before = await workedMs();
  await change();
  await settle(page);
  return (await workedMs()) - before;
}

/** Some draw their rows some frames later: the cells are read twice. */
async function readShown(page: Page): Promise<string> {
  const read = () => page.evaluate(() => [window.shownRows?.(), ...(window.firstRows?.(5) ?? [])].join('\n'));
  let before = '';
  for (let text = await read(); text !== before; text = await read()) {
    before = text;
    await settle(page);
  }
  return before;
}

/** All show the same, or the figures compare different things. */
class Witness {
  readonly #receivedAtMs = new Map<string, string>();

  async look(page: Page, when: string): Promise<void> {
    const seen = await readShown(page);
    const received = this.#receivedAtMs.get(when) ?? seen;
    if (seen.split('\n').length < 6) throw new Error(`a table that is ${when} shows no rows`);
    if (received !== seen)
      throw new Error(`the tables differ when ${when}: ${received} / ${seen}`.replaceAll('\n', ' '));
    this.#receivedAtMs.set(when, seen);
  }
}

async function scroll(page: Page): Promise<Pick<TableFigures, 'scrollMs' | 'longestMs' | 'blank' | 'late'>> {
  const scrolled: { blank: number; late: number }[] = [];
  const worked = await workByFrame(page, async () => {
    const figures = await page.evaluate(frames => window.scrollTable?.(frames), scrollFrames);
    if (figures === undefined) throw new Error('the table was not scrolled');
    const late = figures.framesMs.filter(ms => ms > lateMs).length;
    scrolled.push({ blank: figures.blank / figures.looks, late });
  });
  const { blank, late } = scrolled[0] ?? { blank: Number.NaN, late: Number.NaN };
  const scrollMs = worked.reduce((total, ms) => total + ms, 0) / scrollFrames;
  return { scrollMs, longestMs: Math.max(...worked), blank, late };
}

async function measureOne(open: OpenBundle, bundle: Bundle, witness: Witness): Promise<TableFigures> {
  const page = await open(bundle);
  await page.waitForFunction(() => window.mountTable !== undefined);
  const workedMs = await openTaskClock(page);
  const sortBy = (by: SortedBy) => page.evaluate(wanted => window.sortTable?.(wanted), by);
  const mountMs = await taskOf(page, workedMs, () => page.evaluate(() => window.mountTable?.()));
  await witness.look(page, 'mounted');
  const sortMs = await taskOf(page, workedMs, () => sortBy('price'));
  await witness.look(page, 'sorted by price');
  const sortWordsMs = await taskOf(page, workedMs, () => sortBy('symbol'));
  await witness.look(page, 'sorted by symbol');
  await sortBy(null);
  const filterMs = await taskOf(page, workedMs, () => page.evaluate(() => window.filterTable?.(true)));
  await witness.look(page, 'filtered');
  await page.evaluate(() => window.filterTable?.(false));
  await settle(page);
  const scrolled = await scroll(page);
  await page.close();
  return { mountMs, sortMs, sortWordsMs, filterMs, ...scrolled };
}

function middle(found: readonly TableFigures[]): TableFigures {
  const of = (read: (figures: TableFigures) => number): number => median(found.map(read));
  return {
    mountMs: of(each => each.mountMs),
    sortMs: of(each => each.sortMs),
    sortWordsMs: of(each => each.sortWordsMs),
    filterMs: of(each => each.filterMs),
    scrollMs: of(each => each.scrollMs),
    longestMs: of(each => each.longestMs),
    blank: of(each => each.blank),
    late: of(each => each.late),
  };
}

export async function measureAll(): Promise<Readonly<Record<Name, TableFigures>>> {
  const bundles = {
    ours: await bundlePage('table/table-ours'),
    'react-window': await bundlePage('table/table-react-window'),
    'ag-grid': await bundlePage('table/table-ag-grid'),
  };
  const found: Record<Name, TableFigures[]> = { ours: [], 'react-window': [], 'ag-grid': [] };
  const witness = new Witness();
  await inFreshBrowser(async open => {
    let roundMs = 0;
    for (let round = 0; round < rounds.fewest || (round < rounds.most && hasTimeLeft(roundMs)); round += 1) {
      const beganMs = performance.now();
      for (const name of shuffled(names)) found[name].push(await measureOne(open, bundles[name], witness));
      roundMs = performance.now() - beganMs;
    }
  });
  return {
    ours: middle(found.ours),
    'react-window': middle(found['react-window']),
    'ag-grid': middle(found['ag-grid']),
  };
}
