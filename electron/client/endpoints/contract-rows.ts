import * as z from 'zod/mini';
import type { FuturesContract, FuturesTicker, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import {
  count,
  countOrNull,
  decimal,
  decimalOrNull,
  epochMsOrNull,
  epochNs,
  flag,
  id,
  side,
  text,
} from '../wire/scalars.ts';

/** docs/exchange/records.md §8.1. Numbers on the wire, taken digit for digit. */
export const contractRow = z.pipe(
  z.object({
    symbol: id,
    type: text,
    status: text,
    baseCurrency: text,
    quoteCurrency: text,
    settleCurrency: text,
    lotSize: decimal,
    tickSize: decimal,
    indexPriceTickSize: decimal,
    multiplier: decimal,
    maxOrderQty: decimal,
    maxPrice: decimal,
    initialMargin: decimal,
    maintainMargin: decimal,
    makerFeeRate: decimal,
    takerFeeRate: decimal,
    isInverse: flag,
    isDeleverage: flag,
    maxLeverage: count,
    markPrice: decimalOrNull,
    indexPrice: decimalOrNull,
    lastTradePrice: decimalOrNull,
    fundingFeeRate: decimalOrNull,
    predictedFundingFeeRate: decimalOrNull,
    nextFundingRateTime: countOrNull,
    openInterest: decimalOrNull,
    expireDate: epochMsOrNull,
  }),
  z.transform(
    ({ nextFundingRateTime, expireDate, ...rest }): FuturesContract => ({
      ...rest,
      nextFundingInMs: nextFundingRateTime,
      expireAtMs: expireDate,
    }),
  ),
);

/** docs/exchange/records.md §8.2. */
export const riskLimitRow = z.pipe(
  z.object({
    symbol: id,
    level: count,
    minRiskLimit: decimal,
    maxRiskLimit: decimal,
    maxLeverage: count,
    initialMargin: decimal,
    maintainMargin: decimal,
  }),
  z.transform((row): RiskLimitLevel => row),
);

/** docs/exchange/records.md §8.3; `ts` is in nanoseconds, beyond 2^53. */
export const tickerRow = z.pipe(
  z.object({
    symbol: id,
    sequence: id,
    side,
    price: decimal,
    size: decimal,
    bestBidPrice: decimal,
    bestBidSize: decimal,
    bestAskPrice: decimal,
    bestAskSize: decimal,
    tradeId: text,
    ts: epochNs,
  }),
  z.transform(({ ts, ...rest }): FuturesTicker => ({ ...rest, timeMs: ts })),
);
