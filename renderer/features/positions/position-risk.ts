import { absolute, add, compare, type Decimal, divide, isPositive, subtract } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { crossRatio } from '#shared/order-entry/cross-wallet.ts';
import { liquidationDistance } from '#lib/orders/liquidation-distance.ts';

export type LiquidationRisk = 'danger' | 'warning' | 'calm' | 'unknown';

/** Bands of distance: under 5 % act now, under 15 % watch. */
export function liquidationRisk(distance: Decimal | null): LiquidationRisk {
  if (distance === null) return 'unknown';
  if (compare(distance, '0.05') < 0) return 'danger';
  return compare(distance, calmFrom) < 0 ? 'warning' : 'calm';
}

/** From here on a position is calm. */
const calmFrom = '0.15';

/** The most endangered first. Where the room is not known it may be any: such a position stands before the calm ones. */
export function byLiquidationRisk(a: Position, b: Position): number {
  const [left, right] = [liquidationDistance(a), liquidationDistance(b)];
  const order = compare(left ?? calmFrom, right ?? calmFrom);
  return order === 0 ? (left === null ? 0 : 1) - (right === null ? 0 : 1) : order;
}

const lampBounds: readonly Decimal[] = ['0.2', '0.4', '0.6', '0.8'];

/** Lamps of five lit by the ADL rank: the last lamp means first in the queue to be deleveraged. Null when not said. */
export function adlLamps(percentile: Decimal | null): number | null {
  if (percentile === null) return null;
  return lampBounds.filter(bound => compare(percentile, bound) > 0).length + 1;
}

/** Maintenance margin over margin with PnL, as a fraction; null of a cross position, and where it is not said. */
export function marginRatio({ marginMode, maintenanceMargin, marginWithPnl }: Position): Decimal | null {
  if (marginMode === 'cross' || maintenanceMargin === null || marginWithPnl === null) return null;
  if (!isPositive(marginWithPnl)) return null;
  return divide(maintenanceMargin, marginWithPnl, { scale: 6, rounding: 'up' });
}

/** What a wallet comes to with its positions, in its currency; null: not known. */
export type EquityOf = (currency: string) => Decimal | null;

/** The ratio of the wallet behind a cross position, about; null of an isolated one, and where it cannot be told. */
export function walletRatio(position: Position, positions: readonly Position[], equityOf: EquityOf): Decimal | null {
  if (position.marginMode !== 'cross') return null;
  const equity = equityOf(position.settleCurrency);
  return equity === null ? null : crossRatio(positions, position.settleCurrency, equity);
}

/**
 * What the value at entry may grow by before the risk limit, never below zero (docs/margin-arithmetic.md §8); null of a
 * cross position, which has no place on the ladder, and where the exchange names no limit.
 */
export function riskHeadroom({ marginMode, riskLimit, positionCost }: Position): Decimal | null {
  if (marginMode === 'cross' || riskLimit === null) return null;
  const room = subtract(riskLimit, absolute(positionCost));
  return isPositive(room) ? room : '0';
}

export interface PositionTotal {
  readonly currency: string;
  readonly notional: Decimal;
  readonly unrealisedPnl: Decimal;
}

/** Sums of each settlement currency, in the order of the first position: coins are never added to one another. */
export function totalsOf(positions: readonly Position[]): readonly PositionTotal[] {
  const totals = new Map<string, PositionTotal>();
  for (const { settleCurrency: currency, markValue, unrealisedPnl } of positions) {
    const total = totals.get(currency) ?? { currency, notional: '0', unrealisedPnl: '0' };
    totals.set(currency, {
      currency,
      notional: add(total.notional, absolute(markValue)),
      unrealisedPnl: add(total.unrealisedPnl, unrealisedPnl),
    });
  }
  return [...totals.values()];
}
