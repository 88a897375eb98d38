import { absolute, fromUnits, multiply } from '#shared/decimal.ts';
import { fundingRateOf } from '../contract/mark.ts';
import { rateOne, writeMoney, writePrice, writeRate } from '../contract/terms.ts';
import type { ContractState } from '../contract-types.ts';
import type { FuturesMarket } from './state.ts';

function openInterest({ positions }: FuturesMarket): bigint {
  let lots = 0n;
  for (const { quantity } of positions.values()) if (quantity > 0n) lots += quantity;
  return lots;
}

/**
 * The moving part of a contract (docs/exchange/records.md §8.1). Volume is in base currency, for an inverse contract in
 * quote currency; turnover in the settle currency.
 */
export function contractStateOf(market: FuturesMarket, nowMs: number): ContractState {
  const { terms, index, mark } = market;
  const last = market.last === 0n ? (index / terms.tick) * terms.tick : market.last;
  const day = market.day.view(nowMs) ?? { open: last, high: last, low: last, volume: 0n, turnover: 0n };
  const multiplier = absolute(terms.contract.multiplier);
  return {
    markPrice: writePrice(terms, mark),
    indexPrice: writePrice(terms, index),
    lastPrice: writePrice(terms, last),
    fundingRate: writeRate(market.fundingRate),
    predictedFundingRate: writeRate(fundingRateOf(terms, market.premium)),
    nextFundingAtMs: market.nextFundingAtMs,
    openInterest: fromUnits(openInterest(market), 0),
    volume24h: multiply(fromUnits(day.volume, 0), multiplier),
    turnover24h: writeMoney(terms, day.turnover),
    low24h: writePrice(terms, day.low),
    high24h: writePrice(terms, day.high),
    change24h: writePrice(terms, last - day.open),
    changeRatio24h: day.open === 0n ? '0' : writeRate(((last - day.open) * rateOne) / day.open),
  };
}
