import { type Decimal, fromUnits } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { Touch } from '#shared/domain/live.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { parseUnits } from './level-text.ts';
import type { ProvedBook } from './proved-book.ts';
import { createSizeSum } from './size-sum.ts';

/** What a window wants to see of a book. */
export interface ViewOptions {
  /** levels (or groups) a side */
  readonly rows: number;
  /** groups prices into steps of this size: bids down, asks up; null = every level */
  readonly step: Decimal | null;
}

/** What is shown of both sides, best first. */
export interface BookView {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** the best prices where the rows are grouped; without it they are in the first rows */
  readonly touch?: Touch | undefined;
}

const sizes = createSizeSum();

function isKnown(proved: ProvedBook, side: Side, units: number): boolean {
  return side === 'buy' ? units >= proved.floorUnits : units <= proved.ceilingUnits;
}

function levelsOf(proved: ProvedBook, side: Side, rows: number): BookLevel[] {
  const levels: BookLevel[] = [];
  proved.book.walk(side, (units, level) => {
    if (!isKnown(proved, side, units)) return false;
    levels.push(level);
    return levels.length < rows;
  });
  return levels;
}

/**
 * The group's price: a whole number of steps, down for bids and up for asks, so that no group looks better than it is.
 */
function groupOf(side: Side, units: number, stepUnits: number): number {
  const rest = units % stepUnits;
  if (rest === 0) return units;
  return side === 'buy' ? units - rest : units - rest + stepUnits;
}

/** Groups that reach beyond what is known for sure are left out: a part of a group is not its size. */
function groupsOf(
  proved: ProvedBook,
  side: Side,
  { rows, stepUnits }: { rows: number; stepUnits: number },
): BookLevel[] {
  const groups: BookLevel[] = [];
  let group = Number.NaN;
  const close = () => {
    if (!Number.isNaN(group)) groups.push([fromUnits(BigInt(group), proved.priceScale), sizes.take()]);
  };
  proved.book.walk(side, (units, [, size]) => {
    const mine = groupOf(side, units, stepUnits);
    if (mine !== group) {
      close();
      group = Number.NaN;
      const isWhole = isKnown(proved, side, mine);
      if (!isWhole || groups.length >= rows) return false;
      group = mine;
    }
    sizes.add(size);
    return true;
  });
  close();
  return groups;
}

/** The step in the book's own units; null for one that groups nothing: none, or one as fine as the prices. */
function stepUnitsOf(proved: ProvedBook, step: Decimal | null): number | null {
  const units = step === null ? null : parseUnits(step, proved.priceScale);
  return units === null || units <= 1 ? null : units;
}

/** Whether a side has so many levels known for sure. */
function knows(proved: ProvedBook, side: Side, least: number): boolean {
  let known = 0;
  proved.book.walk(side, units => {
    if (isKnown(proved, side, units)) known += 1;
    else return false;
    return known < least;
  });
  return known >= least;
}

/** So deep is a book that the exchange cut when it comes: no new one is deeper. */
const cutRows = 100;

/** Half of what is shown, as far as a book that was cut ever shows it, is too few. */
function isSideShort(proved: ProvedBook, side: Side, rows: number): boolean {
  const edge = side === 'buy' ? proved.floorUnits : proved.ceilingUnits;
  return Number.isFinite(edge) && !knows(proved, side, Math.max(10, Math.floor(Math.min(rows, cutRows) / 2)));
}

/** Whether so few levels are certain that a new snapshot adds some. */
export function isShort(proved: ProvedBook, rows: number): boolean {
  return isSideShort(proved, 'buy', rows) || isSideShort(proved, 'sell', rows);
}

/** What a window sees of a book. Cumulated sizes and the like are made in the page. */
export function viewOf(proved: ProvedBook, options: ViewOptions): BookView {
  const { rows } = options;
  const stepUnits = stepUnitsOf(proved, options.step);
  if (stepUnits === null) return { bids: levelsOf(proved, 'buy', rows), asks: levelsOf(proved, 'sell', rows) };
  const grouped = (side: Side) => groupsOf(proved, side, { rows, stepUnits });
  const best = (side: Side) => levelsOf(proved, side, 1)[0]?.[0] ?? null;
  return { bids: grouped('buy'), asks: grouped('sell'), touch: { bid: best('buy'), ask: best('sell') } };
}
