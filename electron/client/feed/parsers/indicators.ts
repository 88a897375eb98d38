import * as z from 'zod/mini';
import { anyTime, count, decimal, decimalOrNull, id } from '#client/wire/scalars.ts';
import type { IndicatorPrice, InstrumentUpdate } from '../messages/prices.ts';
import { parserOf } from './parser.ts';

/** `/indicator/markPrice` and `/indicator/index`. docs/exchange/feeds.md §5. */
export const readIndicator = parserOf(
  z.object({ symbol: id, value: decimal, timestamp: anyTime }),
  ({ symbol, value, timestamp }): IndicatorPrice => ({ symbol, price: value, timeMs: timestamp }),
);

/** `/contract/instrument`, subject mark.index.price: the topic alone names the contract. */
export const readInstrumentPrices = parserOf(
  z.object({ markPrice: decimalOrNull, indexPrice: decimalOrNull, timestamp: anyTime }),
  ({ timestamp, ...prices }, { suffix }): InstrumentUpdate => ({
    kind: 'prices',
    symbol: suffix,
    ...prices,
    timeMs: timestamp,
  }),
);

/** The granularity of a prediction; a settled rate carries the length of its funding period. */
const predictedMs = 60_000;

/** Subject funding.rate: each minute the predicted rate, at settlement the settled one. */
export const readInstrumentFunding = parserOf(
  z.object({ fundingRate: decimal, granularity: count, timestamp: anyTime }),
  ({ fundingRate, granularity, timestamp }, { suffix }): InstrumentUpdate => ({
    kind: 'funding',
    symbol: suffix,
    rate: fundingRate,
    isSettled: granularity !== predictedMs,
    timeMs: timestamp,
  }),
);
