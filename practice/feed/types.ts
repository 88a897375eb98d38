import type { Clock } from '../kernel/kernel.ts';
import type { JsonValue } from '../http/json.ts';

/**
 * What a websocket topic is, written from facts.md §5. A topic says whom it serves and makes frames while somebody
 * listens; who listens, control frames, limits and faults are the business of the sockets.
 */

/** One push as a topic makes it. The sockets add `topic`, `type`, and for private topics `userId` and `channelType`. */
export interface Frame {
  readonly subject: string;
  readonly data: JsonValue;
  /** futures public: the sequence beside the data */
  readonly sn?: bigint;
  readonly id?: string;
  /** the topic named on the wire when it is not the subscribed one: `positionAll` carries the per-symbol topic */
  readonly topic?: string;
}

/** What one start of a topic is about: everybody who reads the same, shares it. */
export interface Reading {
  /** what follows the colon (`BTC-USDT`, `BTC-USDT_1hour`, `all`); empty where the topic has no colon */
  readonly symbol: string;
  /** whose data; null for public topics */
  readonly accountId: string | null;
}

type Undo = () => void;

export interface Topic {
  /** all before the colon: `/market/level2` */
  readonly prefix: string;
  /** private topics need a private token (403) and get the account of that token */
  readonly audience: 'public' | 'private';
  /** whether symbols stand after a colon; `optional`: one topic with and without */
  readonly symbols: 'none' | 'required' | 'optional';
  /** whether the part after the colon exists here; never asked when there is none */
  serves(symbol: string): boolean;
  /**
   * Called when the first reader comes; the answer is called when the last one has gone. `send` may be called at once
   * and must not be called after the undo. Nothing may be computed for a topic that is not started.
   */
  start(reading: Reading, send: (frame: Frame) => void): Undo;
  /** what a reader who joins is sent first, so that a quiet market shows something; the first reader gets it too */
  greet?(reading: Reading): readonly Frame[];
}

/** Timers that tests turn by hand. Both answers cancel; a cancelled job never runs. */
export interface Scheduler {
  after(delayMs: number, job: () => void): Undo;
  every(periodMs: number, job: () => void): Undo;
}

/** Time and timers of the feeds. */
export interface FeedTime {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

/** What `bullet-public` and `bullet-private` hand out, facts.md §5.1. */
export interface FeedTicket {
  readonly token: string;
  /** `ws://127.0.0.1:port/` */
  readonly endpoint: string;
  readonly pingIntervalMs: number;
  readonly pingTimeoutMs: number;
}

/** Where the HTTP room gets its tickets. */
export interface TicketOffice {
  /** `accountId` null: a public ticket */
  issue(venue: 'spot' | 'futures', accountId: string | null): FeedTicket;
}
