import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import type { TopicStatus } from '#shared/domain/feed.ts';
import { parseExact } from '#client/wire/exact-json.ts';
import { describeRow, type RejectedRow } from '#client/wire/rows.ts';
import type { FeedContext } from '../connection/context.ts';
import type { MessageFrame } from '../connection/frame.ts';
import type { ResetReason, TopicHandlers } from '../feed.ts';
import { fieldsOf, type Parser } from '../parsers/parser.ts';
import { type KindSpec, kindOf, kinds, suffixOf, wireTopic } from '../topic-table.ts';
import { describeTopic } from '../describe-topic.ts';
import type { Topic } from '../topics.ts';
import { conditionOf, createRecord, type TopicCondition, type TopicRecord } from './topic-state.ts';

/** One topic with its listeners. Its messages are parsed once. */
export interface Subscription {
  /** the exchange's own name of it */
  readonly topic: string;
  readonly spec: Pick<KindSpec<unknown>, 'venue' | 'isPrivate' | 'isBatchable' | 'silence'>;
  readonly record: TopicRecord;
  readonly listeners: Set<TopicHandlers<unknown>>;
  readonly deliver: (frame: MessageFrame) => void;
  readonly reset: (reason: ResetReason) => void;
  /** reads the record again and reports a change */
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
  refused: RejectedRow,
  subject: string,
  handlerOf: (listener: TopicHandlers<unknown>) => ((row: OddRow) => void) | undefined,
) => void;

function exactData(text: string): unknown {
  const exact = parseExact(text);
  return exact.ok ? fieldsOf(exact.value)?.['data'] : undefined;
}

/** So many unreadable frames of a public topic in a row are more than odd frames: what they say is lost. */
const mostOddFrames = 3;

/**
 * Counts unreadable frames. True: listeners without a handler for them are reset. A frame of a private topic may be an
 * own order, so it resets them at once. A public topic says its prices again, and a book shows by its sequence what is
 * missing.
 */
function createOddRun({ isPrivate }: Pick<KindSpec<unknown>, 'isPrivate'>) {
  let length = 0;
  return {
    readable: (): void => {
      length = 0;
    },
    isReset: (): boolean => {
      length = (length + 1) % mostOddFrames;
      return isPrivate || length === 0;
    },
  };
}

/** The handler of unreadable frames; without one they may be a reset. */
function oddHandler(isReset: boolean) {
  return (listener: TopicHandlers<unknown>): ((row: OddRow) => void) | undefined =>
    listener.unreadable ?? (isReset ? () => listener.reset?.('unreadable') : undefined);
}

/** A listener that throws is a bug of ours; the others still get theirs. */
function createListPublisher({ topic, listeners }: Listeners, { log }: FeedContext) {
  return (action: (listener: TopicHandlers<unknown>) => void): void => {
    for (const listener of listeners) {
      try {
        action(listener);
      } catch (cause) {
        log.error('feed.listener-failed', { topic, reason: cause instanceof Error ? cause.message : String(cause) });
      }
    }
  };
}

/** The last published state of the topic. */
function createCondition(
  wanted: Topic,
  { record, spec, context }: Pick<Subscription, 'record' | 'spec'> & Pick<SubscriptionOptions, 'context'>,
  onChange: (status: TopicStatus) => void,
) {
  const words = describeTopic(wanted);
  let reported: TopicCondition = { state: 'syncing', detail: null };
  const status = (): TopicStatus => {
    const { receivedAtMs } = record;
    const lastMessageAtMs =
      receivedAtMs === null ? null : Math.round(context.nowMs() - (context.monotonicMs() - receivedAtMs));
    return { ...words, ...reported, lastMessageAtMs };
  };
  return {
    status,
    isLive: () => reported.state === 'live',
    review: (): void => {
      const next = conditionOf(record, spec.silence, context.monotonicMs());
      if (next.state === reported.state && next.detail === reported.detail) return;
      reported = next;
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
  const publish = createListPublisher({ topic, listeners }, context);
  const oddRun = createOddRun(spec);
  const condition = createCondition(wanted, { record, spec, context }, status => {
    publish(listener => listener.state?.(status));
    onChange();
  });
  const reset = (reason: ResetReason): void => publish(listener => listener.reset?.(reason));

  const report: Report = (refused, subject, handlerOf) => {
    counts.unreadable += 1;
    once('feed.unreadable', { topic, subject: subject.slice(0, 60), field: refused.field });
    const row = describeRow(refused, topic);
    publish(listener => handlerOf(listener)?.(row));
  };
  const parseAndPublish = (frame: MessageFrame, parse: Parser<unknown>): void => {
    const { subject } = frame;
    const data = spec.isLean ? frame.data : exactData(frame.text);
    const message = parse({ suffix: frame.topic === topic ? suffix : suffixOf(frame.topic), subject, data });
    if (message.ok) {
      oddRun.readable();
      const { value, refused = [] } = message;
      publish(listener => listener.message(value));
      for (const row of refused) report(row, subject, listener => listener.unreadable);
      return;
    }
    report({ value: data, field: message.field }, subject, oddHandler(oddRun.isReset()));
  };
  const deliver = (frame: MessageFrame): void => {
    counts.messages += 1;
    record.receivedAtMs = context.monotonicMs();
    record.fruitless = 0;
    if (!condition.isLive()) condition.review();
    const parse = spec.parsers.get(frame.subject) ?? spec.parsers.get('*');
    if (parse !== undefined) return parseAndPublish(frame, parse);
    counts.unknown += 1;
    once('feed.unknown-subject', { topic, subject: frame.subject.slice(0, 60) });
  };

  return { topic, spec, record, listeners, deliver, reset, review: condition.review, status: condition.status };
}
