import type { Candle } from '../domain/market/candle.ts';

/** For tests: a candle with an unchanged price. */
export function buildCandle(overrides: Partial<Candle> = {}): Candle {
  return { openAtMs: 0, open: '100', high: '100', low: '100', close: '100', volume: '1', ...overrides };
}
