import {
  add,
  compare,
  type Decimal,
  divide,
  fromNumber,
  isPositive,
  isZero,
  multiply,
  negate,
  roundToStep,
  subtract,
  sum,
} from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { MarketTerms } from '../market-terms.ts';
import { t } from '#shared/words/t.ts';

/** How the size is shared out from the nearest rung to the farthest. */
export type SizeShape = 'flat' | 'linear' | 'geometric';

/** More rows than this are a mistake of typing, and take longer to send than a price lives. */
export const mostRungs = 100;

/** A ladder as one would say it. */
export interface LadderPlan {
  readonly side: Side;
  /** the two ends of the range, in any order */
  readonly ends: readonly [Decimal, Decimal];
  readonly count: number;
  readonly shape: SizeShape;
  /** linear: the farthest rung is so many times the nearest. geometric: each is so many times the one before it */
  readonly skew: Decimal;
  /** `size`: base currency on spot, lots on futures. `quote`: what all rungs together move at their own prices */
  readonly amount: { readonly in: 'size' | 'quote'; readonly figure: Decimal };
}

/** One order of a ladder. */
export interface Rung {
  readonly price: Decimal;
  /** base currency on spot, lots on futures */
  readonly size: Decimal;
}

export type LadderField = 'range' | 'count' | 'skew' | 'size';

export type ComposedLadder =
  | { readonly ok: true; readonly rungs: readonly Rung[] }
  | { readonly ok: false; readonly field: LadderField; readonly reason: string };

type Terms = Pick<MarketTerms, 'tick' | 'lot' | 'multiplier' | 'isInverse'>;

/**
 * The orders of a ladder, the nearest to the market first: prices on ticks, no two alike; sizes in whole lots, of which
 * the last takes what rounding left, so that they add up to exactly what was asked, cut down to lots.
 */
export function composeLadder(plan: LadderPlan, terms: Terms): ComposedLadder {
  const { count, skew } = plan;
  if (!Number.isInteger(count) || count < 1 || count > mostRungs)
    return invalid('count', t`A scaled order has 1 to ${mostRungs} rungs.`);
  if (!isPositive(skew)) return invalid('skew', t`The skew must be above zero; 1 shares out evenly.`);
  const prices = pricesOf(plan, terms.tick);
  if (typeof prices === 'string') return invalid('range', prices);
  const weights = weightsOf(plan, prices);
  const lots = lotsOf(plan, weights, terms);
  if (isZero(lots)) return invalid('size', t`It comes to less than one lot of ${terms.lot}.`);
  return { ok: true, rungs: shareOut(lots, weights, terms.lot) };
}

function invalid(field: LadderField, reason: string): ComposedLadder {
  return { ok: false, field, reason };
}

/** Evenly spaced from near to far, each on the tick that is farther from the market; or why there are none. */
function pricesOf({ side, ends, count }: LadderPlan, tick: Decimal): readonly Decimal[] | string {
  const away = side === 'buy' ? 'floor' : 'ceil';
  const [one, other] = [roundToStep(ends[0], tick, away), roundToStep(ends[1], tick, away)];
  const isRising = compare(one, other) <= 0;
  const [low, high] = isRising ? [one, other] : [other, one];
  if (!isPositive(low)) return t`The range must lie above zero.`;
  const near = side === 'buy' ? high : low;
  if (count === 1) return [near];
  const ticks = divide(subtract(high, low), tick, { scale: 0, rounding: 'down' });
  if (compare(ticks, fromNumber(count - 1)) < 0)
    return t`The range has ${add(ticks, '1')} prices for ${count} rungs. Widen the range or use fewer rungs.`;
  const step = side === 'buy' ? negate(tick) : tick;
  return Array.from({ length: count }, (_, row) => {
    const along = divide(multiply(ticks, fromNumber(row)), fromNumber(count - 1), { scale: 0, rounding: 'up' });
    return add(near, multiply(along, step));
  });
}

interface Weighted {
  readonly price: Decimal;
  readonly weight: Decimal;
}

/** What each rung's size is in proportion to the others; exact, so that only the cut to lots rounds. */
function weightsOf({ count, shape, skew }: LadderPlan, prices: readonly Decimal[]): readonly Weighted[] {
  let grown: Decimal = '1';
  return prices.map((price, row) => {
    if (shape === 'flat' || count === 1) return { price, weight: '1' };
    if (shape === 'linear')
      return { price, weight: add(fromNumber(count - 1), multiply(subtract(skew, '1'), fromNumber(row))) };
    const weight = grown;
    grown = multiply(grown, skew);
    return { price, weight };
  });
}

/** The whole ladder in lots, cut down. */
function lotsOf({ amount }: LadderPlan, rungs: readonly Weighted[], terms: Terms): Decimal {
  const { lot, multiplier, isInverse } = terms;
  const cut = { scale: 0, rounding: 'down' } as const;
  if (amount.in === 'size') return divide(amount.figure, lot, cut);
  const ofLot = multiply(multiplier, lot);
  if (isInverse) return divide(amount.figure, ofLot, cut);
  // shared out by weight, a lot of the whole ladder moves the weighted average of the prices
  const total = sum(rungs.map(({ weight }) => weight));
  const weighted = sum(rungs.map(({ weight, price }) => multiply(weight, price)));
  return divide(multiply(amount.figure, total), multiply(ofLot, weighted), cut);
}

/** Whole lots in proportion, cut down; the last takes the rest. */
function shareOut(lots: Decimal, rungs: readonly Weighted[], lot: Decimal): readonly Rung[] {
  const total = sum(rungs.map(({ weight }) => weight));
  let left = lots;
  return rungs.map(({ price, weight }, row) => {
    const part = divide(multiply(lots, weight), total, { scale: 0, rounding: 'down' });
    const given = row === rungs.length - 1 ? left : part;
    left = subtract(left, given);
    return { price, size: multiply(given, lot) };
  });
}
