import type { VenueName } from './venue-name.ts';

/** What `bullet-public` and `bullet-private` hand out, docs/exchange/feeds.md §1. */
export interface FeedToken {
  readonly token: string;
  /** `ws://127.0.0.1:port/` */
  readonly endpoint: string;
  readonly pingIntervalMs: number;
  readonly pingTimeoutMs: number;
}

/** Where the HTTP service gets the tokens of the feed: the feed issues them, and neither imports the other. */
export interface TokenIssuer {
  /** `accountId` null: a public token */
  issue(venue: VenueName, accountId: string | null): FeedToken;
}
