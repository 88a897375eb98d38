import {
  compare,
  type Decimal,
  divide,
  fromNumber,
  multiply,
  normalise,
  type Rounding,
  toNumber,
} from '#shared/decimal.ts';
import type { Touch } from '#shared/domain/live.ts';
import { t } from '#shared/words/t.ts';

/** Which prices the rows stand for: each row is one step below the one above it. Counted in whole steps from zero. */
export interface LadderWindow {
  readonly step: Decimal;
  readonly top: number;
  readonly count: number;
  /** the user scrolled to other prices: the rows do not scroll back by themselves */
  readonly isElsewhere?: boolean;
}

/** The row of the best bid and that of the best ask; null: that side is empty. */
export interface TouchRows {
  readonly bid: number | null;
  readonly ask: number | null;
}

/**
 * How many steps from zero a price is. Bids belong to the row below them and asks to the one above, as in a grouped
 * book.
 */
export function rowOf(price: Decimal, step: Decimal, rounding: Rounding): number {
  return toNumber(divide(price, step, { scale: 0, rounding }));
}

/** The price of a row, exactly: what an order there asks. */
export function priceOf(row: number, step: Decimal): Decimal {
  return normalise(multiply(step, fromNumber(row)));
}

export function touchRows({ bid, ask }: Touch, step: Decimal): TouchRows {
  return {
    bid: bid === null ? null : rowOf(bid, step, 'floor'),
    ask: ask === null ? null : rowOf(ask, step, 'ceil'),
  };
}

/** The rows from the top down. */
export function rowsIn({ top, count }: LadderWindow): readonly number[] {
  return Array.from({ length: count }, (_, index) => top - index);
}

function lowestOf({ top, count }: LadderWindow): number {
  return top - count + 1;
}

/** No row is at a price of zero or below. */
function placed(step: Decimal, top: number, count: number): LadderWindow {
  return { step, top: Math.max(top, count), count };
}

function middleOf({ bid, ask }: TouchRows): number | null {
  if (bid === null || ask === null) return bid ?? ask;
  return Math.floor((bid + ask) / 2);
}

/** The rows with the market in their middle; null while the market is unknown. */
export function centred(touch: TouchRows, step: Decimal, count: number): LadderWindow | null {
  const middle = middleOf(touch);
  return middle === null ? null : placed(step, middle + Math.floor(count / 2), count);
}

/** The rows at other prices, so many up (positive) or down. */
export function scrolled({ step, top, count }: LadderWindow, by: number): LadderWindow {
  return { ...placed(step, top + by, count), isElsewhere: true };
}

/** The rows with one of them in their middle. */
export function around(row: number, { step, top, count }: LadderWindow): LadderWindow {
  return scrolled({ step, top, count }, row + Math.floor(count / 2) - top);
}

/** So many rows above the highest (positive) or below the lowest (negative) the touch is; 0: it is in view. */
export function rowsAway(window: LadderWindow, touch: TouchRows): number {
  const { bid, ask } = touch;
  const isTooWide = bid !== null && ask !== null && ask - bid >= window.count;
  // a spread that is wider than the ladder is looked at in its middle
  const [low, high] = isTooWide ? [middleOf(touch), middleOf(touch)] : [bid ?? ask, ask ?? bid];
  if (high !== null && high > window.top) return high - window.top;
  return low !== null && low < lowestOf(window) ? low - lowestOf(window) : 0;
}

export interface SettleOptions {
  /** null: there was none yet */
  readonly window: LadderWindow | null;
  readonly touch: TouchRows;
  readonly step: Decimal;
  /** as many rows as there is room for */
  readonly count: number;
  /** the pointer or the keys are on the rows: nothing moves under them */
  readonly isHeld: boolean;
}

/**
 * The rows of the next frame. They stay; they follow the market by themselves only when the touch has left them,
 * without a pointer on them. Another step has other prices, without a pointer on them yet.
 */
export function settle({ window, touch, step, count, isHeld }: SettleOptions): LadderWindow | null {
  if (window === null || window.step !== step) return centred(touch, step, count);
  const { isElsewhere = false } = window;
  const kept = window.count === count ? window : { ...placed(step, window.top, count), isElsewhere };
  const near = centred(touch, step, count);
  // who went elsewhere and met the market again is with it again
  if (rowsAway(kept, touch) === 0) return isElsewhere ? { ...kept, isElsewhere: false } : kept;
  return isHeld || isElsewhere || near === null ? kept : near;
}

/** Where the market is that the rows have lost; null: it is in view. */
export function awayText(away: number): string | null {
  if (away === 0) return null;
  const rows = Math.abs(away);
  return t`market ${rows} ${rows === 1 ? t`row` : t`rows`} ${away > 0 ? t`up` : t`down`}`;
}

/** Two hundredths of a thousandth of the price: forty rows show a market that moves by less than a thousandth of it. */
const usualShare = '0.00002';

/** The finest step with which the market does not run out of the rows while one looks; the coarsest where none is. */
export function usualStep(steps: readonly Decimal[], price: Decimal): Decimal {
  const least = multiply(price, usualShare);
  return steps.find(step => compare(step, least) >= 0) ?? steps.at(-1) ?? '1';
}
