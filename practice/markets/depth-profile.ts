import type { Random } from '../kernel/kernel.ts';
import { logNormal } from '../kernel/random.ts';
import type { MarketShape } from './listing/market-shape.ts';

/** Four zones hold a quarter of the levels each; they widen away from the touch, so the book is dense where it trades. */
const zoneShares = [0.02, 0.07, 0.3, 1] as const;
const sizeSigma = 0.9;
const wallFactor = 9;
const halfRoundFactor = 3;

/** Where each zone ends, in ticks from the touch. Every zone has room for its share of the levels and then some. */
export function zoneEndsOf(shape: MarketShape): readonly number[] {
  const quota = quotaOf(shape);
  let end = 0;
  return zoneShares.map(share => {
    end = Math.max(Math.round(shape.spanTicks * share), end + Math.ceil(quota * 1.25));
    return end;
  });
}

/** Levels that the makers want in one zone. */
export function quotaOf(shape: MarketShape): number {
  return Math.ceil(shape.levels / zoneShares.length);
}

/** The value (USDT) of a new level: more away from the touch, walls at round prices, never two alike. */
export function levelValue(
  shape: MarketShape,
  place: { readonly distance: number; readonly ticks: number },
  random: Random,
): number {
  const depth = Math.min(1, place.distance / shape.spanTicks);
  const median = shape.touchValue * (shape.deepValue / shape.touchValue) ** depth;
  return logNormal(random, { median, sigma: sizeSigma }) * roundness(shape, place.ticks);
}

function roundness(shape: MarketShape, ticks: number): number {
  if (ticks % shape.roundTicks === 0) return wallFactor;
  return (ticks * 2) % shape.roundTicks === 0 ? halfRoundFactor : 1;
}
