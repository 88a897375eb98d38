import * as z from 'zod/mini';
import { AccountListName, ListPace } from '../account/list-name.ts';
import { CandleInterval } from '../market/candle.ts';
import { mostWatchedPrices, PriceRef } from '../market/price.ts';
import { DecimalText, Venue } from '../scalars.ts';

const market = { venue: Venue, symbol: z.string() };

/** One thing on the screen that wants to move. Main cuts views only for what is watched by a visible window. */
export const Watch = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('book'),
    ...market,
    /** levels a side */
    rows: z.int().check(z.gte(1), z.lte(500)),
    /** groups prices into steps of this size: bids down, asks up; null = every level */
    step: z.nullable(DecimalText),
    /** least time between two views; 0 = one a frame */
    periodMs: z.int().check(z.gte(0), z.lte(10_000)),
  }),
  z.strictObject({ kind: z.literal('trades'), ...market }),
  z.strictObject({ kind: z.literal('candles'), ...market, interval: CandleInterval }),
  z.strictObject({ kind: z.literal('prices'), of: z.array(PriceRef).check(z.maxLength(mostWatchedPrices)) }),
  z.strictObject({ kind: z.literal('tickers') }),
  z.strictObject({ kind: z.literal('account'), list: AccountListName, pace: ListPace }),
]);
export type Watch = z.infer<typeof Watch>;
export type BookWatch = Extract<Watch, { kind: 'book' }>;
