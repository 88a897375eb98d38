import type { Side } from '../kernel/kernel.ts';
import { createLevel, type Level, type Resting } from './level.ts';

/** One side of the book: its levels, best first. Walks start at the best price, where nearly everything happens. */
export interface Ladder {
  readonly side: Side;
  readonly levels: Level[];
  readonly byPrice: Map<bigint, Level>;
}

export function createLadder(side: Side): Ladder {
  return { side, levels: [], byPrice: new Map() };
}

/** True when the first price lies nearer to the other side of the book: higher among bids, lower among asks. */
function isBetter(side: Side, price: bigint, other: bigint): boolean {
  return side === 'buy' ? price > other : price < other;
}

/** True when an order of this side that may go as far as `limit` may trade at `price`. */
export function isWithin(side: Side, price: bigint, limit: bigint): boolean {
  return side === 'buy' ? price <= limit : price >= limit;
}

/** The price that a taker meets first, whether the book shows it or not. */
export function bestPrice(ladder: Ladder): bigint | null {
  return ladder.levels[0]?.price ?? null;
}

/** The order whose turn it is. */
export function nextMaker(ladder: Ladder): Resting | null {
  const level = ladder.levels[0];
  return level?.visible.head ?? level?.hidden.head ?? null;
}

/** The level of this price, made when there is none. */
export function levelAt(ladder: Ladder, price: bigint): Level {
  const known = ladder.byPrice.get(price);
  if (known !== undefined) return known;
  const level = createLevel(price);
  const worse = ladder.levels.findIndex(other => isBetter(ladder.side, price, other.price));
  if (worse < 0) ladder.levels.push(level);
  else ladder.levels.splice(worse, 0, level);
  ladder.byPrice.set(price, level);
  return level;
}

export function dropLevel(ladder: Ladder, level: Level): void {
  ladder.levels.splice(ladder.levels.indexOf(level), 1);
  ladder.byPrice.delete(level.price);
}

/** Levels that show something, best first. */
export function visibleLevels(ladder: Ladder, depth: number): readonly (readonly [price: bigint, size: bigint])[] {
  const rows: (readonly [bigint, bigint])[] = [];
  for (const level of ladder.levels) {
    if (rows.length >= depth) break;
    if (level.shown > 0n) rows.push([level.price, level.shown]);
  }
  return rows;
}
