import type { SpotCandle, SpotHistory } from '../feed/types.ts';
import type { FuturesVenue } from '../futures/types.ts';
import type { Clock } from '../kernel/kernel.ts';
import type { SpotVenue } from '../spot/types.ts';
import type { CandleRange } from './candle-series.ts';
import { futuresIntervals, type Interval, spotIntervals } from './intervals.ts';
import { createMarketRecord, type MarketRecord } from './market-record.ts';
import { type Candle, measureOfContract, measureOfPair } from './measure.ts';

/** The candles of one venue's markets. A market that does not exist answers like one that never traded. */
interface CandleBook {
  isInterval(interval: string): interval is Interval;
  /** oldest first */
  candles(symbol: string, interval: Interval, range: CandleRange): readonly Candle[];
  /** after each trade, when the candles have already taken it in */
  onTrade(listener: (symbol: string) => void): () => void;
}

/** Also what the spot feed needs: see {@link SpotHistory}. */
export type SpotMemory = CandleBook & SpotHistory;

export interface FuturesMemory extends CandleBook {
  /** the candle that is open now, or null before the first trade in it */
  openCandle(symbol: string, interval: Interval): Candle | null;
}

/** What the markets remember of their trades: candles of every interval and the rolling day, in bounded memory. */
export interface MarketHistory {
  readonly spot: SpotMemory;
  readonly futures: FuturesMemory;
}

interface HistoryParts {
  readonly spot: Pick<SpotVenue, 'pairs' | 'onEvent'>;
  readonly futures: Pick<FuturesVenue, 'contracts' | 'onEvent'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Remembers every trade from now on: it must listen before the first one that is to be in the candles. */
export function createMarketHistory(parts: HistoryParts): MarketHistory {
  return { spot: createSpotMemory(parts), futures: createFuturesMemory(parts) };
}

function createCandleBook(records: ReadonlyMap<string, MarketRecord>, intervals: readonly Interval[]) {
  const listeners = new Set<(symbol: string) => void>();
  const known: ReadonlySet<string> = new Set(intervals);
  const book: CandleBook = {
    isInterval: (interval): interval is Interval => known.has(interval),
    candles: (symbol, interval, range) => records.get(symbol)?.candles(interval, range) ?? [],
    onTrade(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const record = (print: Parameters<MarketRecord['record']>[0] & { readonly symbol: string }): void => {
    records.get(print.symbol)?.record(print);
    for (const listener of listeners) listener(print.symbol);
  };
  return { book, record };
}

function writeSpotCandle({ startMs, ...amounts }: Candle): SpotCandle {
  return { startS: startMs / 1000, ...amounts };
}

function createSpotMemory({ spot, clock }: HistoryParts): SpotMemory {
  const records = new Map(
    spot.pairs.map(pair => [pair.symbol, createMarketRecord(measureOfPair(pair), spotIntervals)]),
  );
  const { book, record } = createCandleBook(records, spotIntervals);
  spot.onEvent(event => {
    if (event.kind === 'print') record(event.print);
  });
  return {
    ...book,
    candle(symbol, interval) {
      const found = book.isInterval(interval) ? records.get(symbol)?.openCandle(interval, clock.nowMs()) : null;
      return found === null || found === undefined ? null : writeSpotCandle(found);
    },
    day(symbol) {
      const day = records.get(symbol)?.day(clock.nowMs()) ?? null;
      if (day === null) return null;
      const { open, high, low, close, volume, turnover } = day;
      return { symbol, open, high, low, last: close, volume, turnover };
    },
  };
}

function createFuturesMemory({ futures, clock }: HistoryParts): FuturesMemory {
  const records = new Map(
    futures.contracts.map(contract => [
      contract.symbol,
      createMarketRecord(measureOfContract(contract), futuresIntervals),
    ]),
  );
  const { book, record } = createCandleBook(records, futuresIntervals);
  futures.onEvent(event => {
    if (event.kind === 'print') record(event.print);
  });
  return {
    ...book,
    openCandle: (symbol, interval) => records.get(symbol)?.openCandle(interval, clock.nowMs()) ?? null,
  };
}
