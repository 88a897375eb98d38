import type { BookLevel } from '../../shared/domain/book.ts';

/**
 * One side of an order book: prices as whole numbers of 10^-scale in a sorted array with the best price last, because
 * most changes happen near the touch and the tail of an array is cheap to move. Beside each lies the level in the
 * exchange's own text, so nothing is ever rounded or printed again.
 */
export interface Ladder {
  /** sets the level, or deletes it with null */
  set(units: number, level: BookLevel | null): void;
  clear(): void;
  size(): number;
  /** whole units of the best price, or null on an empty side */
  best(): number | null;
  /** best first */
  top(depth: number): BookLevel[];
  /** visits levels, best first, until the visitor answers false; copies nothing */
  walk(visit: LevelVisitor): void;
}

/** Sees one level: its price in whole units of 10^-scale, and its texts. Answers whether it wants the next one. */
export type LevelVisitor = (units: number, level: BookLevel) => boolean;

/** How far from the touch a search looks before it halves the whole side. */
const nearTouch = 16;

/** The first index whose key is not below `key` in ascending keys. */
function find(keys: readonly number[], key: number): number {
  let low = 0;
  let high = keys.length;
  const near = high - nearTouch;
  if (near > 0) {
    if ((keys[near] ?? 0) < key) low = near + 1;
    else high = near;
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? 0) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `direction` +1 for bids (the highest is best), -1 for asks. */
export function createLadder(direction: 1 | -1): Ladder {
  const keys: number[] = [];
  const levels: BookLevel[] = [];
  return {
    set(units, level) {
      const key = units * direction;
      const index = find(keys, key);
      const isThere = keys[index] === key;
      if (level !== null && isThere) {
        levels[index] = level;
      } else if (level !== null) {
        keys.splice(index, 0, key);
        levels.splice(index, 0, level);
      } else if (isThere) {
        keys.splice(index, 1);
        levels.splice(index, 1);
      }
    },
    clear() {
      keys.length = 0;
      levels.length = 0;
    },
    size: () => keys.length,
    best() {
      const key = keys.at(-1);
      return key === undefined ? null : key * direction;
    },
    top: depth => levels.slice(Math.max(0, levels.length - depth)).toReversed(),
    walk(visit) {
      for (let index = keys.length - 1; index >= 0; index -= 1) {
        const key = keys[index];
        const level = levels[index];
        if (key === undefined || level === undefined || !visit(key * direction, level)) return;
      }
    },
  };
}
