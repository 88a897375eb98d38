import type { Subscription } from './subscription.ts';
import type { TopicAnswer } from '../connection/requests.ts';
import type { FeedContext } from '../connection/context.ts';
import { postpone, settle } from './topic-state.ts';

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;
/** Asking again for what the exchange says it does not have, or does not give us. */
const refusedRetryMs = 120_000;
/** docs/exchange/feeds.md §2: invalid topic, login required, no such topic, topic required, type not supported. */
const definite: ReadonlySet<number | null> = new Set([400, 403, 404, 406, 415]);

type TopicRejection = Extract<TopicAnswer, { kind: 'refused' }>;

/** A no that asking again does not change, as against "too many at once". */
export function isDefinite(answer: TopicAnswer): boolean {
  return answer.kind === 'refused' && definite.has(answer.code);
}

function sentence({ code, words }: TopicRejection): string {
  const number = code === null ? '' : ` (${code})`;
  return words === ''
    ? `The exchange rejected the topic${number}.`
    : `The exchange rejected the topic${number}: ${words}`;
}

/** 1 s to 30 s, doubling, and spread so that a refused crowd does not come back as a crowd. */
function retryMs(failures: number, random: () => number): number {
  const bound = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10));
  return bound * (0.5 + random() / 2);
}

function refuse(subscription: Subscription, rejection: TopicRejection, context: FeedContext): void {
  const isFinal = isDefinite(rejection);
  const pauseMs = isFinal ? refusedRetryMs : retryMs(subscription.record.failures, context.random);
  const phase = isFinal ? 'refused' : 'wanted';
  postpone(subscription.record, context.monotonicMs(), { phase, detail: sentence(rejection), pauseMs });
  subscription.review();
}

function goWithout({ record, review }: Subscription, context: FeedContext): void {
  const detail = 'The exchange did not answer the request for this topic.';
  const pauseMs = retryMs(record.failures, context.random);
  postpone(record, context.monotonicMs(), { phase: 'wanted', detail, pauseMs });
  review();
}

/** The topic is subscribed; what came before, if anything, may not join up with what comes. */
export function acknowledge(subscription: Subscription, context: FeedContext): void {
  const wasOn = subscription.record.hasBeenOn;
  settle(subscription.record, context.monotonicMs());
  subscription.review();
  if (wasOn) subscription.reset('reconnected');
}

/**
 * Writes down a rejection or a silence; true when the topic is granted. A message that came since it was asked for is
 * answer enough: then only the ack was lost.
 */
export function isGranted(subscription: Subscription, { answer, requestedAtMs }: Asked, context: FeedContext): boolean {
  const { receivedAtMs } = subscription.record;
  if (answer.kind === 'acknowledged') return true;
  if (answer.kind === 'silent' && receivedAtMs !== null && receivedAtMs >= requestedAtMs) return true;
  if (answer.kind === 'refused') refuse(subscription, answer, context);
  else if (answer.kind === 'silent') goWithout(subscription, context);
  return false;
}

interface Asked {
  readonly answer: TopicAnswer;
  readonly requestedAtMs: number;
}
