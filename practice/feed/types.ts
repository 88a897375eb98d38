import type { Decimal } from '#shared/decimal.ts';
import type { Clock } from '../kernel.ts';
import type { JsonValue } from '../wire/json.ts';

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

/** One candle; amounts are decimal strings, `volume` in base and `turnover` in quote currency. */
export interface SpotCandle {
  /** epoch seconds at which the candle opens */
  readonly startS: number;
  readonly open: Decimal;
  readonly close: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly volume: Decimal;
  readonly turnover: Decimal;
}

/** The rolling 24 hours of one pair. */
export interface SpotDay {
  readonly symbol: string;
  /** the price 24 hours ago, or the first one known */
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly last: Decimal;
  readonly volume: Decimal;
  readonly turnover: Decimal;
}

/** What the spot topics need of the market's memory (practice/history). */
export interface SpotHistory {
  /** `1min` … `1month`, facts.md §4.1 */
  isInterval(interval: string): boolean;
  /** the candle that is open now, or null before the first trade in it */
  candle(symbol: string, interval: string): SpotCandle | null;
  /** after each trade, when the candles and the day have already taken it in */
  onTrade(listener: (symbol: string) => void): Undo;
  day(symbol: string): SpotDay | null;
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
