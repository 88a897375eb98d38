import * as z from 'zod/mini';
import { EpochMs, Venue } from './scalars.ts';

/**
 * `live`: subscribed and heard from as often as it should be. `syncing`: asked for, not answered yet. `stale`: what is
 * shown may be old. `dead`: it does not come, for the reason in `detail`; it is still tried now and then.
 */
export const FeedState = z.enum(['live', 'syncing', 'stale', 'dead']);
export type FeedState = z.infer<typeof FeedState>;

/** How one topic of the feed is, for the chip on its panel and the status bar. */
export const TopicStatus = z.object({
  venue: Venue,
  /** the exchange's own name of it */
  topic: z.string(),
  state: FeedState,
  lastMessageAtMs: z.nullable(EpochMs),
  /** why it is not live, as a sentence; null when it is */
  detail: z.nullable(z.string()),
});
export type TopicStatus = z.infer<typeof TopicStatus>;
