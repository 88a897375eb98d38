import * as z from 'zod/mini';
import { CandleInterval } from './market/candle.ts';
import { EpochMs, Venue } from './scalars.ts';

/**
 * `live`: subscribed and heard from as often as it should be. `syncing`: asked for, not answered yet. `stale`: what is
 * shown may be old. `dead`: it does not come, for the reason in `detail`; it is still tried now and then.
 */
export const FeedState = z.enum(['live', 'syncing', 'stale', 'dead']);
export type FeedState = z.infer<typeof FeedState>;

/** What a topic brings, in the words of the reads that it keeps fresh. */
export const ServedData = z.object({
  kind: z.enum(['book', 'trades', 'candles', 'prices', 'orders', 'stops', 'balances', 'positions']),
  /** null = of every symbol */
  symbol: z.nullable(z.string()),
  /** of candles; null for all else */
  interval: z.nullable(CandleInterval),
});
export type ServedData = z.infer<typeof ServedData>;

/** How one topic of the feed is, for the chip on its panel and the status bar. */
export const TopicStatus = z.object({
  venue: Venue,
  serves: ServedData,
  /** what the user calls it; no two topics of a venue share one */
  label: z.string(),
  state: FeedState,
  lastMessageAtMs: z.nullable(EpochMs),
  /** why it is not live, as a sentence; null when it is */
  detail: z.nullable(z.string()),
});
export type TopicStatus = z.infer<typeof TopicStatus>;
