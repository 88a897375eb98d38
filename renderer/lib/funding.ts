import { absolute, type Decimal, divide, isPositive, multiply, round } from '#shared/decimal.ts';
import type { ContractRecord, Position } from '#shared/domain/market/futures.ts';

/** Digits kept in a quotient until the one rounding at the end. */
const working = { scale: 24, rounding: 'half-even' } as const;

/** What a contract's value is counted by. */
export type ValueTerms = Pick<ContractRecord, 'multiplier' | 'isInverse'>;

/**
 * Quantity in lots, value in the settlement currency: linear lots × multiplier × price, inverse lots × multiplier ÷ price;
 * with the sign of the lots. Null without a price or multiplier. docs/margin-arithmetic.md §8.
 */
export function valueAt(lots: Decimal, price: Decimal | null, { multiplier, isInverse }: ValueTerms): Decimal | null {
  if (price === null || multiplier === null || !isPositive(price)) return null;
  const units = multiply(lots, absolute(multiplier));
  return isInverse ? divide(units, price, working) : multiply(units, price);
}

interface FundingTerms extends ValueTerms {
  readonly fundingFeeRate: Decimal | null;
}

/**
 * What the next funding takes from the position at the rate and the mark of now, in the settlement currency: above zero
 * it pays, below zero it receives. A positive rate makes longs pay shorts (docs/exchange/matching.md §9). Null where the
 * rate or the mark is not known.
 */
export function fundingCost(
  { quantity, markPrice }: Pick<Position, 'quantity' | 'markPrice'>,
  terms: FundingTerms,
): Decimal | null {
  const value = valueAt(quantity, markPrice, terms);
  if (terms.fundingFeeRate === null || value === null) return null;
  return round(multiply(value, terms.fundingFeeRate), 8, 'half-even');
}

/** The time until the next funding, from an earlier countdown; never below zero. Null: unknown. */
export function fundingInMs(countdownMs: number | null, toldAtMs: number | null, nowMs: number): number | null {
  return countdownMs === null || toldAtMs === null ? null : Math.max(0, toldAtMs + countdownMs - nowMs);
}

const two = (value: number) => String(value).padStart(2, '0');

/** `7:04:09` */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
