import type { BookLevel } from '#shared/domain/market/book.ts';

/** A run of neighbouring levels. */
interface LevelRun {
  /** Ascending. A key is the price in whole units, turned so that the better price is the greater key. */
  readonly keys: number[];
  /** the level of the key at the same index */
  readonly levels: BookLevel[];
}

/**
 * One side of an order book, on runs of neighbouring levels: a change moves a few dozen of them however deep the book is.
 * Runs ascend like the keys on them, so the touch is at the end of the last one. Beside each key lies the level in the
 * exchange's own text; nothing is ever rounded or printed again.
 */
export interface SideLevels {
  /** +1 for bids (the highest price is best), -1 for asks */
  readonly direction: 1 | -1;
  /** at least one; only the first of an empty side is empty */
  runs: LevelRun[];
  /** `borders[i]` is the least key that run i + 1 may hold; what is less belongs to the runs before */
  borders: number[];
  /** levels on all runs */
  size: number;
}

/** Sees one level: its price in whole units of 10^-scale, and its texts. Answers whether it wants the next one. */
export type LevelVisitor = (units: number, level: BookLevel) => boolean;

/** A run of so many levels becomes two. */
const fullRun = 64;

export function createSideLevels(direction: 1 | -1): SideLevels {
  return { direction, runs: [{ keys: [], levels: [] }], borders: [], size: 0 };
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
function insert({ keys, levels }: LevelRun, index: number, [key, level]: readonly [number, BookLevel]): void {
  for (let at = keys.length; at > index; at -= 1) {
    keys[at] = keys[at - 1] ?? key;
    levels[at] = levels[at - 1] ?? level;
  }
  keys[index] = key;
  levels[index] = level;
}

function remove({ keys, levels }: LevelRun, index: number): void {
  keys.splice(index, 1);
  levels.splice(index, 1);
}

/** The upper half of a run becomes a run of its own. */
function divide({ runs, borders }: SideLevels, at: number, { keys, levels }: LevelRun): void {
  const half = keys.length >>> 1;
  borders.splice(at, 0, keys[half] ?? 0);
  runs.splice(at + 1, 0, { keys: keys.splice(half), levels: levels.splice(half) });
}

/** The run before takes over the range of an empty one; the first one leaves it to the run behind. */
function drop({ runs, borders }: SideLevels, at: number): void {
  runs.splice(at, 1);
  borders.splice(Math.max(0, at - 1), 1);
}

/** Sets the level, or deletes it with null. */
export function setLevel(side: SideLevels, units: number, level: BookLevel | null): void {
  const key = units * side.direction;
  // keys are whole numbers: the borders below key + 1 are those that are not above the key
  const at = countBelow(side.borders, key + 1);
  const run = side.runs[at];
  if (run === undefined) return;
  const index = countBelow(run.keys, key);
  const isThere = run.keys[index] === key;
  if (level !== null && isThere) {
    run.levels[index] = level;
  } else if (level !== null) {
    insert(run, index, [key, level]);
    side.size += 1;
    if (run.keys.length >= fullRun) divide(side, at, run);
  } else if (isThere) {
    remove(run, index);
    side.size -= 1;
    if (run.keys.length === 0 && side.runs.length > 1) drop(side, at);
  }
}

export function clearSide(side: SideLevels): void {
  side.runs = [{ keys: [], levels: [] }];
  side.borders = [];
  side.size = 0;
}

/** Whole units of the best price, or null on an empty side. */
export function bestOf({ runs, direction }: SideLevels): number | null {
  const keys = runs[runs.length - 1]?.keys;
  const key = keys?.[keys.length - 1];
  return key === undefined ? null : key * direction;
}

/** Visits levels, best first, until the visitor answers false; copies nothing. */
export function walkLevels({ runs, direction }: SideLevels, visit: LevelVisitor): void {
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const run = runs[at];
    for (let index = (run?.keys.length ?? 0) - 1; index >= 0; index -= 1) {
      const key = run?.keys[index];
      const level = run?.levels[index];
      if (key === undefined || level === undefined || !visit(key * direction, level)) return;
    }
  }
}

/** The best levels, best first. */
export function topOf(side: SideLevels, depth: number): BookLevel[] {
  const levels: BookLevel[] = [];
  if (depth > 0) walkLevels(side, (_units, level) => levels.push(level) < depth);
  return levels;
}
