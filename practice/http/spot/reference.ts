import * as z from 'zod/mini';
import { type Decimal, divide, toFixed } from '#shared/decimal.ts';
import { baseFeeRate } from '#practice/accounts/base-fee.ts';
import { accept, refuse } from '#practice/kernel/kernel.ts';
import type { SpotPair } from '#practice/spot/types.ts';
import type { Answer, Call } from '../endpoint/endpoint.ts';
import { read, readQuery, symbol, text } from '../endpoint/fields.ts';
import type { JsonValue } from '#practice/wire/json.ts';

/** Both venues: epoch milliseconds, docs/exchange/endpoints.md §2. */
export function getTimestamp(call: Call): Answer {
  return accept(call.nowMs);
}

/** Both venues: the practice exchange is open while it runs. */
export function getStatus(): Answer {
  return accept({ status: 'open', msg: '' });
}

const SymbolsQuery = z.object({ market: z.exactOptional(text(32)) });

/** GET /api/v2/symbols, docs/exchange/records.md §6.3. */
export function listSymbols(call: Call): Answer {
  const query = readQuery(SymbolsQuery, call.query);
  if (!query.ok) return query;
  const { market } = query.value;
  const pairs = call.exchange.spot.pairs.filter(pair => market === undefined || pair.market === market);
  return accept(pairs.map(writePair));
}

/** GET /api/v1/markets: the groups of pairs, by name. */
export function listMarkets(call: Call): Answer {
  return accept([...new Set(call.exchange.spot.pairs.map(pair => pair.market))]);
}

const SymbolPath = z.object({ symbol });

/** GET /api/v2/symbols/{symbol}. */
export function getSymbol(call: Call): Answer {
  const path = read(SymbolPath, call.path);
  if (!path.ok) return path;
  const pair = call.exchange.spot.pair(path.value.symbol);
  return pair === null ? unknownSymbol(path.value.symbol) : accept(writePair(pair));
}

/** GET /api/v1/market/orderbook/level2_20 and level2_100, docs/exchange/records.md §6.1. */
export function getOrderBook(depth: 20 | 100): (call: Call) => Answer {
  return call => {
    const query = readQuery(SymbolPath, call.query);
    if (!query.ok) return query;
    const book = call.exchange.spot.book(query.value.symbol, depth);
    if (book === null) return unknownSymbol(query.value.symbol);
    return accept({ time: book.timeMs, sequence: book.sequence.toString(), bids: book.bids, asks: book.asks });
  };
}

function unknownSymbol(name: string): Answer {
  return refuse('symbol-unknown', `symbol ${name} not exists`, 'symbol');
}

function writePair(pair: SpotPair): JsonValue {
  return {
    symbol: pair.symbol,
    name: pair.symbol,
    baseCurrency: pair.baseCurrency,
    quoteCurrency: pair.quoteCurrency,
    feeCurrency: pair.feeCurrency,
    market: pair.market,
    baseMinSize: pair.baseMinSize,
    quoteMinSize: pair.quoteMinSize,
    baseMaxSize: pair.baseMaxSize,
    quoteMaxSize: pair.quoteMaxSize,
    baseIncrement: pair.baseIncrement,
    quoteIncrement: pair.quoteIncrement,
    priceIncrement: pair.priceIncrement,
    priceLimitRate: pair.priceLimitRate,
    minFunds: pair.minFunds,
    isMarginEnabled: pair.isMarginEnabled,
    enableTrading: true,
    feeCategory: pair.feeCategory,
    makerFeeCoefficient: coefficientOf(pair.makerFeeRate),
    takerFeeCoefficient: coefficientOf(pair.takerFeeRate),
    st: false,
    callauctionIsEnabled: false,
    callauctionPriceFloor: null,
    callauctionPriceCeiling: null,
    callauctionFirstStageStartTime: null,
    callauctionSecondStageStartTime: null,
    callauctionThirdStageStartTime: null,
    tradingStartTime: null,
  };
}

function coefficientOf(rate: Decimal): Decimal {
  return toFixed(divide(rate, baseFeeRate, { scale: 4, rounding: 'half-even' }), 2);
}
