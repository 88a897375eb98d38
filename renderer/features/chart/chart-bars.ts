import type { UTCTimestamp } from 'lightweight-charts';
import { toNumber } from '#shared/decimal.ts';
import type { Candle } from '#shared/domain/market/candle.ts';

/** A candle for drawing only. */
export interface Bar {
  readonly time: UTCTimestamp;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** The chart counts in seconds. */
export function chartTime(epochMs: number): UTCTimestamp {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library brands its seconds, this is where they are made
  return Math.floor(epochMs / 1000) as UTCTimestamp;
}

export function toBar(candle: Candle): Bar {
  return {
    time: chartTime(candle.openAtMs),
    open: toNumber(candle.open),
    high: toNumber(candle.high),
    low: toNumber(candle.low),
    close: toNumber(candle.close),
  };
}

/** Rising or falling, by the candle alone. */
export function isRising(candle: Candle): boolean {
  return toNumber(candle.close) >= toNumber(candle.open);
}

/**
 * A newer answer joined to the shown bars, oldest first; at the same time the newer counts. When the two are not
 * adjacent, the gap between them cannot be distinguished from a quiet time: then only the newer answer is shown.
 */
export function joinCandles(previous: readonly Candle[] | undefined, next: readonly Candle[]): Candle[] {
  const first = next[0];
  const last = previous?.at(-1);
  if (previous === undefined || first === undefined || last === undefined || last.openAtMs < first.openAtMs)
    return [...next];
  return [...previous.filter(candle => candle.openAtMs < first.openAtMs), ...next];
}

/**
 * True when only the last bar moved, or one more opened after it: then the chart needs no complete update. A check may
 * correct any bar, and a late one may come before the last, which the library takes only as a whole.
 */
export function isTailChange(drawn: readonly Candle[], next: readonly Candle[]): boolean {
  if (drawn.length < 2 || next.length > drawn.length + 1) return false;
  const last = drawn.length - 1;
  const isSettled = drawn.every((candle, index) => index === last || candle === next[index]);
  return isSettled && drawn[last]?.openAtMs === next[last]?.openAtMs;
}

/** The candle that a moment falls into, or null before the first one. Candles come oldest first. */
export function candleAt(candles: readonly Candle[], epochMs: number): Candle | null {
  let low = 0;
  let high = candles.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((candles[middle]?.openAtMs ?? 0) <= epochMs) low = middle + 1;
    else high = middle;
  }
  return candles[low - 1] ?? null;
}
