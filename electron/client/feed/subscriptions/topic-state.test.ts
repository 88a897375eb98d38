import { describe, expect, it } from 'vitest';
import { busy, clockwork, eventful, quiet } from '../silence.ts';
import {
  createRecord,
  givenUpAfterMs,
  conditionOf,
  confirm,
  lose,
  postpone,
  settle,
  type TopicRecord,
  wantsAskingAgain,
} from './topic-state.ts';

function on(change: Partial<TopicRecord> = {}): TopicRecord {
  const record = createRecord(0);
  settle(record, 0);
  return Object.assign(record, change);
}

const stateAt = (record: TopicRecord, watch: typeof busy, nowMs: number) => conditionOf(record, watch, nowMs).state;

describe('judge', () => {
  it('a topic is syncing before its first subscription, and dead when that takes too long', () => {
    const record = createRecord(0);
    expect(conditionOf(record, busy, givenUpAfterMs - 1)).toEqual({ state: 'syncing', detail: null });
    record.phase = 'asking';
    expect(stateAt(record, busy, givenUpAfterMs - 1)).toBe('syncing');
    expect(stateAt(record, busy, givenUpAfterMs)).toBe('dead');
    expect(conditionOf(record, busy, givenUpAfterMs).detail).toMatch(/does not answer/);
  });

  it('a topic is stale while the connection is down, syncing while it subscribes again, live after the answer', () => {
    const record = on();
    lose(record, 1_000, 'The line is down.');
    expect(conditionOf(record, busy, 2_000)).toEqual({ state: 'stale', detail: 'The line is down.' });
    record.phase = 'asking';
    expect(conditionOf(record, busy, 2_000)).toEqual({ state: 'syncing', detail: 'The line is down.' });
    settle(record, 3_000);
    expect(conditionOf(record, busy, 3_000)).toEqual({ state: 'live', detail: null });
  });

  it('counts the time without a subscription from its loss, not from the last attempt', () => {
    const record = on();
    lose(record, 1_000, null);
    postpone(record, 20_000, { phase: 'wanted', detail: 'no answer', pauseMs: 1_000 });
    lose(record, 25_000, 'closed');
    expect(conditionOf(record, busy, 1_000 + givenUpAfterMs)).toEqual({ state: 'dead', detail: 'closed' });
  });

  it('a topic is dead at once when the exchange rejects it', () => {
    const record = on();
    postpone(record, 5_000, { phase: 'refused', detail: 'no such topic', pauseMs: 1_000 });
    expect(conditionOf(record, busy, 5_000)).toEqual({ state: 'dead', detail: 'no such topic' });
    expect(record).toMatchObject({ missingSinceMs: 5_000, failures: 1, notBeforeMs: 6_000 });
  });

  it('a topic is stale by silence, and dead only after a second subscription did not help (fault 30)', () => {
    expect(stateAt(on(), busy, 9_999)).toBe('live');
    expect(stateAt(on(), busy, 10_000)).toBe('stale');
    expect(stateAt(on({ receivedAtMs: 5_000 }), busy, 14_999)).toBe('live');
    expect(stateAt(on({ fruitless: 1 }), busy, 1_000_000)).toBe('stale');
    expect(stateAt(on({ fruitless: 2 }), busy, 119_999)).toBe('stale');
    expect(stateAt(on({ fruitless: 2 }), busy, 120_000)).toBe('dead');
  });

  it('restarts the count after a confirmed silence, unless the connection does not answer (fault 30)', () => {
    const record = on({ fruitless: 2 });
    confirm(record, 9_000);
    expect(stateAt(record, busy, 18_999)).toBe('live');
    expect(stateAt(record, busy, 19_000)).toBe('stale');
    expect(wantsAskingAgain(record, busy, 28_999)).toBe(false);
    expect(wantsAskingAgain(record, busy, 29_000)).toBe(true);
    record.isUnanswered = true;
    expect(stateAt(record, busy, 9_000)).toBe('stale');
  });

  it('expects periodic topics at their own interval, and no interval of trades and private topics', () => {
    expect(stateAt(on(), clockwork(1_000), 4_999)).toBe('live');
    expect(stateAt(on(), clockwork(1_000), 5_000)).toBe('stale');
    expect(stateAt(on({ fruitless: 9 }), quiet, 1e9)).toBe('live');
    expect(stateAt(on({ fruitless: 9 }), eventful, 1e9)).toBe('live');
  });
});

it('a silent topic is subscribed again with growing pauses of up to five minutes (fault 30)', () => {
  const wantsAt = (change: Partial<TopicRecord>, ms: number) => wantsAskingAgain(on(change), busy, ms);
  expect(wantsAt({}, 19_999)).toBe(false);
  expect(wantsAt({}, 20_000)).toBe(true);
  expect(wantsAt({ receivedAtMs: 1_000 }, 20_999)).toBe(false);
  expect(wantsAt({ fruitless: 1, resubscribedAtMs: 20_000 }, 59_999)).toBe(false);
  expect(wantsAt({ fruitless: 1, resubscribedAtMs: 20_000 }, 60_000)).toBe(true);
  expect(wantsAt({ fruitless: 99 }, 299_999)).toBe(false);
  expect(wantsAt({ fruitless: 99 }, 300_000)).toBe(true);
  expect(wantsAskingAgain(createRecord(0), busy, 1e9)).toBe(false);
  expect(wantsAskingAgain(on(), eventful, 1e9)).toBe(false);
});
