import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import type { TopicStatus } from '#shared/domain/feed.ts';
import { parseExact } from '#client/wire/exact-json.ts';
import { describeRow, type RefusedRow } from '#client/wire/rows.ts';
import type { FeedContext } from '../connection/context.ts';
import type { MessageFrame } from '../connection/frame.ts';
import type { ResetReason, TopicHandlers } from '../feed.ts';
import { fieldsOf, type Parser } from '../parsers/parser.ts';
import { type KindSpec, kindOf, kinds, suffixOf, wireTopic } from '../topic-table.ts';
import { describeTopic } from '../topic-words.ts';
import type { Topic } from '../topics.ts';
import { conditionOf, createRecord, type TopicCondition, type TopicRecord } from './topic-state.ts';

/** One topic that somebody listens to, however many they are. Its messages are read once. */
export interface Subscription {
  /** the exchange's own name of it */
  readonly topic: string;
  readonly spec: Pick<KindSpec<unknown>, 'venue' | 'isPrivate' | 'isBatchable' | 'silence'>;
  readonly record: TopicRecord;
  readonly listeners: Set<TopicHandlers<unknown>>;
  readonly deliver: (frame: MessageFrame) => void;
  readonly reset: (reason: ResetReason) => void;
  /** looks at the record again and tells of a change */
  readonly review: () => void;
  readonly status: () => TopicStatus;
}

export interface SubscriptionOptions {
  readonly context: FeedContext;
  readonly counts: { messages: number; unreadable: number; unknown: number };
  readonly onChange: () => void;
  /** logs it the first time */
  readonly once: (event: string, fields: Readonly<Record<string, string>>) => void;
}

type Listeners = Pick<Subscription, 'topic' | 'listeners'>;

type Report = (
  refused: RefusedRow,
  subject: string,
  handlerOf: (listener: TopicHandlers<unknown>) => ((row: OddRow) => void) | undefined,
) => void;

function exactData(text: string): unknown {
  const exact = parseExact(text);
  return exact.ok ? fieldsOf(exact.value)?.['data'] : undefined;
}

/** An unreadable frame is a reset for a listener that has no handler for it. */
function orReset(listener: TopicHandlers<unknown>): (row: OddRow) => void {
  return listener.unreadable ?? (() => listener.reset?.('unreadable'));
}

/** A listener that throws is a bug of ours; the others still get theirs. */
function createTelling({ topic, listeners }: Listeners, { log }: FeedContext) {
  return (act: (listener: TopicHandlers<unknown>) => void): void => {
    for (const listener of listeners) {
      try {
        act(listener);
      } catch (cause) {
        log.error('feed.listener-failed', { topic, reason: cause instanceof Error ? cause.message : String(cause) });
      }
    }
  };
}

/** How the topic is, as it was last told. */
function createCondition(
  wanted: Topic,
  { record, spec, context }: Pick<Subscription, 'record' | 'spec'> & Pick<SubscriptionOptions, 'context'>,
  onChange: (status: TopicStatus) => void,
) {
  const words = describeTopic(wanted);
  let told: TopicCondition = { state: 'syncing', detail: null };
  const status = (): TopicStatus => {
    const { heardAtMs } = record;
    const lastMessageAtMs =
      heardAtMs === null ? null : Math.round(context.nowMs() - (context.monotonicMs() - heardAtMs));
    return { ...words, ...told, lastMessageAtMs };
  };
  return {
    status,
    isLive: () => told.state === 'live',
    review: (): void => {
      const next = conditionOf(record, spec.silence, context.monotonicMs());
      if (next.state === told.state && next.detail === told.detail) return;
      told = next;
      onChange(status());
    },
  };
}

export function createSubscription(
  wanted: Topic,
  { context, counts, onChange, once }: SubscriptionOptions,
): Subscription {
  const topic = wireTopic(wanted);
  const spec: KindSpec<unknown> = kinds[kindOf(wanted)];
  const record = createRecord(context.monotonicMs());
  const listeners = new Set<TopicHandlers<unknown>>();
  const suffix = suffixOf(topic);
  const tell = createTelling({ topic, listeners }, context);
  const condition = createCondition(wanted, { record, spec, context }, status => {
    tell(listener => listener.state?.(status));
    onChange();
  });
  const reset = (reason: ResetReason): void => tell(listener => listener.reset?.(reason));

  const report: Report = (refused, subject, handlerOf) => {
    counts.unreadable += 1;
    once('feed.unreadable', { topic, subject: subject.slice(0, 60), field: refused.field });
    const row = describeRow(refused, topic);
    tell(listener => handlerOf(listener)?.(row));
  };
  const parseAndTell = (frame: MessageFrame, parse: Parser<unknown>): void => {
    const { subject } = frame;
    const data = spec.isLean ? frame.data : exactData(frame.text);
    const message = parse({ suffix: frame.topic === topic ? suffix : suffixOf(frame.topic), subject, data });
    if (message.ok) {
      const { value, refused = [] } = message;
      tell(listener => listener.message(value));
      for (const row of refused) report(row, subject, listener => listener.unreadable);
      return;
    }
    report({ value: data, field: message.field }, subject, orReset);
  };
  const deliver = (frame: MessageFrame): void => {
    counts.messages += 1;
    record.heardAtMs = context.monotonicMs();
    record.fruitless = 0;
    if (!condition.isLive()) condition.review();
    const parse = spec.parsers.get(frame.subject) ?? spec.parsers.get('*');
    if (parse !== undefined) return parseAndTell(frame, parse);
    counts.unknown += 1;
    once('feed.unknown-subject', { topic, subject: frame.subject.slice(0, 60) });
  };

  return { topic, spec, record, listeners, deliver, reset, review: condition.review, status: condition.status };
}
