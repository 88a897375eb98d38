import type { TopicStatus } from '#shared/domain/feed.ts';
import { parseExact } from '../wire/exact-json.ts';
import type { ResetReason, TopicHandlers } from './feed.ts';
import type { MessageFrame } from './connection/frame.ts';
import type { FeedContext } from './connection/socket.ts';
import { fieldsOf, type Parser } from './parsers/parser.ts';
import { type KindSpec, suffixOf } from './topic-table.ts';
import { createRecord, conditionOf, type TopicCondition, type TopicRecord } from './topic-state.ts';

/** One wanted topic, whoever wants it. */
export interface Subscription {
  readonly topic: string;
  readonly spec: Pick<KindSpec<unknown>, 'venue' | 'isPrivate' | 'isBatchable' | 'silence'>;
  readonly record: TopicRecord;
  readonly deliver: (frame: MessageFrame) => void;
  readonly reset: (reason: ResetReason) => void;
  /** looks at the record again and tells of a change */
  readonly review: () => void;
  readonly status: () => TopicStatus;
}

export interface SharedSubscription<M> extends Subscription {
  readonly listeners: Set<TopicHandlers<M>>;
}

export interface SubscriptionOptions {
  readonly context: FeedContext;
  readonly counts: { messages: number; unreadable: number; unknown: number };
  readonly onChange: () => void;
  /** logs it the first time */
  readonly once: (event: string, fields: Readonly<Record<string, string>>) => void;
}

function exactData(text: string): unknown {
  const exact = parseExact(text);
  return exact.ok ? fieldsOf(exact.value)?.['data'] : undefined;
}

interface Listeners<M> {
  readonly listeners: ReadonlySet<TopicHandlers<M>>;
  readonly onThrow: (cause: unknown) => void;
}

/** A listener that throws is a bug of ours; the others still get theirs. */
function tell<M>({ listeners, onThrow }: Listeners<M>, act: (listener: TopicHandlers<M>) => void): void {
  for (const listener of listeners) {
    try {
      act(listener);
    } catch (cause) {
      onThrow(cause);
    }
  }
}

/** What is shown of a topic, and those who are told when it changes. */
function createTopicStatus<M>(topic: string, spec: KindSpec<M>, needs: SubscriptionOptions) {
  const { context } = needs;
  const record = createRecord(context.monotonicMs());
  const listeners = new Set<TopicHandlers<M>>();
  let shown: TopicCondition = { state: 'syncing', detail: null };
  const onThrow = (cause: unknown): void => {
    context.log.error('feed.listener-failed', {
      topic,
      reason: cause instanceof Error ? cause.message : String(cause),
    });
  };
  const audience: Listeners<M> = { listeners, onThrow };

  const status = (): TopicStatus => {
    const { heardAtMs } = record;
    const lastMessageAtMs =
      heardAtMs === null ? null : Math.round(context.nowMs() - (context.monotonicMs() - heardAtMs));
    return { venue: spec.venue, topic, ...shown, lastMessageAtMs };
  };

  const review = (): void => {
    const next = conditionOf(record, spec.silence, context.monotonicMs());
    if (next.state === shown.state && next.detail === shown.detail) return;
    shown = next;
    const now = status();
    tell(audience, listener => listener.state?.(now));
    needs.onChange();
  };

  return { record, listeners, audience, status, review, isLive: () => shown.state === 'live' };
}

/** Where a topic's messages are read, once, and given to all who want them. */
export function createSubscription<M>(
  topic: string,
  spec: KindSpec<M>,
  needs: SubscriptionOptions,
): SharedSubscription<M> {
  const { context, counts, once } = needs;
  const { record, listeners, audience, status, review, isLive } = createTopicStatus(topic, spec, needs);
  const suffix = suffixOf(topic);

  const reset = (reason: ResetReason): void => {
    tell(audience, listener => listener.reset?.(reason));
  };

  const readAndTell = (frame: MessageFrame, read: Parser<M>): void => {
    const { subject } = frame;
    const data = spec.isLean ? frame.data : exactData(frame.text);
    const reading = read({ suffix: frame.topic === topic ? suffix : suffixOf(frame.topic), subject, data });
    if (reading.ok) {
      const { value } = reading;
      tell(audience, listener => listener.message(value));
      return;
    }
    counts.unreadable += 1;
    once('feed.unreadable', { topic, subject: subject.slice(0, 60), field: reading.field });
    reset('unreadable');
  };

  const deliver = (frame: MessageFrame): void => {
    counts.messages += 1;
    record.heardAtMs = context.monotonicMs();
    record.fruitless = 0;
    if (!isLive()) review();
    const read = spec.readers.get(frame.subject) ?? spec.readers.get('*');
    if (read !== undefined) return readAndTell(frame, read);
    counts.unknown += 1;
    once('feed.unknown-subject', { topic, subject: frame.subject.slice(0, 60) });
  };

  return { topic, spec, record, listeners, deliver, reset, review, status };
}
