import { type TopicBatch, batchesOf, halvesOf } from './connection/topic-batches.ts';
import type { Subscription } from './subscription.ts';
import type { TopicAnswer } from './connection/requests.ts';
import type { Connection } from './connection/connection.ts';
import type { FeedContext } from './connection/socket.ts';
import { acknowledge, isDefinite, isGranted } from './outcome.ts';

/** Asks a line for topics and writes down what came of it. */
export interface Subscriber {
  readonly subscribe: (entries: readonly Subscription[], on: Connection) => void;
  /** takes topics that fell silent off and puts them on again */
  readonly askAgain: (entries: readonly Subscription[], on: Connection) => void;
  readonly unsubscribe: (topics: Iterable<Named>, on: Connection) => void;
  /** asks a successor of the line, and changes nothing: it fills in what that line carries, and answers whether it is all */
  readonly carryOver: (
    entries: readonly Subscription[],
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
  /** still wanted, and the line still the one in use */
  readonly isCurrent: (entry: Subscription, on: Connection) => boolean;
}

function named(entries: readonly Subscription[]): Named[] {
  return entries.map(({ topic, spec }) => ({ topic, isBatchable: spec.isBatchable }));
}

function pick(entries: readonly Subscription[], { topics }: TopicBatch): Subscription[] {
  const names = new Set(topics);
  return entries.filter(({ topic }) => names.has(topic));
}

function resetSilent(entry: Subscription): void {
  entry.reset('resubscribed');
}

interface Question {
  readonly batch: TopicBatch;
  readonly entries: readonly Subscription[];
  readonly on: Connection;
  readonly onGranted: (entry: Subscription) => void;
}

export function createSubscriber({ context, isPrivate, isCurrent }: SubscriberOptions): Subscriber {
  const send = (type: 'subscribe' | 'unsubscribe', batch: TopicBatch, on: Connection): Promise<TopicAnswer> => {
    return on.request({ type, topic: batch.topic, isPrivate });
  };

  const ask = async (question: Question): Promise<void> => {
    const { batch, on, onGranted } = question;
    const askedAtMs = context.monotonicMs();
    const answer = await send('subscribe', batch, on);
    const entries = question.entries.filter(entry => isCurrent(entry, on));
    if (isDefinite(answer) && entries.length > 1) {
      // one topic is enough for all to be refused: find it
      const halves = halvesOf({ topic: '', topics: entries.map(({ topic }) => topic) });
      await Promise.all(halves.map(half => ask({ ...question, batch: half, entries: pick(entries, half) })));
      return;
    }
    for (const entry of entries) if (isGranted(entry, { answer, askedAtMs }, context)) onGranted(entry);
  };

  const askAll = (entries: readonly Subscription[], on: Connection, onGranted: (entry: Subscription) => void): void => {
    for (const batch of batchesOf(named(entries))) void ask({ batch, entries: pick(entries, batch), on, onGranted });
  };

  const unsubscribe = (topics: Iterable<Named>, on: Connection): void => {
    for (const batch of batchesOf(topics)) void send('unsubscribe', batch, on);
  };

  return {
    subscribe(entries, on) {
      for (const entry of entries) {
        entry.record.phase = 'asking';
        entry.review();
      }
      askAll(entries, on, entry => acknowledge(entry, context));
    },
    askAgain(entries, on) {
      for (const { record } of entries) {
        record.fruitless += 1;
        record.askedAgainAtMs = context.monotonicMs();
      }
      unsubscribe(named(entries), on);
      askAll(entries, on, resetSilent);
    },
    unsubscribe,
    async carryOver(entries, successor, carried) {
      const carry = async (batch: TopicBatch): Promise<void> => {
        const answer = await send('subscribe', batch, successor);
        if (answer.kind === 'acknowledged') for (const topic of batch.topics) carried.add(topic);
      };
      await Promise.all(batchesOf(named(entries)).map(carry));
      return carried.size === entries.length;
    },
  };
}
