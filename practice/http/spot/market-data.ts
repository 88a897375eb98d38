import * as z from 'zod/mini';
import { type Decimal, divide, isZero, subtract } from '#shared/decimal.ts';
import { baseFeeRate } from '#practice/accounts/base-fee.ts';
import { accept, type Level, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { markPriceOf } from '#practice/spot/mark-price.ts';
import type { SpotPair } from '#practice/spot/types.ts';
import type { Answer, Call } from '../endpoint/endpoint.ts';
import { orElse, read, readQuery, symbol, text, wholeText } from '../endpoint/fields.ts';
import { type JsonFields, numeric } from '#practice/wire/json.ts';

/**
 * Books, tickers, trades and candles of the spot market: docs/exchange/endpoints.md §2. All are wrapped in both
 * dialects.
 */

const wholeBook = Number.MAX_SAFE_INTEGER;
const mostCandles = 1500;
const tradesListed = 100;
const nothing: Level = ['0', '0'];
const ratioScale = 4;
const averageScale = 8;

const SymbolFields = z.object({ symbol });

function pairOf(call: Call, input: 'query' | 'path'): Outcome<SpotPair> {
  const fields = input === 'query' ? readQuery(SymbolFields, call.query) : read(SymbolFields, call.path);
  if (!fields.ok) return fields;
  const pair = call.exchange.spot.pair(fields.value.symbol);
  if (pair === null) return refuse('symbol-unknown', `symbol ${fields.value.symbol} not exists`, 'symbol');
  return accept(pair);
}

/**
 * GET /api/v3/market/orderbook/level2: the whole book; the only public data that must be signed
 * (docs/exchange/authentication.md §7).
 */
export function getFullBook(call: Call): Answer {
  const pair = pairOf(call, 'query');
  if (!pair.ok) return pair;
  const book = call.exchange.spot.book(pair.value.symbol, wholeBook);
  if (book === null) throw new TypeError(`${pair.value.symbol} has no book`);
  return accept({ time: book.timeMs, sequence: book.sequence.toString(), bids: book.bids, asks: book.asks });
}

function topOf(call: Call, name: string) {
  const book = call.exchange.spot.book(name, 1);
  const [bestBid, bestBidSize] = book?.bids[0] ?? nothing;
  const [bestAsk, bestAskSize] = book?.asks[0] ?? nothing;
  return { sequence: book?.sequence ?? 0n, bestBid, bestBidSize, bestAsk, bestAskSize };
}

/** GET /api/v1/market/orderbook/level1: best bid and ask, and the last trade. */
export function getLevel1(call: Call): Answer {
  const pair = pairOf(call, 'query');
  if (!pair.ok) return pair;
  const { sequence, ...top } = topOf(call, pair.value.symbol);
  const last = call.exchange.spot.prints(pair.value.symbol, 1)[0];
  return accept({
    time: call.nowMs,
    sequence: sequence.toString(),
    price: last?.price ?? '0',
    size: last?.size ?? '0',
    ...top,
  });
}

function coefficientOf(rate: Decimal): Decimal {
  return divide(rate, baseFeeRate, { scale: averageScale, rounding: 'half-even' });
}

/** The last 24 hours; a pair that has not traded has nulls, as on the service. */
function dayFields(call: Call, pair: SpotPair): JsonFields {
  const day = call.exchange.history.spot.day(pair.symbol);
  const fees = {
    takerFeeRate: pair.takerFeeRate,
    makerFeeRate: pair.makerFeeRate,
    takerCoefficient: coefficientOf(pair.takerFeeRate),
    makerCoefficient: coefficientOf(pair.makerFeeRate),
  };
  if (day === null) return { ...untraded, ...fees };
  const change = subtract(day.close, day.open);
  const { high, low, volume, turnover, close: last } = day;
  return {
    changeRate: divide(change, day.open, { scale: ratioScale, rounding: 'half-even' }),
    changePrice: change,
    high,
    low,
    vol: volume,
    volValue: turnover,
    last,
    averagePrice: isZero(volume) ? last : divide(turnover, volume, { scale: averageScale, rounding: 'half-even' }),
    ...fees,
  };
}

const untraded = {
  changeRate: null,
  changePrice: null,
  high: null,
  low: null,
  vol: '0',
  volValue: '0',
  last: null,
  averagePrice: null,
} as const;

/** GET /api/v1/market/allTickers. */
export function listTickers(call: Call): Answer {
  const ticker = call.exchange.spot.pairs.map(pair => {
    const { bestBid: buy, bestBidSize, bestAsk: sell, bestAskSize } = topOf(call, pair.symbol);
    const names = { symbol: pair.symbol, symbolName: pair.symbol };
    return { ...names, buy, bestBidSize, sell, bestAskSize, ...dayFields(call, pair) };
  });
  return accept({ time: call.nowMs, ticker });
}

/** GET /api/v1/market/stats: the 24 hours of one pair. */
export function getStats(call: Call): Answer {
  const pair = pairOf(call, 'query');
  if (!pair.ok) return pair;
  const { bestBid: buy, bestAsk: sell } = topOf(call, pair.value.symbol);
  return accept({ time: call.nowMs, symbol: pair.value.symbol, buy, sell, ...dayFields(call, pair.value) });
}

/** GET /api/v1/market/histories: the last 100 trades, newest first; time in nanoseconds. */
export function listTrades(call: Call): Answer {
  const pair = pairOf(call, 'query');
  if (!pair.ok) return pair;
  const prints = call.exchange.spot.prints(pair.value.symbol, tradesListed);
  return accept(
    prints.map(({ sequence, price, size, takerSide, timeNs }) => ({
      sequence: sequence.toString(),
      price,
      size,
      side: takerSide,
      time: timeNs,
    })),
  );
}

/** Up to the year 9999; 0 means that there is no bound (the service's default). */
const seconds = orElse(wholeText({ minimum: 0, maximum: 253_402_300_799 }), 0);
const CandlesQuery = z.object({ symbol, type: text(16), startAt: seconds, endAt: seconds });

/** GET /api/v1/market/candles: rows [seconds, open, close, high, low, volume, turnover], newest first, begun in [startAt, endAt). */
export function listCandles(call: Call): Answer {
  const query = readQuery(CandlesQuery, call.query);
  if (!query.ok) return query;
  const pair = pairOf(call, 'query');
  if (!pair.ok) return pair;
  const { type, startAt, endAt } = query.value;
  const history = call.exchange.history.spot;
  if (!history.isInterval(type)) return refuse('parameter', `Unsupported type ${type}`, 'type');
  const candles = history.candles(pair.value.symbol, type, {
    fromMs: startAt * 1000,
    toMs: endAt === 0 ? Infinity : endAt * 1000,
    most: mostCandles,
    keep: 'newest',
  });
  return accept(
    candles
      .map(({ startMs, open, close, high, low, volume, turnover }) => [
        String(startMs / 1000),
        open,
        close,
        high,
        low,
        volume,
        turnover,
      ])
      .toReversed(),
  );
}

/** GET /api/v1/mark-price/{symbol}/current: the middle of the book, once a second. */
export function getMarkPrice(call: Call): Answer {
  const pair = pairOf(call, 'path');
  if (!pair.ok) return pair;
  const { symbol: name } = pair.value;
  const value = markPriceOf(call.exchange.spot, name) ?? '0';
  return accept({ symbol: name, timePoint: Math.floor(call.nowMs / 1000) * 1000, value: numeric(value) });
}
