import { type Batch, batchesOf, halvesOf } from './connection/topic-batches.ts';
import type { TopicEntry } from './subscription.ts';
import type { LineAnswer } from './connection/requests.ts';
import type { Line } from './connection/connection.ts';
import type { FeedWorld } from './connection/socket.ts';
import { acknowledge, isDefinite, isGranted } from './outcome.ts';

/** Asks a line for topics and writes down what came of it. */
export interface Asker {
  readonly subscribe: (entries: readonly TopicEntry[], on: Line) => void;
  /** takes topics that fell silent off and puts them on again */
  readonly askAgain: (entries: readonly TopicEntry[], on: Line) => void;
  readonly unsubscribe: (topics: Iterable<Named>, on: Line) => void;
  /** asks a successor of the line, and changes nothing: it fills in what that line carries, and answers whether it is all */
  readonly carryOver: (entries: readonly TopicEntry[], successor: Line, carried: Set<string>) => Promise<boolean>;
}

export interface Named {
  readonly topic: string;
  readonly isBatchable: boolean;
}

interface AskerInput {
  readonly world: FeedWorld;
  readonly isPrivate: boolean;
  /** still wanted, and the line still the one in use */
  readonly isCurrent: (entry: TopicEntry, on: Line) => boolean;
}

function named(entries: readonly TopicEntry[]): Named[] {
  return entries.map(({ topic, spec }) => ({ topic, isBatchable: spec.isBatchable }));
}

function pick(entries: readonly TopicEntry[], { topics }: Batch): TopicEntry[] {
  const names = new Set(topics);
  return entries.filter(({ topic }) => names.has(topic));
}

function resetSilent(entry: TopicEntry): void {
  entry.reset('resubscribed');
}

interface Question {
  readonly batch: Batch;
  readonly entries: readonly TopicEntry[];
  readonly on: Line;
  readonly onGranted: (entry: TopicEntry) => void;
}

export function createAsker({ world, isPrivate, isCurrent }: AskerInput): Asker {
  function send(type: 'subscribe' | 'unsubscribe', batch: Batch, on: Line): Promise<LineAnswer> {
    return on.ask({ type, topic: batch.topic, isPrivate });
  }

  async function ask(question: Question): Promise<void> {
    const { batch, on, onGranted } = question;
    const askedAtMs = world.monotonicMs();
    const answer = await send('subscribe', batch, on);
    const entries = question.entries.filter(entry => isCurrent(entry, on));
    if (isDefinite(answer) && entries.length > 1) {
      // one topic is enough for all to be refused: find it
      const halves = halvesOf({ topic: '', topics: entries.map(({ topic }) => topic) });
      await Promise.all(halves.map(half => ask({ ...question, batch: half, entries: pick(entries, half) })));
      return;
    }
    for (const entry of entries) if (isGranted(entry, { answer, askedAtMs }, world)) onGranted(entry);
  }

  function askAll(entries: readonly TopicEntry[], on: Line, onGranted: (entry: TopicEntry) => void): void {
    for (const batch of batchesOf(named(entries))) void ask({ batch, entries: pick(entries, batch), on, onGranted });
  }

  function unsubscribe(topics: Iterable<Named>, on: Line): void {
    for (const batch of batchesOf(topics)) void send('unsubscribe', batch, on);
  }

  return {
    subscribe(entries, on) {
      for (const entry of entries) {
        entry.record.phase = 'asking';
        entry.review();
      }
      askAll(entries, on, entry => acknowledge(entry, world));
    },
    askAgain(entries, on) {
      for (const { record } of entries) {
        record.fruitless += 1;
        record.askedAgainAtMs = world.monotonicMs();
      }
      unsubscribe(named(entries), on);
      askAll(entries, on, resetSilent);
    },
    unsubscribe,
    async carryOver(entries, successor, carried) {
      const carry = async (batch: Batch): Promise<void> => {
        const answer = await send('subscribe', batch, successor);
        if (answer.kind === 'acknowledged') for (const topic of batch.topics) carried.add(topic);
      };
      await Promise.all(batchesOf(named(entries)).map(carry));
      return carried.size === entries.length;
    },
  };
}
