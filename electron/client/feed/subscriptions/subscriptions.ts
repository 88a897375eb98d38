import type { TopicStatus } from '#shared/domain/feed.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { Feed, TopicHandlers } from '../feed.ts';
import { wireTopic } from '../topic-table.ts';
import type { MessageOf, Topic } from '../topics.ts';
import type { SubscriptionGroup } from './subscription-group.ts';
import { createSubscription, type Subscription, type SubscriptionOptions } from './subscription.ts';
import { confirm, postpone } from './topic-state.ts';

/** Every topic with a listener, each once. */
export interface Subscriptions {
  readonly subscribe: Feed['subscribe'];
  readonly confirm: Feed['confirm'];
  readonly statuses: () => TopicStatus[];
  readonly clear: () => void;
}

export interface SubscriptionsOptions extends SubscriptionOptions {
  readonly groups: Readonly<Record<Venue, { readonly public: SubscriptionGroup; readonly private: SubscriptionGroup }>>;
  /** why a topic is not even asked for, or null */
  readonly obstacle: (topic: Topic) => string | null;
}

const keyOf = (topic: Topic): string => `${topic.venue} ${wireTopic(topic)}`;

export function createSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const { context, groups, obstacle, onChange } = options;
  const subscriptions = new Map<string, Subscription>();

  const groupOf = ({ spec }: Subscription): SubscriptionGroup =>
    groups[spec.venue][spec.isPrivate ? 'private' : 'public'];

  const open = (key: string, topic: Topic): Subscription => {
    const subscription = createSubscription(topic, options);
    const why = obstacle(topic);
    subscriptions.set(key, subscription);
    if (why === null) {
      groupOf(subscription).add(subscription);
    } else {
      postpone(subscription.record, context.monotonicMs(), { phase: 'refused', detail: why, pauseMs: 0 });
      subscription.review();
    }
    onChange();
    return subscription;
  };

  const leave = (key: string, subscription: Subscription): void => {
    if (subscription.listeners.size > 0 || subscriptions.get(key) !== subscription) return;
    subscriptions.delete(key);
    groupOf(subscription).remove(subscription);
    onChange();
  };

  return {
    subscribe: <T extends Topic>(topic: T, handlers: TopicHandlers<MessageOf<T>>) => {
      const key = keyOf(topic);
      const subscription = subscriptions.get(key) ?? open(key, topic);
      // a copy, because the same handlers may listen twice
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table's parser of this kind of topic makes its messages
      const listener = { ...handlers } as TopicHandlers<unknown>;
      subscription.listeners.add(listener);
      listener.state?.(subscription.status());
      return () => {
        if (subscription.listeners.delete(listener)) leave(key, subscription);
      };
    },
    confirm(topic) {
      const subscription = subscriptions.get(keyOf(topic));
      if (subscription === undefined) return;
      confirm(subscription.record, context.monotonicMs());
      subscription.review();
    },
    statuses: () => [...subscriptions.values()].map(subscription => subscription.status()),
    clear: () => subscriptions.clear(),
  };
}
