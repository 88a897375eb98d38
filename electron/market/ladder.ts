import type { BookLevel } from '#shared/domain/book.ts';

/** A run of neighbouring levels. */
interface Page {
  /** Ascending. A key is the price in whole units, turned so that the better price is the greater key. */
  readonly keys: number[];
  /** the level of the key at the same index */
  readonly levels: BookLevel[];
}

/**
 * One side of an order book, on pages of neighbouring levels: a change moves a few dozen of them however deep the book is.
 * Pages ascend like the keys on them, so the touch is at the end of the last one. Beside each key lies the level in the
 * exchange's own text; nothing is ever rounded or printed again.
 */
export interface Ladder {
  /** +1 for bids (the highest price is best), -1 for asks */
  readonly direction: 1 | -1;
  /** at least one; only the first of an empty ladder is empty */
  pages: Page[];
  /** `borders[i]` is the least key that page i + 1 may hold; what is less belongs to the pages before */
  borders: number[];
  /** levels on all pages */
  size: number;
}

/** Sees one level: its price in whole units of 10^-scale, and its texts. Answers whether it wants the next one. */
export type LevelVisitor = (units: number, level: BookLevel) => boolean;

/** A page of so many levels becomes two. */
const fullPage = 64;

export function createLadder(direction: 1 | -1): Ladder {
  return { direction, pages: [{ keys: [], levels: [] }], borders: [], size: 0 };
}

/** How many of the ascending `values` lie below `bound`. */
function countBelow(values: readonly number[], bound: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? bound) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By hand: splice answers a list of what it took out, and to make that takes longer than to move so few. */
function insert({ keys, levels }: Page, index: number, [key, level]: readonly [number, BookLevel]): void {
  for (let at = keys.length; at > index; at -= 1) {
    keys[at] = keys[at - 1] ?? key;
    levels[at] = levels[at - 1] ?? level;
  }
  keys[index] = key;
  levels[index] = level;
}

function remove({ keys, levels }: Page, index: number): void {
  keys.splice(index, 1);
  levels.splice(index, 1);
}

/** The upper half of a page becomes a page of its own. */
function divide({ pages, borders }: Ladder, at: number, { keys, levels }: Page): void {
  const half = keys.length >>> 1;
  borders.splice(at, 0, keys[half] ?? 0);
  pages.splice(at + 1, 0, { keys: keys.splice(half), levels: levels.splice(half) });
}

/** The page before takes over the range of an empty one; the first one leaves it to the page behind. */
function drop({ pages, borders }: Ladder, at: number): void {
  pages.splice(at, 1);
  borders.splice(Math.max(0, at - 1), 1);
}

/** Sets the level, or deletes it with null. */
export function setLevel(ladder: Ladder, units: number, level: BookLevel | null): void {
  const key = units * ladder.direction;
  // keys are whole numbers: the borders below key + 1 are those that are not above the key
  const at = countBelow(ladder.borders, key + 1);
  const page = ladder.pages[at];
  if (page === undefined) return;
  const index = countBelow(page.keys, key);
  const isThere = page.keys[index] === key;
  if (level !== null && isThere) {
    page.levels[index] = level;
  } else if (level !== null) {
    insert(page, index, [key, level]);
    ladder.size += 1;
    if (page.keys.length >= fullPage) divide(ladder, at, page);
  } else if (isThere) {
    remove(page, index);
    ladder.size -= 1;
    if (page.keys.length === 0 && ladder.pages.length > 1) drop(ladder, at);
  }
}

export function clearLadder(ladder: Ladder): void {
  ladder.pages = [{ keys: [], levels: [] }];
  ladder.borders = [];
  ladder.size = 0;
}

/** Whole units of the best price, or null on an empty side. */
export function bestOf({ pages, direction }: Ladder): number | null {
  const keys = pages[pages.length - 1]?.keys;
  const key = keys?.[keys.length - 1];
  return key === undefined ? null : key * direction;
}

/** Visits levels, best first, until the visitor answers false; copies nothing. */
export function walkLevels({ pages, direction }: Ladder, visit: LevelVisitor): void {
  for (let at = pages.length - 1; at >= 0; at -= 1) {
    const page = pages[at];
    for (let index = (page?.keys.length ?? 0) - 1; index >= 0; index -= 1) {
      const key = page?.keys[index];
      const level = page?.levels[index];
      if (key === undefined || level === undefined || !visit(key * direction, level)) return;
    }
  }
}

/** The best levels, best first. */
export function topOf(ladder: Ladder, depth: number): BookLevel[] {
  const levels: BookLevel[] = [];
  if (depth > 0) walkLevels(ladder, (_units, level) => levels.push(level) < depth);
  return levels;
}
