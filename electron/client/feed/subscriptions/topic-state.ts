import type { FeedState } from '#shared/domain/feed.ts';
import type { SilenceLimits } from '../silence.ts';

/** Not subscribed for this long is `dead`. */
export const givenUpAfterMs = 30_000;
const longestAskPauseMs = 300_000;
/** The state `dead` for silence is used only after this many subscriptions again did not help. */
const fruitlessBeforeDead = 2;

/**
 * The state of one topic. `wanted`: to be requested, or its connection is down. `asking`: sent, no answer yet. `on`:
 * acknowledged. `refused`: the exchange rejected it. Times are monotonic ms.
 */
export interface TopicRecord {
  phase: 'wanted' | 'asking' | 'on' | 'refused';
  /** when it was first wanted, or last stopped being on */
  missingSinceMs: number;
  /** when it was last acknowledged */
  onSinceMs: number;
  hasBeenOn: boolean;
  receivedAtMs: number | null;
  /** when it was last found that there was nothing to publish */
  confirmedAtMs: number | null;
  /** the other end of its connection does not answer */
  isUnanswered: boolean;
  /** asks because of silence, since the last message */
  fruitless: number;
  resubscribedAtMs: number;
  /** asks without success, for the back-off */
  failures: number;
  notBeforeMs: number;
  detail: string | null;
}

export interface TopicCondition {
  readonly state: FeedState;
  readonly detail: string | null;
}

export function createRecord(nowMs: number): TopicRecord {
  return {
    phase: 'wanted',
    missingSinceMs: nowMs,
    onSinceMs: nowMs,
    hasBeenOn: false,
    receivedAtMs: null,
    confirmedAtMs: null,
    isUnanswered: false,
    fruitless: 0,
    resubscribedAtMs: nowMs,
    failures: 0,
    notBeforeMs: nowMs,
    detail: null,
  };
}

/** The connection went down, or the topic must be asked for from the start. */
export function lose(record: TopicRecord, nowMs: number, detail: string | null): void {
  if (record.phase === 'on') record.missingSinceMs = nowMs;
  record.phase = 'wanted';
  record.isUnanswered = false;
  record.detail = detail;
  record.failures = 0;
  record.notBeforeMs = nowMs;
}

/** Acknowledged. */
export function settle(record: TopicRecord, nowMs: number): void {
  record.phase = 'on';
  record.onSinceMs = nowMs;
  record.resubscribedAtMs = nowMs;
  record.hasBeenOn = true;
  record.failures = 0;
  record.fruitless = 0;
  record.detail = null;
}

/** The exchange rejected it, or did not answer; `pauseMs` until the next request. */
export function postpone(record: TopicRecord, nowMs: number, { phase, detail, pauseMs }: Postponement): void {
  if (record.phase === 'on') record.missingSinceMs = nowMs;
  record.phase = phase;
  record.detail = detail;
  record.failures += 1;
  record.notBeforeMs = nowMs + pauseMs;
}

interface Postponement {
  readonly phase: 'wanted' | 'refused';
  readonly detail: string;
  readonly pauseMs: number;
}

/** What it brings was found to be right by another way: its silence up to now is the market's, and not its own. */
export function confirm(record: TopicRecord, nowMs: number): void {
  record.confirmedAtMs = nowMs;
  record.fruitless = 0;
}

/** When the topic, or its silence, was last known to be right. */
function trustedAtMs({ receivedAtMs, confirmedAtMs }: TopicRecord): number {
  return Math.max(receivedAtMs ?? 0, confirmedAtMs ?? 0);
}

function silenceMs(record: TopicRecord, nowMs: number): number {
  return nowMs - Math.max(record.onSinceMs, trustedAtMs(record));
}

function isOver(limitMs: number | null, silentMs: number): boolean {
  return limitMs !== null && silentMs >= limitMs;
}

/** What the topic's state is now. Pure. */
export function conditionOf(record: TopicRecord, limits: SilenceLimits, nowMs: number): TopicCondition {
  if (record.phase === 'on') {
    const silentMs = silenceMs(record, nowMs);
    if (record.fruitless >= fruitlessBeforeDead && isOver(limits.deadAfterMs, silentMs)) {
      return { state: 'dead', detail: 'No message comes, although it was asked for again.' };
    }
    if (record.isUnanswered) {
      return { state: 'stale', detail: 'The exchange does not answer on the connection of this feed.' };
    }
    if (!isOver(limits.staleAfterMs, silentMs)) return { state: 'live', detail: null };
    return { state: 'stale', detail: 'No message has come for a while.' };
  }
  if (record.phase === 'refused') return { state: 'dead', detail: record.detail };
  if (nowMs - record.missingSinceMs >= givenUpAfterMs) {
    return { state: 'dead', detail: record.detail ?? 'The exchange does not answer the request for this topic.' };
  }
  if (record.phase === 'wanted' && record.hasBeenOn) return { state: 'stale', detail: record.detail };
  return { state: 'syncing', detail: record.detail };
}

/** Whether the topic has been silent for so long that it should be asked for again. Pure. */
export function wantsAskingAgain(record: TopicRecord, limits: SilenceLimits, nowMs: number): boolean {
  if (record.phase !== 'on' || limits.askAgainAfterMs === null) return false;
  const pauseMs = Math.min(longestAskPauseMs, limits.askAgainAfterMs * 2 ** Math.min(record.fruitless, 10));
  const since = Math.max(record.resubscribedAtMs, trustedAtMs(record));
  return nowMs - since >= pauseMs;
}
