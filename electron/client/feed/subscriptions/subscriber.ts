import { type TopicBatch, batchesOf, halvesOf } from '../connection/topic-batches.ts';
import type { Subscription } from './subscription.ts';
import type { TopicAnswer } from '../connection/requests.ts';
import type { Connection } from '../connection/connection.ts';
import type { FeedContext } from '../connection/context.ts';
import { acknowledge, isDefinite, isGranted } from './outcome.ts';

/** Asks a connection for topics and writes down what came of it. */
export interface Subscriber {
  readonly subscribe: (subscriptions: readonly Subscription[], connection: Connection) => void;
  /** takes topics that fell silent off and puts them on again */
  readonly askAgain: (subscriptions: readonly Subscription[], connection: Connection) => void;
  readonly unsubscribe: (topics: Iterable<Named>, connection: Connection) => void;
  /** asks a successor of the connection, and changes nothing: it fills in what that one carries, and answers whether it is all */
  readonly carryOver: (
    subscriptions: readonly Subscription[],
    successor: Connection,
    carried: Set<string>,
  ) => Promise<boolean>;
}

export interface Named {
  readonly topic: string;
  readonly isBatchable: boolean;
}

interface SubscriberOptions {
  readonly context: FeedContext;
  readonly isPrivate: boolean;
  /** still listened to, and the connection still the one in use */
  readonly isCurrent: (subscription: Subscription, connection: Connection) => boolean;
}

function named(subscriptions: readonly Subscription[]): Named[] {
  return subscriptions.map(({ topic, spec }) => ({ topic, isBatchable: spec.isBatchable }));
}

function pick(subscriptions: readonly Subscription[], { topics }: TopicBatch): Subscription[] {
  const names = new Set(topics);
  return subscriptions.filter(({ topic }) => names.has(topic));
}

function resetSilent(subscription: Subscription): void {
  subscription.reset('resubscribed');
}

interface SubscribeRequest {
  readonly batch: TopicBatch;
  readonly subscriptions: readonly Subscription[];
  readonly connection: Connection;
  readonly onGranted: (subscription: Subscription) => void;
}

export function createSubscriber({ context, isPrivate, isCurrent }: SubscriberOptions): Subscriber {
  const send = (type: 'subscribe' | 'unsubscribe', batch: TopicBatch, connection: Connection): Promise<TopicAnswer> => {
    return connection.request({ type, topic: batch.topic, isPrivate });
  };

  const ask = async (request: SubscribeRequest): Promise<void> => {
    const { batch, connection, onGranted } = request;
    const requestedAtMs = context.monotonicMs();
    const answer = await send('subscribe', batch, connection);
    const subscriptions = request.subscriptions.filter(subscription => isCurrent(subscription, connection));
    if (isDefinite(answer) && subscriptions.length > 1) {
      // one topic is enough for all to be refused: find it
      const halves = halvesOf({ topic: '', topics: subscriptions.map(({ topic }) => topic) });
      await Promise.all(halves.map(half => ask({ ...request, batch: half, subscriptions: pick(subscriptions, half) })));
      return;
    }
    for (const subscription of subscriptions)
      if (isGranted(subscription, { answer, requestedAtMs }, context)) onGranted(subscription);
  };

  const askAll = (
    subscriptions: readonly Subscription[],
    connection: Connection,
    onGranted: (subscription: Subscription) => void,
  ): void => {
    for (const batch of batchesOf(named(subscriptions)))
      void ask({ batch, subscriptions: pick(subscriptions, batch), connection, onGranted });
  };

  const unsubscribe = (topics: Iterable<Named>, connection: Connection): void => {
    for (const batch of batchesOf(topics)) void send('unsubscribe', batch, connection);
  };

  return {
    subscribe(subscriptions, connection) {
      for (const subscription of subscriptions) {
        subscription.record.phase = 'asking';
        subscription.review();
      }
      askAll(subscriptions, connection, subscription => acknowledge(subscription, context));
    },
    askAgain(subscriptions, connection) {
      for (const { record } of subscriptions) {
        record.fruitless += 1;
        record.resubscribedAtMs = context.monotonicMs();
      }
      unsubscribe(named(subscriptions), connection);
      askAll(subscriptions, connection, resetSilent);
    },
    unsubscribe,
    async carryOver(subscriptions, successor, carried) {
      const carry = async (batch: TopicBatch): Promise<void> => {
        const answer = await send('subscribe', batch, successor);
        if (answer.kind === 'acknowledged') for (const topic of batch.topics) carried.add(topic);
      };
      await Promise.all(batchesOf(named(subscriptions)).map(carry));
      return carried.size === subscriptions.length;
    },
  };
}
