import type { FeedState } from '#shared/domain/feed.ts';

/** What silence means for a kind of topic. Each limit is ms of silence while subscribed; null: silence means nothing. */
export interface SilenceLimits {
  readonly staleAfterMs: number | null;
  /** ask for the topic anew; doubles with each time it did not help */
  readonly askAgainAfterMs: number | null;
  readonly deadAfterMs: number | null;
}

/** Pushed at a fixed pace, whatever happens. */
export function clockwork(everyMs: number): SilenceLimits {
  return { staleAfterMs: everyMs * 3 + 2_000, askAgainAfterMs: everyMs * 6 + 2_000, deadAfterMs: 60_000 };
}
/** Pushed on change, and a market changes all the time. faults.md §4: stale after 10 s. */
export const busy: SilenceLimits = { staleAfterMs: 10_000, askAgainAfterMs: 20_000, deadAfterMs: 120_000 };
/** Pushed when somebody trades, which may be seldom. */
export const quiet: SilenceLimits = { staleAfterMs: null, askAgainAfterMs: 120_000, deadAfterMs: null };
/** Pushed when something of ours happens: the pong alone tells that the line lives. */
export const eventful: SilenceLimits = { staleAfterMs: null, askAgainAfterMs: null, deadAfterMs: null };

/** Not subscribed for this long is `dead`. */
export const givenUpAfterMs = 30_000;
const longestAskPauseMs = 300_000;
/** The word `dead` for silence is only said after asking anew has not helped this often. */
const fruitlessBeforeDead = 2;

/**
 * Where one topic stands. `wanted`: to be asked for, or its line is down. `asking`: on the wire, no answer yet. `on`:
 * acknowledged. `refused`: the exchange said no. Times are monotonic ms.
 */
export interface TopicRecord {
  phase: 'wanted' | 'asking' | 'on' | 'refused';
  /** when it was first wanted, or last stopped being on */
  missingSinceMs: number;
  /** when it was last acknowledged */
  onSinceMs: number;
  hasBeenOn: boolean;
  heardAtMs: number | null;
  /** asks because of silence, since the last message */
  fruitless: number;
  askedAgainAtMs: number;
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
    heardAtMs: null,
    fruitless: 0,
    askedAgainAtMs: nowMs,
    failures: 0,
    notBeforeMs: nowMs,
    detail: null,
  };
}

/** The line went down, or the topic must be asked for from the start. */
export function lose(record: TopicRecord, nowMs: number, detail: string | null): void {
  if (record.phase === 'on') record.missingSinceMs = nowMs;
  record.phase = 'wanted';
  record.detail = detail;
  record.failures = 0;
  record.notBeforeMs = nowMs;
}

/** Acknowledged. */
export function settle(record: TopicRecord, nowMs: number): void {
  record.phase = 'on';
  record.onSinceMs = nowMs;
  record.askedAgainAtMs = nowMs;
  record.hasBeenOn = true;
  record.failures = 0;
  record.fruitless = 0;
  record.detail = null;
}

/** The exchange said no, or nothing; `pauseMs` until it is asked again. */
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

function silenceMs(record: TopicRecord, nowMs: number): number {
  return nowMs - Math.max(record.onSinceMs, record.heardAtMs ?? 0);
}

function isOver(limitMs: number | null, silentMs: number): boolean {
  return limitMs !== null && silentMs >= limitMs;
}

/** What the topic's state is now. Pure. */
export function conditionOf(record: TopicRecord, watch: SilenceLimits, nowMs: number): TopicCondition {
  if (record.phase === 'on') {
    const silentMs = silenceMs(record, nowMs);
    if (record.fruitless >= fruitlessBeforeDead && isOver(watch.deadAfterMs, silentMs)) {
      return { state: 'dead', detail: 'No message comes, although it was asked for again.' };
    }
    if (!isOver(watch.staleAfterMs, silentMs)) return { state: 'live', detail: null };
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
export function wantsAskingAgain(record: TopicRecord, watch: SilenceLimits, nowMs: number): boolean {
  if (record.phase !== 'on' || watch.askAgainAfterMs === null) return false;
  const pauseMs = Math.min(longestAskPauseMs, watch.askAgainAfterMs * 2 ** Math.min(record.fruitless, 10));
  const since = Math.max(record.askedAgainAtMs, record.heardAtMs ?? 0);
  return nowMs - since >= pauseMs;
}
