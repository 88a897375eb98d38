import type { Result } from '#shared/errors.ts';
import type { FeedAccess } from '#client/types.ts';
import type { Log } from '#log/log.ts';
import type { Clock } from '#time/clock.ts';
import type { OpenSocket } from './socket.ts';

/** What the feed takes from outside; tests pass fakes. */
export interface FeedContext extends Pick<Clock, 'nowMs' | 'monotonicMs' | 'random' | 'wait'> {
  readonly openSocket: OpenSocket;
  readonly log: Log;
}

/** Times of the feed, ms. Tests shorten them. */
export interface FeedTimes {
  /** from dialling to the welcome */
  readonly welcomeMs: number;
  readonly acknowledgeMs: number;
  /** age at which a connection is replaced: the exchange cuts it at about 24 h (docs/exchange/feeds.md §1) */
  readonly renewAfterMs: number;
  /** how long both connections run side by side once the new one carries everything */
  readonly overlapMs: number;
  /** how long an unused connection stays open */
  readonly idleMs: number;
}

export const defaultTimes: FeedTimes = {
  welcomeMs: 10_000,
  acknowledgeMs: 5_000,
  renewAfterMs: 23 * 3_600_000,
  overlapMs: 500,
  idleMs: 30_000,
};

/** Asks for a token and an address. */
export type GetAccess = (signal: AbortSignal) => Promise<Result<FeedAccess>>;
