import { compare, type Decimal } from '#shared/decimal.ts';
import type { RowReach } from './position-reach.ts';

export type LiquidationDanger = 'danger' | 'warning' | 'calm' | 'unknown';

/** From here on a row is calm; an unknown one comes before that. */
const calmFrom: Decimal = '0.15';

/** For sorting only: further away than any that has a distance. */
const beyond: Decimal = '1000';

/** Bands of distance: under 5 % act now, under 15 % watch. */
export function dangerOf(distance: Decimal | null): LiquidationDanger {
  if (distance === null) return 'unknown';
  if (compare(distance, '0.05') < 0) return 'danger';
  return compare(distance, calmFrom) < 0 ? 'warning' : 'calm';
}

type Reach = Pick<RowReach, 'distance' | 'isSafe'>;

function placeOf({ distance, isSafe }: Reach): Decimal {
  return distance ?? (isSafe ? beyond : calmFrom);
}

/** The nearest to liquidation first; what is not known before the calm ones, never as the safest. */
export function byReach(a: Reach, b: Reach): number {
  const order = compare(placeOf(a), placeOf(b));
  return order === 0 ? (a.distance === null ? 0 : 1) - (b.distance === null ? 0 : 1) : order;
}
