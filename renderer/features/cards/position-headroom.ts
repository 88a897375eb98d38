import { absolute, compare, type Decimal, divide, isPositive, isZero, subtract } from '#shared/decimal.ts';
import type { Position, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import { type ValueTerms, valueAt } from '#lib/funding.ts';

/** The level of a position in the table of risk limits. */
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

function lotsFor(room: Decimal, { markPrice }: Pick<Position, 'markPrice'>, terms: ValueTerms): Decimal | null {
  const oneLot = valueAt('1', markPrice, terms);
  if (oneLot === null || isZero(oneLot)) return null;
  return isPositive(room) ? divide(room, oneLot, { scale: 0, rounding: 'floor' }) : '0';
}

type Placed = Pick<Position, 'positionCost' | 'riskLimit' | 'markPrice' | 'marginMode'>;

/**
 * The level of an isolated position and the room up to its limit; levels from the lowest up. Null on a cross position,
 * for which these limits do not hold (docs/exchange/records.md §8.2), and where no level or its cost is known.
 */
export function riskPlace(position: Placed, levels: readonly RiskLimitLevel[], terms: ValueTerms): RiskPlace | null {
  if (position.marginMode === 'cross' || position.positionCost === null) return null;
  const used = absolute(position.positionCost);
  const level = levelOf(position, used, levels);
  if (level === undefined) return null;
  const headroom = subtract(level.maxRiskLimit, used);
  return { level, used, headroom, lots: lotsFor(headroom, position, terms) };
}
