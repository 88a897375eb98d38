import { compare, type Decimal } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { distanceTo } from './margin/margin-preview.ts';

/** The distance to liquidation as a fraction of mark; null when no price liquidates the position or it is not said. */
export function liquidationDistance(position: Position): Decimal | null {
  return position.liquidationPrice === null ? null : distanceTo(position.liquidationPrice, position);
}

export type LiquidationRisk = 'danger' | 'warning' | 'calm' | 'unknown';

/** Bands of distance: under 5 % act now, under 15 % watch. */
export function liquidationRisk(distance: Decimal | null): LiquidationRisk {
  if (distance === null) return 'unknown';
  if (compare(distance, '0.05') < 0) return 'danger';
  return compare(distance, '0.15') < 0 ? 'warning' : 'calm';
}

/** The most endangered first; a position that cannot be liquidated last. */
export function byLiquidationRisk(a: Position, b: Position): number {
  const [left, right] = [liquidationDistance(a), liquidationDistance(b)];
  if (left === null || right === null) return (left === null ? 1 : 0) - (right === null ? 1 : 0);
  return compare(left, right);
}

const lampBounds: readonly Decimal[] = ['0.2', '0.4', '0.6', '0.8'];

/** Lamps of five lit by the ADL rank: the last lamp means first in the queue to be deleveraged. Null when not said. */
export function adlLamps(percentile: Decimal | null): number | null {
  if (percentile === null) return null;
  return lampBounds.filter(bound => compare(percentile, bound) > 0).length + 1;
}
