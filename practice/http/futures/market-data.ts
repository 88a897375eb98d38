import * as z from 'zod/mini';
import { multiply, negate, sum } from '#shared/decimal.ts';
import { fundingIntervalMs } from '#practice/futures/contract/funding-interval.ts';
import type { Contract, ContractState } from '#practice/futures/contract-types.ts';
import { intervalOfGranularity } from '#practice/history/intervals.ts';
import { accept, type Level, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { Answer, Call } from '../endpoint/endpoint.ts';
import { epochMs, read, readQuery, symbol, text } from '../endpoint/fields.ts';
import { numeric } from '#practice/wire/json.ts';
import { writeTicker } from './contract-record.ts';
import { unknownContract } from './reference.ts';

/**
 * Books, trades, candles, mark prices and funding of the futures market: docs/exchange/endpoints.md §7. Numbers where
 * spot has text.
 */

const wholeBook = Number.MAX_SAFE_INTEGER;
const mostCandles = 500;
const tradesListed = 100;
const nanosecondsPerMs = 1_000_000n;

const SymbolFields = z.object({ symbol });

function contractOf(call: Call, input: 'query' | 'path'): Outcome<Contract> {
  const fields = input === 'query' ? readQuery(SymbolFields, call.query) : read(SymbolFields, call.path);
  if (!fields.ok) return fields;
  const contract = call.exchange.futures.contract(fields.value.symbol);
  return contract === null ? unknownContract(fields.value.symbol) : accept(contract);
}

function writeRow([price, size]: Level) {
  return [numeric(price), numeric(size)];
}

/** GET /api/v1/level2/snapshot (all), depth20, depth100. The sequence is that of the level2 topic: one number a change. */
export function getBook(depth: 20 | 100 | 'all'): (call: Call) => Answer {
  return call => {
    const contract = contractOf(call, 'query');
    if (!contract.ok) return contract;
    const { symbol: name } = contract.value;
    const book = call.exchange.futures.book(name, depth === 'all' ? wholeBook : depth);
    if (book === null) return unknownContract(name);
    return accept({
      sequence: book.sequence,
      symbol: name,
      bids: book.bids.map(writeRow),
      asks: book.asks.map(writeRow),
      ts: BigInt(book.timeMs) * nanosecondsPerMs,
    });
  };
}

/** GET /api/v1/trade/history: the last 100 trades, newest first. */
export function listTrades(call: Call): Answer {
  const contract = contractOf(call, 'query');
  if (!contract.ok) return contract;
  const { contracts } = call.exchange.futures;
  const contractId = contracts.findIndex(each => each.symbol === contract.value.symbol) + 1;
  const prints = call.exchange.futures.prints(contract.value.symbol, tradesListed);
  return accept(
    prints.map(print => ({
      sequence: print.sequence,
      contractId,
      tradeId: print.tradeId.toString(),
      makerOrderId: print.makerOrderId,
      takerOrderId: print.takerOrderId,
      ts: print.timeNs,
      size: numeric(print.size),
      price: print.price,
      side: print.takerSide,
    })),
  );
}

const CandlesQuery = z.object({
  symbol,
  granularity: text(8),
  from: z.exactOptional(epochMs),
  to: z.exactOptional(epochMs),
});

/**
 * GET /api/v1/kline/query: rows [ms, open, high, low, close, lots, turnover], ascending, begun in [from, to). The first
 * 500 from `from` on; without it the last 500 before `to`.
 */
export function listCandles(call: Call): Answer {
  const query = readQuery(CandlesQuery, call.query);
  if (!query.ok) return query;
  const contract = contractOf(call, 'query');
  if (!contract.ok) return contract;
  const { granularity, from, to } = query.value;
  const interval = /^\d+$/.test(granularity) ? intervalOfGranularity(Number(granularity)) : null;
  if (interval === null) return refuse('parameter', 'Unsupported granularity', 'granularity');
  const candles = call.exchange.history.futures.candles(contract.value.symbol, interval, {
    fromMs: from ?? 0,
    toMs: to ?? Infinity,
    most: mostCandles,
    keep: from === undefined ? 'newest' : 'oldest',
  });
  return accept(
    candles.map(({ startMs, open, high, low, close, volume, turnover }) => [
      startMs,
      numeric(open),
      numeric(high),
      numeric(low),
      numeric(close),
      numeric(volume),
      numeric(turnover),
    ]),
  );
}

interface PricedContract {
  readonly contract: Contract;
  readonly state: ContractState;
}

/** A contract without a price is not open yet. */
function pricedOf(call: Call): Outcome<PricedContract> {
  const contract = contractOf(call, 'path');
  if (!contract.ok) return contract;
  const state = call.exchange.futures.state(contract.value.symbol);
  return state === null ? unknownContract(contract.value.symbol) : accept({ contract: contract.value, state });
}

const markPeriodMs = 1000;

/** GET /api/v1/mark-price/{symbol}/current. */
export function getMarkPrice(call: Call): Answer {
  const found = pricedOf(call);
  if (!found.ok) return found;
  const { contract, state } = found.value;
  return accept({
    symbol: contract.symbol,
    granularity: markPeriodMs,
    timePoint: Math.floor(call.nowMs / markPeriodMs) * markPeriodMs,
    value: numeric(state.markPrice),
    indexPrice: numeric(state.indexPrice),
  });
}

/** The venue never charges more than this share of the lowest maintenance rate. */
const fundingCapShare = '0.75';

/** GET /api/v1/funding-rate/{symbol}/current: `fundingTime` is the next settlement, an epoch and no countdown. */
export function getFundingRate(call: Call): Answer {
  const found = pricedOf(call);
  if (!found.ok) return found;
  const { contract, state } = found.value;
  const cap = multiply(contract.riskLevels[0]?.maintainMargin ?? '0', fundingCapShare);
  return accept({
    symbol: `.${contract.symbol}FPI8H`,
    granularity: fundingIntervalMs,
    timePoint: state.nextFundingAtMs - fundingIntervalMs,
    value: numeric(state.fundingRate),
    predictedValue: numeric(state.predictedFundingRate),
    fundingRateCap: numeric(cap),
    fundingRateFloor: numeric(negate(cap)),
    period: 0,
    fundingTime: state.nextFundingAtMs,
  });
}

/** GET /api/v1/allTickers: contracts that have traded, as in docs/exchange/records.md §8.3. */
export function listTickers(call: Call): Answer {
  const { futures } = call.exchange;
  const tickers = futures.contracts.map(contract => futures.ticker(contract.symbol));
  return accept(tickers.filter(ticker => ticker !== null).map(writeTicker));
}

/** GET /api/v1/trade-statistics: what was traded in 24 hours, in dollars; a tether counts as one. */
export function getTradeStatistics({ exchange: { futures } }: Call): Answer {
  const turnovers = futures.contracts.map(({ symbol: name, isInverse }) => {
    const state = futures.state(name);
    if (state === null) return '0';
    return isInverse ? multiply(state.turnover24h, state.indexPrice) : state.turnover24h;
  });
  return accept({ turnoverOf24h: numeric(sum(turnovers)) });
}
