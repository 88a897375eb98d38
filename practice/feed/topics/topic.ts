import type { JsonValue } from '#practice/wire/json.ts';
import type { Undo } from './time.ts';

/**
 * What a websocket topic is, written from docs/exchange/feeds.md. A topic says whom it serves and makes frames while
 * somebody listens; who listens, control frames, limits and faults are the business of the connections.
 */

/** One push as a topic makes it. The connection adds `topic`, `type`, and for private topics `userId` and `channelType`. */
export interface TopicFrame {
  readonly subject: string;
  readonly data: JsonValue;
  /** futures public: the sequence beside the data */
  readonly sn?: bigint;
  readonly id?: string;
  /** the topic named on the wire when it is not the subscribed one: `positionAll` carries the per-symbol topic */
  readonly topic?: string;
}

/** What one start of a topic is about: all subscribers of the same share it. */
export interface TopicScope {
  /** what follows the colon (`BTC-USDT`, `BTC-USDT_1hour`, `all`); empty where the topic has no colon */
  readonly symbol: string;
  /** whose data; null for public topics */
  readonly accountId: string | null;
}

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
   * Called when the first subscriber comes; the answer is called when the last one has gone. `send` may be called at
   * once and must not be called after the undo. Nothing may be computed for a topic that is not started.
   */
  start(scope: TopicScope, send: (frame: TopicFrame) => void): Undo;
  /** what a subscriber who joins is sent first, so that a quiet market shows something; the first one gets it too */
  greet?(scope: TopicScope): readonly TopicFrame[];
}

/** The account of a private topic. A connection never starts one without. */
export function accountOf({ accountId }: Pick<TopicScope, 'accountId'>): string {
  if (accountId === null) throw new TypeError('a private topic was started without an account');
  return accountId;
}

/** Undoes several subscriptions as one. */
export function undoAll(...undos: readonly Undo[]): Undo {
  return () => {
    for (const undo of undos) undo();
  };
}
