import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import type { FeedState, TopicStatus } from '#shared/domain/feed.ts';
import type { Feed, ResetReason, TopicHandlers } from '../feed/feed.ts';
import { describeTopic } from '../feed/describe-topic.ts';
import type { MessageOf, Topic } from '../feed/topics.ts';

/** A feed whose exchange is the test. */
export interface FakeFeed {
  readonly feed: Feed;
  readonly publish: <T extends Topic>(topic: T, message: MessageOf<T>) => void;
  readonly state: (topic: Topic, state: FeedState, detail?: string | null) => void;
  readonly reset: (topic: Topic, reason?: ResetReason) => void;
  /** a frame that cannot be read; a reset for a listener without a handler for it */
  readonly unreadable: (topic: Topic, row: OddRow) => void;
  /** the topics whose silence was confirmed, in order */
  readonly confirmed: () => string[];
  /** what is subscribed to, in the order of asking */
  readonly wanted: () => string[];
  readonly publishStates: (topics: readonly TopicStatus[]) => void;
  readonly isClosed: () => boolean;
}

function nameOf(topic: Topic): string {
  const symbol = 'symbol' in topic ? ` ${topic.symbol}` : '';
  return `${topic.venue} ${topic.kind}${symbol}${'interval' in topic ? ` ${topic.interval}` : ''}`;
}

function statusOf(topic: Topic, state: FeedState, detail: string | null): TopicStatus {
  return { ...describeTopic(topic), state, lastMessageAtMs: null, detail };
}

interface Wanted {
  readonly name: string;
  readonly handlers: TopicHandlers<unknown>;
}

export function createFakeFeed(): FakeFeed {
  const wants = new Set<Wanted>();
  const listeners = new Set<(topics: readonly TopicStatus[]) => void>();
  const confirmed: string[] = [];
  let isClosed = false;
  const each = (topic: Topic, action: (handlers: TopicHandlers<unknown>) => void): void => {
    for (const { name, handlers } of wants) if (name === nameOf(topic)) action(handlers);
  };
  const subscribe: Feed['subscribe'] = <T extends Topic>(topic: T, handlers: TopicHandlers<MessageOf<T>>) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `publish` takes the same topic's messages only
    const message = (value: unknown) => handlers.message(value as MessageOf<T>);
    const want: Wanted = { name: nameOf(topic), handlers: { ...handlers, message } };
    wants.add(want);
    handlers.state?.(statusOf(topic, 'syncing', null));
    return () => void wants.delete(want);
  };
  return {
    feed: {
      subscribe,
      confirm: topic => void confirmed.push(nameOf(topic)),
      states: () => [],
      onStates(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      woke: () => {},
      counts: () => ({ messages: 0, unreadable: 0, unknown: 0, connects: 0 }),
      close: () => {
        isClosed = true;
      },
    },
    publish: (topic, message) => each(topic, handlers => handlers.message(message)),
    state: (topic, state, detail = null) => each(topic, handlers => handlers.state?.(statusOf(topic, state, detail))),
    reset: (topic, reason = 'reconnected') => each(topic, handlers => handlers.reset?.(reason)),
    unreadable: (topic, row) =>
      each(topic, ({ unreadable, reset }) => (unreadable === undefined ? reset?.('unreadable') : unreadable(row))),
    confirmed: () => [...confirmed],
    wanted: () => [...wants].map(({ name }) => name),
    publishStates: topics => {
      for (const listener of listeners) listener(topics);
    },
    isClosed: () => isClosed,
  };
}
