import * as z from 'zod/mini';
import type { Decimal } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { anyTime, anyTimeOrNull, decimal, setDecimalOrNull, textOrNull } from '#client/wire/scalars.ts';
import type { BestPrices, SpotTickerUpdate } from '../messages/books.ts';
import { type PushedFrame, parserOf } from './parser.ts';

function levelOf(price: Decimal | null, size: Decimal | null): BookLevel | null {
  return price === null || size === null ? null : [price, size];
}

const bestSide = z.pipe(
  z.nullish(z.array(decimal)),
  z.transform((row): BookLevel | null => levelOf(row?.[0] ?? null, row?.[1] ?? null)),
);

/** `/spotMarket/level1`; a side without orders is an empty list. docs/exchange/feeds.md §5. */
export const readLevel1 = parserOf(
  z.object({ asks: bestSide, bids: bestSide, timestamp: anyTime }),
  ({ asks, bids, timestamp }, { suffix }): BestPrices => ({
    symbol: suffix,
    sequence: null,
    bid: bids,
    ask: asks,
    timeMs: timestamp,
  }),
);

const tickerData = z.object({
  // an older form does not count its messages
  sequence: textOrNull,
  price: setDecimalOrNull,
  size: setDecimalOrNull,
  bestAsk: setDecimalOrNull,
  bestAskSize: setDecimalOrNull,
  bestBid: setDecimalOrNull,
  bestBidSize: setDecimalOrNull,
  // the documented example spells it `Time`
  time: anyTimeOrNull,
  Time: anyTimeOrNull,
});

function toTicker(data: z.infer<typeof tickerData>, symbol: string): SpotTickerUpdate {
  return {
    symbol,
    sequence: data.sequence,
    price: data.price,
    size: data.size,
    bid: levelOf(data.bestBid, data.bestBidSize),
    ask: levelOf(data.bestAsk, data.bestAskSize),
    timeMs: data.time ?? data.Time,
  };
}

/** `/market/ticker:SYM`. */
export const readSpotTicker = parserOf(tickerData, (data, { suffix }: PushedFrame) => toTicker(data, suffix));

/** `/market/ticker:all`: the subject is the symbol. */
export const readAllTickers = parserOf(tickerData, (data, { subject }: PushedFrame) => toTicker(data, subject));

/** `/contractMarket/tickerV2`: best prices without a last one. */
export const readFuturesTicker = parserOf(
  z.object({
    sequence: textOrNull,
    bestBidPrice: setDecimalOrNull,
    bestBidSize: setDecimalOrNull,
    bestAskPrice: setDecimalOrNull,
    bestAskSize: setDecimalOrNull,
    ts: anyTime,
  }),
  (data, { suffix }): BestPrices => ({
    symbol: suffix,
    sequence: data.sequence,
    bid: levelOf(data.bestBidPrice, data.bestBidSize),
    ask: levelOf(data.bestAskPrice, data.bestAskSize),
    timeMs: data.ts,
  }),
);
