import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import type { TopicStatus } from '#shared/domain/feed.ts';
import type { MessageOf, Topic } from './topics.ts';

/**
 * Why what came before and what comes now may not join up. `reconnected`: the connection was lost and is back.
 * `resubscribed`: the topic fell silent and was asked for again. `unreadable`: frames could not be read.
 */
export type ResetReason = 'reconnected' | 'resubscribed' | 'unreadable';

export interface TopicHandlers<M> {
  /** each message, in the order of the wire; a repeat is possible around a planned renewal */
  readonly message: (message: M) => void;
  /**
   * something may have been missed: load it again. Comes after the topic is subscribed again, never for the first time.
   */
  readonly reset?: ((reason: ResetReason) => void) | undefined;
  /**
   * A frame, or a row of its table, could not be read. Without this handler an unreadable frame of a private topic and
   * the third in a row of a public topic are a `reset`; other unreadable frames and rows are only counted.
   */
  readonly unreadable?: ((row: OddRow) => void) | undefined;
  /** after each change of the topic's state, and once at once */
  readonly state?: ((status: TopicStatus) => void) | undefined;
}

/** Counters since the feed was made, for the log and tests. */
export interface FeedCounts {
  readonly messages: number;
  readonly unreadable: number;
  readonly unknown: number;
  readonly connects: number;
}

/** The exchange's pushed data, by topic. Nothing throws; a handler that throws is logged and does not affect others. */
export interface Feed {
  /**
   * Wants a topic for as long as the returned undo has not been called. Several wants of one topic are one
   * subscription; when the last has gone it is unsubscribed. Private topics need an account with a key.
   */
  readonly subscribe: <T extends Topic>(topic: T, handlers: TopicHandlers<MessageOf<T>>) => () => void;
  /**
   * What the topic brings was found to be right just now, by asking the exchange: it was silent because nothing happened. Its
   * silence counts from now on; a connection that does not answer is not helped by it.
   */
  readonly confirm: (topic: Topic) => void;
  /** all wanted topics */
  readonly states: () => readonly TopicStatus[];
  /** Called with all topics after any changed its state, and each second while messages come. Returns its undo. */
  readonly onStates: (listener: (states: readonly TopicStatus[]) => void) => () => void;
  /** The machine slept: every connection is treated as dead and replaced at once. */
  readonly woke: () => void;
  readonly counts: () => FeedCounts;
  readonly close: () => void;
}
