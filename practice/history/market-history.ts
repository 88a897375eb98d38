import type { FuturesVenue } from '../futures/types.ts';
import type { Clock } from '../kernel/kernel.ts';
import type { SpotVenue } from '../spot/types.ts';
import type { CandleRange } from './candle-series.ts';
import { futuresIntervals, type Interval, spotIntervals } from './intervals.ts';
import { createMarketRecord } from './market-record.ts';
import { type Candle, type Measure, measureOfContract, measureOfPair, type Print } from './measure.ts';

/** What one venue's markets remember. A market that does not exist answers like one that never traded. */
export interface VenueHistory {
  /** `1min` … `1month`, docs/exchange/records.md §6.4 */
  isInterval(interval: string): interval is Interval;
  /** oldest first */
  candles(symbol: string, interval: Interval, range: CandleRange): readonly Candle[];
  /** the candle that is open now, or null before the first trade in it */
  openCandle(symbol: string, interval: string): Candle | null;
  /** the last 24 hours as one candle; it opens at the price of 24 hours ago, or the first one known */
  day(symbol: string): Candle | null;
  /** after each trade, when the candles and the day have already taken it in */
  onTrade(listener: (symbol: string) => void): () => void;
}

/** What the markets remember of their trades: candles of every interval and the rolling day, in bounded memory. */
export interface MarketHistory {
  readonly spot: VenueHistory;
  readonly futures: VenueHistory;
}

interface HistoryOptions {
  readonly spot: Pick<SpotVenue, 'pairs' | 'onEvent'>;
  readonly futures: Pick<FuturesVenue, 'contracts' | 'onEvent'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** older trades belong to their account only: in the candles they would be alone, a day before all others */
  readonly fromMs?: number;
}

/** Remembers every trade from then on: it must listen before the first one that is to be in the candles. */
export function createMarketHistory({ spot, futures, clock, fromMs = 0 }: HistoryOptions): MarketHistory {
  return {
    spot: createVenueHistory({
      clock,
      fromMs,
      intervals: spotIntervals,
      measures: new Map(spot.pairs.map(pair => [pair.symbol, measureOfPair(pair)])),
      onPrint: listener => spot.onEvent(event => event.kind === 'print' && listener(event.print), ['print']),
    }),
    futures: createVenueHistory({
      clock,
      fromMs,
      intervals: futuresIntervals,
      measures: new Map(futures.contracts.map(contract => [contract.symbol, measureOfContract(contract)])),
      onPrint: listener => futures.onEvent(event => event.kind === 'print' && listener(event.print), ['print']),
    }),
  };
}

interface VenueHistoryOptions {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly fromMs: number;
  readonly intervals: readonly Interval[];
  /** by symbol */
  readonly measures: ReadonlyMap<string, Measure>;
  readonly onPrint: (listener: (print: Print & { readonly symbol: string }) => void) => void;
}

function createVenueHistory({ clock, fromMs, intervals, measures, onPrint }: VenueHistoryOptions): VenueHistory {
  const records = new Map(
    Array.from(measures, ([symbol, measure]) => [symbol, createMarketRecord(measure, intervals)] as const),
  );
  const listeners = new Set<(symbol: string) => void>();
  const isInterval = (interval: string): interval is Interval => intervals.some(known => known === interval);
  onPrint(print => {
    if (clock.nowMs() < fromMs) return;
    records.get(print.symbol)?.record(print);
    for (const listener of listeners) listener(print.symbol);
  });
  return {
    isInterval,
    candles: (symbol, interval, range) => records.get(symbol)?.candles(interval, range) ?? [],
    openCandle(symbol, interval) {
      return isInterval(interval) ? (records.get(symbol)?.openCandle(interval, clock.nowMs()) ?? null) : null;
    },
    day: symbol => records.get(symbol)?.day(clock.nowMs()) ?? null,
    onTrade(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
