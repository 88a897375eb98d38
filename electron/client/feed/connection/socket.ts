import type { Result } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import type { FeedAccess } from '#client/types.ts';

/** Why a socket ended. Codes only: a message could quote the address, and the token is in it. */
export interface SocketEnd {
  /** the close code of the protocol; 1006 when there was none */
  readonly code: number;
  /** HTTP status when the exchange refused the upgrade */
  readonly httpStatus: number | null;
  /** system error code, such as ECONNREFUSED */
  readonly systemCode: string | null;
}

export interface SocketEvents {
  readonly text: (text: string) => void;
  /** exactly once, and nothing after it */
  readonly ended: (end: SocketEnd) => void;
}

export interface Socket {
  readonly send: (text: string) => void;
  /** says goodbye, and ends a moment later whatever the other side does */
  readonly close: () => void;
  /** ends at once */
  readonly destroy: () => void;
}

/** Dials at once; what comes before the connection stands is only `ended`. Never throws. */
export type OpenSocket = (url: string, events: SocketEvents) => Socket;

/** What the feed takes from the context; tests pass fakes. */
export interface FeedContext {
  readonly openSocket: OpenSocket;
  /** wall clock, epoch ms */
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  /** 0 ≤ n < 1 */
  readonly random: () => number;
  /** resolves after `ms`, or at once when the signal aborts; never rejects */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly log: Log;
}

/** Times of the feed, ms. Tests shorten them. */
export interface FeedTimes {
  /** from dialling to the welcome */
  readonly welcomeMs: number;
  readonly acknowledgeMs: number;
  /** age at which a connection is replaced: the exchange cuts it at about 24 h (facts.md §5.1) */
  readonly renewAfterMs: number;
  /** how long both connections run side by side once the new one carries everything */
  readonly overlapMs: number;
  /** how long a connection stays that nobody needs */
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
