import * as z from 'zod/mini';
import type { ContractRecord, FuturesTicker, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import {
  count,
  countOrNull,
  decimal,
  decimalOrNull,
  epochMsOrNull,
  epochNs,
  flag,
  id,
  setDecimalOrNull,
  side,
  text,
  textOrNull,
} from '../wire/scalars.ts';

/** docs/exchange/records.md §8.1. Numbers on the wire, taken digit for digit. */
export const contractRow = z.pipe(
  z.object({
    symbol: id,
    type: textOrNull,
    status: textOrNull,
    baseCurrency: textOrNull,
    quoteCurrency: textOrNull,
    settleCurrency: textOrNull,
    lotSize: setDecimalOrNull,
    tickSize: setDecimalOrNull,
    indexPriceTickSize: decimalOrNull,
    multiplier: setDecimalOrNull,
    maxOrderQty: decimalOrNull,
    maxPrice: decimalOrNull,
    initialMargin: decimalOrNull,
    maintainMargin: decimalOrNull,
    makerFeeRate: decimalOrNull,
    takerFeeRate: decimalOrNull,
    isInverse: flag,
    isDeleverage: flag,
    maxLeverage: countOrNull,
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
    ({ nextFundingRateTime, expireDate, ...rest }): ContractRecord => ({
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
    minRiskLimit: decimalOrNull,
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
