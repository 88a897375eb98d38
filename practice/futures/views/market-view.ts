import { absolute, fromUnits, multiply } from '#shared/decimal.ts';
import type { BookView, Level } from '#practice/kernel.ts';
import { fundingRateOf } from '../contract/mark.ts';
import { rateOne, writeMoney, writePrice, writeRate } from '../contract/terms.ts';
import type { Market } from '../market.ts';
import type { ContractState, FuturesTicker } from '../types.ts';

function openInterest({ positions }: Market): bigint {
  let lots = 0n;
  for (const { quantity } of positions.values()) if (quantity > 0n) lots += quantity;
  return lots;
}

/**
 * The moving part of a contract (interface.md §2.10). Volume is in base currency, for an inverse contract in quote
 * currency; turnover in the settle currency.
 */
export function describeState(market: Market, nowMs: number): ContractState {
  const { terms, index, mark } = market;
  const last = market.last === 0n ? (index / terms.tick) * terms.tick : market.last;
  const day = market.statistics.view(nowMs) ?? { open: last, high: last, low: last, lots: 0n, worth: 0n };
  const multiplier = absolute(terms.contract.multiplier);
  return {
    markPrice: writePrice(terms, mark),
    indexPrice: writePrice(terms, index),
    lastPrice: writePrice(terms, last),
    fundingRate: writeRate(market.fundingRate),
    predictedFundingRate: writeRate(fundingRateOf(terms, market.premium)),
    nextFundingAtMs: market.nextFundingAtMs,
    openInterest: fromUnits(openInterest(market), 0),
    volume24h: multiply(fromUnits(day.lots, 0), multiplier),
    turnover24h: writeMoney(terms, day.worth),
    low24h: writePrice(terms, day.low),
    high24h: writePrice(terms, day.high),
    change24h: writePrice(terms, last - day.open),
    changeRatio24h: day.open === 0n ? '0' : writeRate(((last - day.open) * rateOne) / day.open),
  };
}

export function viewBook({ book, bookSequence, terms }: Market, depth: number, timeMs: number): BookView {
  const write = ([ticks, lots]: readonly [bigint, bigint]): Level => [
    writePrice(terms, ticks * terms.tick),
    fromUnits(lots, 0),
  ];
  return {
    sequence: bookSequence,
    timeMs,
    bids: book.levels('buy', depth).map(write),
    asks: book.levels('sell', depth).map(write),
  };
}

/** Interface document §2.13; null as long as nothing has traded. An empty side has price and size 0. */
export function describeTicker(market: Market): FuturesTicker | null {
  const print = market.prints.at(-1);
  if (print === undefined) return null;
  const { bids, asks } = viewBook(market, 1, 0);
  const [bestBidPrice, bestBidSize] = bids[0] ?? ['0', '0'];
  const [bestAskPrice, bestAskSize] = asks[0] ?? ['0', '0'];
  return {
    sequence: print.sequence,
    symbol: print.symbol,
    side: print.takerSide,
    size: print.size,
    price: print.price,
    bestBidSize,
    bestBidPrice,
    bestAskSize,
    bestAskPrice,
    tradeId: print.tradeId,
    timeNs: print.timeNs,
  };
}
