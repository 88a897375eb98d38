import type { PoolWeights } from '#shared/domain/health.ts';
import { toDecimal } from '#shared/decimal.ts';
import { formatDecimal } from '#lib/format.ts';
import { poolNames } from './weights.ts';

/** Weights are whole for the eye; a little that is not nothing says so. */
export function weightText(weight: number): string {
  if (weight > 0 && weight < 1) return '< 1';
  return formatDecimal(toDecimal(String(Math.round(weight))) ?? '0');
}

/** `3 %` of a limit; `< 1 %` of what is not nothing. */
export function shareText(weight: number, limit: number): string {
  if (limit <= 0 || weight <= 0) return '0 %';
  const percent = (100 * weight) / limit;
  return percent < 1 ? '< 1 %' : `${Math.round(percent)} %`;
}

/** `spot 12, public 30`; empty: nothing. */
export function poolsText(weights: PoolWeights): string {
  return poolNames
    .filter(pool => weights[pool] > 0)
    .map(pool => `${pool} ${weightText(weights[pool])}`)
    .join(', ');
}
