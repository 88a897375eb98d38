import * as z from 'zod/mini';
import type { Decimal } from '../decimal.ts';
import type { BookLevel } from './market/book.ts';
import { FeedState } from './feed.ts';
import { DecimalText, EpochMs, Venue } from './scalars.ts';

/**
 * How much of the market a pushed book knows: all of it, or only the best levels (then it is right so deep and no
 * deeper).
 */
export const BookSource = z.enum(['full', 'top-100', 'top-50']);
export type BookSource = z.infer<typeof BookSource>;

/**
 * A view of a local book, best first on both sides. `state` other than `live` means that the rows are the last ones
 * known to be right, at `asOfMs`, or none; `detail` says why in words.
 */
export interface LiveBook {
  readonly profileId: string;
  readonly venue: Venue;
  readonly symbol: string;
  readonly step: Decimal | null;
  readonly state: FeedState;
  readonly detail: string | null;
  readonly source: BookSource;
  readonly sequence: string | null;
  readonly asOfMs: number | null;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** the best prices of the same moment where the rows are grouped; without it they are in the first rows */
  readonly touch?: Touch | undefined;
}

/** The best prices of a book without any grouping; null where a side is empty. */
export interface Touch {
  readonly bid: Decimal | null;
  readonly ask: Decimal | null;
}

const view = {
  profileId: z.string(),
  venue: Venue,
  symbol: z.string(),
  step: z.nullable(DecimalText),
  /** counts the messages of one book: edits mean something only right after the message before them */
  serial: z.int(),
  sequence: z.nullable(z.string()),
  asOfMs: z.nullable(EpochMs),
  bids: z.string(),
  asks: z.string(),
  /** of a grouped view only */
  touch: z.optional(z.object({ bid: z.nullable(DecimalText), ask: z.nullable(DecimalText) })),
};

/**
 * The messages of a view from main to the page; written and read by `shared/view-messages.ts`. `whole`: sides are packed
 * `price|size;price|size`. `edits`: what is different from the view before, see there.
 */
export const BookMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('whole'),
    ...view,
    state: FeedState,
    detail: z.nullable(z.string()),
    source: BookSource,
  }),
  z.object({ kind: z.literal('edits'), ...view }),
]);
export type BookMessage = z.infer<typeof BookMessage>;
