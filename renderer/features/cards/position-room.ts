import {
  absolute,
  compare,
  type Decimal,
  divide,
  isPositive,
  isZero,
  multiply,
  round,
  subtract,
} from '#shared/decimal.ts';
import type { FuturesContract, Position, RiskLimitLevel } from '#shared/domain/market/futures.ts';

/** Digits kept in a quotient until the one rounding at the end. */
const working = { scale: 24, rounding: 'half-even' } as const;

type Terms = Pick<FuturesContract, 'multiplier' | 'isInverse'>;

/**
 * Quantity in lots, value in the settlement currency: linear lots × multiplier × price, inverse lots × multiplier ÷ price;
 * with the sign of the lots. Null without a price. docs/margin-arithmetic.md §8.
 */
export function valueAt(lots: Decimal, price: Decimal, { multiplier, isInverse }: Terms): Decimal | null {
  if (!isPositive(price)) return null;
  const units = multiply(lots, absolute(multiplier));
  return isInverse ? divide(units, price, working) : multiply(units, price);
}

interface FundingTerms extends Terms {
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

/** Where a position stands on the ladder of risk limits. */
export interface RiskPlace {
  readonly level: RiskLimitLevel;
  /** what counts against the limit: the value at entry, in the settlement currency */
  readonly used: Decimal;
  /** how much more that may become before the next level is needed; below zero: over the limit */
  readonly headroom: Decimal;
  /** the same in whole lots at the mark of now; null without a mark, 0 when there is no room */
  readonly lots: Decimal | null;
}

/** The level that the exchange names by its limit, else the lowest one that holds the value at entry. */
function levelOf(
  { riskLimit }: Pick<Position, 'riskLimit'>,
  used: Decimal,
  levels: readonly RiskLimitLevel[],
): RiskLimitLevel | undefined {
  const named = levels.find(({ maxRiskLimit }) => riskLimit !== null && compare(maxRiskLimit, riskLimit) === 0);
  return named ?? levels.find(({ maxRiskLimit }) => compare(used, maxRiskLimit) <= 0) ?? levels.at(-1);
}

function lotsFor(room: Decimal, { markPrice }: Pick<Position, 'markPrice'>, terms: Terms): Decimal | null {
  const oneLot = valueAt('1', markPrice, terms);
  if (oneLot === null || isZero(oneLot)) return null;
  return isPositive(room) ? divide(room, oneLot, { scale: 0, rounding: 'floor' }) : '0';
}

type Placed = Pick<Position, 'positionCost' | 'riskLimit' | 'markPrice' | 'marginMode'>;

/**
 * The level of an isolated position and the room up to its limit; levels from the lowest up. Null on a cross position,
 * for which these limits do not hold (docs/exchange/records.md §8.2), and where no level is known.
 */
export function riskPlace(position: Placed, levels: readonly RiskLimitLevel[], terms: Terms): RiskPlace | null {
  if (position.marginMode === 'cross') return null;
  const used = absolute(position.positionCost);
  const level = levelOf(position, used, levels);
  if (level === undefined) return null;
  const headroom = subtract(level.maxRiskLimit, used);
  return { level, used, headroom, lots: lotsFor(headroom, position, terms) };
}

/** The time until the next funding, from a countdown that was told a while ago; never below zero. Null: not told. */
export function fundingInMs(countdownMs: number | null, toldAtMs: number | null, nowMs: number): number | null {
  return countdownMs === null || toldAtMs === null ? null : Math.max(0, toldAtMs + countdownMs - nowMs);
}

const two = (value: number) => String(value).padStart(2, '0');

/** `7:04:09` */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
