import { add, type Decimal, maximum, minimum, scaleOf, toUnits } from '#shared/decimal.ts';
import type { Contract } from '../futures/contract-types.ts';
import type { CandleRange, RawCandle } from '../history/candle-series.ts';
import { candleEndMs, candleStartMs, type Interval } from '../history/intervals.ts';
import type { MarketHistory, VenueHistory } from '../history/market-history.ts';
import { type Candle, type Measure, measureOfContract, measureOfPair } from '../history/measure.ts';
import { dayMs, minuteMs } from '../kernel/durations.ts';
import type { SpotPair } from '../spot/types.ts';
import { futuresShapes, spotShapes } from '../markets/listing/market-shape.ts';
import type { PastPrices } from './past-prices.ts';
import { blockMinutes, remembering } from './price-path.ts';

/** Candles reach back this far before the living prices. */
const reachMs = 200 * dayMs;

/** A trade of an account before the living prices begin. */
export interface EarlyTrade {
  readonly symbol: string;
  readonly timeMs: number;
  readonly price: Decimal;
}

interface PastMarket {
  readonly symbol: string;
  readonly measure: Measure;
  readonly tick: Decimal;
  /** how many lots a minute trades, about */
  readonly sizeAMinute: (price: number) => number;
}

interface PastCandlesOptions {
  readonly prices: PastPrices;
  readonly pairs: readonly SpotPair[];
  readonly contracts: readonly Contract[];
  /** candles contain these as well */
  readonly earlyTrades: readonly EarlyTrade[];
}

/** A candle while it is made of minutes, the newest minute first; prices are doubles. */
interface Draft {
  readonly startMs: number;
  readonly close: number;
  open: number;
  high: number;
  low: number;
  minutes: number;
}

/** The minutes before the living prices as drafts, the newest first. */
function draftCandles(
  { prices }: PastCandlesOptions,
  symbol: string,
  { interval, fromMs, toMs, most }: Pick<CandleRange, 'fromMs' | 'toMs' | 'most'> & { readonly interval: Interval },
): readonly Draft[] {
  const drafts: Draft[] = [];
  const { endMs } = prices;
  const blockOf = remembering((number: number) => prices.block(symbol, number), 2);
  let timeMs = toMs >= endMs ? endMs : Math.min(endMs, candleEndMs(interval, candleStartMs(interval, toMs - 1)));
  for (let draft: Draft | undefined; timeMs > endMs - reachMs; timeMs -= minuteMs) {
    const minute = (endMs - timeMs) / minuteMs;
    const values = blockOf(Math.floor(minute / blockMinutes));
    const close = values[minute % blockMinutes] ?? 0;
    const open = values[(minute % blockMinutes) + 1] ?? close;
    if (draft === undefined || timeMs - minuteMs < draft.startMs) {
      const startMs = candleStartMs(interval, timeMs - minuteMs);
      if (startMs < fromMs || drafts.length >= most) break;
      draft = { startMs, close, open, high: close, low: close, minutes: 0 };
      drafts.push(draft);
    }
    draft.open = open;
    draft.high = Math.max(draft.high, open, close);
    draft.low = Math.min(draft.low, open, close);
    draft.minutes += 1;
  }
  return drafts;
}

/** Not every minute trades alike. */
function unevenly(startMs: number): number {
  return 0.6 + 0.8 * (((startMs / minuteMs) * 0.618_034) % 1);
}

function toRawCandle({ measure, tick, sizeAMinute }: PastMarket, draft: Draft): RawCandle {
  const units = toUnits(tick, scaleOf(tick));
  const onTick = (price: number): bigint => BigInt(Math.round(price / Number(tick))) * units;
  const [open, close, high, low] = [draft.open, draft.close, draft.high, draft.low].map(onTick);
  const volume = BigInt(Math.max(1, Math.round(sizeAMinute(draft.open) * draft.minutes * unevenly(draft.startMs))));
  return {
    startMs: draft.startMs,
    open: open ?? 0n,
    close: close ?? 0n,
    high: high ?? 0n,
    low: low ?? 0n,
    volume,
    turnover: measure.worth((low ?? 0n) + ((high ?? 0n) - (low ?? 0n)) / 2n, volume),
  };
}

/** The candle in which the living prices begin. */
function joinCandles(past: Candle, living: Candle): Candle {
  return {
    ...living,
    open: past.open,
    high: maximum(past.high, living.high),
    low: minimum(past.low, living.low),
    volume: add(past.volume, living.volume),
    turnover: add(past.turnover, living.turnover),
  };
}

function withTrades(candle: Candle, interval: Interval, trades: readonly EarlyTrade[]): Candle {
  const endMs = candleEndMs(interval, candle.startMs);
  const own = trades.filter(({ timeMs }) => timeMs >= candle.startMs && timeMs < endMs).map(({ price }) => price);
  const high = own.reduce((most, price) => maximum(most, price), candle.high);
  const low = own.reduce((least, price) => minimum(least, price), candle.low);
  return { ...candle, high, low };
}

function joinPast(past: readonly Candle[], living: readonly Candle[]): readonly Candle[] {
  const [last, first] = [past.at(-1), living[0]];
  if (last === undefined || first === undefined || last.startMs !== first.startMs) return [...past, ...living];
  return [...past.slice(0, -1), joinCandles(last, first), ...living.slice(1)];
}

function withPast(
  history: VenueHistory,
  markets: ReadonlyMap<string, PastMarket>,
  options: PastCandlesOptions,
): VenueHistory {
  return {
    ...history,
    candles(symbol, interval, range) {
      const market = markets.get(symbol);
      const { fromMs, toMs, most, keep } = range;
      if (market === undefined || !history.isInterval(interval) || fromMs >= options.prices.endMs)
        return history.candles(symbol, interval, range);
      const living = history.candles(symbol, interval, { ...range, most: Infinity });
      const missing = keep === 'newest' ? most - living.length + 1 : Infinity;
      const trades = options.earlyTrades.filter(trade => trade.symbol === symbol);
      const past = draftCandles(options, symbol, { interval, fromMs, toMs, most: missing })
        .map(draft => withTrades(market.measure.write(toRawCandle(market, draft)), interval, trades))
        .toReversed();
      const all = joinPast(past, living);
      return keep === 'newest' ? all.slice(Math.max(0, all.length - most)) : all.slice(0, most);
    },
  };
}

function createMarkets({ pairs, contracts, prices }: PastCandlesOptions): ReadonlyMap<string, PastMarket> {
  const shapes = new Map([...spotShapes, ...futuresShapes].map(shape => [shape.symbol, shape]));
  const valueOf = (symbol: string): number => (shapes.get(symbol)?.dailyValue ?? 0) / (dayMs / minuteMs);
  const ofPairs = pairs.map((pair): PastMarket => {
    const { symbol } = pair;
    const quoteUsdt = pair.quoteCurrency === 'BTC' ? prices.priceAt('BTC-USDT', prices.endMs) : 1;
    const lot = 10 ** -scaleOf(pair.baseIncrement);
    const sizeAMinute = (price: number): number => valueOf(symbol) / (price * quoteUsdt * lot);
    return { symbol, measure: measureOfPair(pair), tick: pair.priceIncrement, sizeAMinute };
  });
  const ofContracts = contracts.map((contract): PastMarket => {
    const { symbol, isInverse } = contract;
    const multiplier = Math.abs(Number(contract.multiplier));
    const sizeAMinute = (price: number): number => valueOf(symbol) / (isInverse ? multiplier : multiplier * price);
    return { symbol, measure: measureOfContract(contract), tick: contract.tickSize, sizeAMinute };
  });
  return new Map([...ofPairs, ...ofContracts].map(market => [market.symbol, market]));
}

/**
 * The candles of the live markets, and before them those of a generated past: made from the price paths on request, so
 * that a start does not wait for them.
 */
export function withPastCandles(history: MarketHistory, options: PastCandlesOptions): MarketHistory {
  const markets = createMarkets(options);
  return {
    spot: withPast(history.spot, markets, options),
    futures: withPast(history.futures, markets, options),
  };
}
