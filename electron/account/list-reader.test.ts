import { describe, expect, it } from 'vitest';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createListReader } from './list-reader.ts';
import { listPolicies, quickest } from './list-policies.ts';

const policy = { panelMs: 3_000, glanceMs: 20_000, gapMs: 1_000, cost: { pool: 'spot', weight: 2 } } as const;

function build(answer: Result<string> = succeed('all')) {
  const clock = createFakeClock();
  const state = { answer, isEnough: true, gaveUp: 0, changes: 0 };
  const requestedAtMs: number[] = [];
  const reader = createListReader<string>({
    clock,
    policy,
    ask: () => {
      requestedAtMs.push(clock.monotonicMs());
      return Promise.resolve(state.answer);
    },
    answered: () => state.isEnough,
    gaveUp: () => {
      state.gaveUp += 1;
    },
    changed: () => {
      state.changes += 1;
    },
  });
  return { clock, state, requestedAtMs, reader };
}

it('a list reader sends no request without a reader, whatever frames report', async () => {
  const { clock, requestedAtMs, reader } = build();
  reader.feed(true);
  reader.missed();
  reader.want();
  reader.refresh();
  await clock.pass(300_000);
  expect(requestedAtMs).toEqual([]);
  expect(clock.waiting()).toBe(0);
  expect(reader.status()).toMatchObject({ isLive: false, hasGap: true, asOfMs: null });
});

it('a list reader reads a panel at once and at its interval, a summary at its own, and stops when the reader leaves', async () => {
  const { clock, requestedAtMs, reader } = build();
  reader.watch('panel');
  await clock.pass(6_000);
  expect(requestedAtMs).toEqual([0, 3_000, 6_000]);
  expect(reader.status().intervalMs).toBe(3_000);
  reader.watch('glance');
  await clock.pass(26_000);
  expect(requestedAtMs.slice(3)).toEqual([26_000]);
  reader.watch(null);
  await clock.pass(100_000);
  expect(requestedAtMs).toHaveLength(4);
  // what is old is read when it is watched again, what is young when it is its turn
  reader.watch('panel');
  await clock.pass(0);
  reader.watch(null);
  await clock.pass(1_000);
  reader.watch('panel');
  await clock.pass(1_999);
  expect(requestedAtMs).toHaveLength(5);
  await clock.pass(1);
  expect(requestedAtMs).toHaveLength(6);
});

it('a passive reader starts no read, and completes a list that was read once', async () => {
  const { clock, requestedAtMs, reader } = build();
  reader.watch('passive');
  reader.want();
  await clock.pass(100_000);
  expect(requestedAtMs).toEqual([]);
  reader.watch('panel');
  await clock.pass(0);
  reader.watch('passive');
  await clock.pass(100_000);
  expect(requestedAtMs).toHaveLength(1);
  reader.want();
  await clock.pass(100_000);
  reader.missed();
  await clock.pass(100_000);
  expect(requestedAtMs).toHaveLength(3);
});

it('a list is live only after an answer requested after its feed started, and is then read once a minute', async () => {
  const { clock, requestedAtMs, reader } = build();
  reader.watch('panel');
  await clock.pass(100);
  expect(reader.status()).toMatchObject({ isLive: false, hasGap: false });
  reader.feed(true);
  expect(reader.status()).toMatchObject({ isLive: false, hasGap: true });
  reader.feed(true);
  await clock.pass(400);
  expect(requestedAtMs).toEqual([0, 500]);
  expect(reader.status()).toMatchObject({ isLive: true, intervalMs: 60_000 });
  await clock.pass(60_000);
  expect(requestedAtMs).toEqual([0, 500, 60_500]);
  reader.feed(false);
  await clock.pass(3_000);
  expect(reader.status()).toMatchObject({ isLive: false, hasGap: false, intervalMs: 3_000 });
  expect(requestedAtMs).toHaveLength(4);
});

it('an answer does not count for changes missed during its request', async () => {
  const { clock, reader, requestedAtMs } = build();
  reader.feed(true);
  reader.watch('panel');
  reader.missed();
  await clock.pass(0);
  expect(reader.status()).toMatchObject({ isLive: false, hasGap: true });
  await clock.pass(500);
  expect(requestedAtMs).toEqual([0, 500]);
  expect(reader.status().isLive).toBe(true);
});

it('actions of the user check a live list once, and read a list without a feed at once', async () => {
  const { clock, requestedAtMs, reader } = build();
  reader.watch('panel');
  await clock.pass(1_000);
  reader.acted();
  await clock.pass(0);
  expect(requestedAtMs).toEqual([0, 1_000]);
  reader.feed(true);
  await clock.pass(1_000);
  expect(requestedAtMs).toHaveLength(3);
  for (let n = 0; n < 20; n += 1) {
    reader.acted();
    await clock.pass(50);
  }
  await clock.pass(10_000);
  expect(requestedAtMs.slice(3)).toEqual([4_000]);
  // what is asked anyway checks it too
  reader.acted();
  reader.refresh();
  await clock.pass(10_000);
  expect(requestedAtMs.slice(4)).toEqual([13_000]);
});

it('a list reader combines the requests of frames into one per gap, and runs a refresh without delay', async () => {
  const { clock, requestedAtMs, reader } = build();
  reader.watch('panel');
  reader.feed(true);
  await clock.pass(2_000);
  for (let n = 0; n < 9; n += 1) {
    reader.want();
    await clock.pass(100);
  }
  expect(requestedAtMs.slice(2)).toEqual([2_000]);
  await clock.pass(110);
  reader.refresh();
  await clock.pass(0);
  expect(requestedAtMs.slice(3)).toEqual([3_000, 3_010]);
});

it('a list reader repeats a request after an incomplete answer a few times, then gives up', async () => {
  const { clock, requestedAtMs, reader, state } = build();
  reader.watch('panel');
  reader.feed(true);
  await clock.pass(5_000);
  state.isEnough = false;
  const before = requestedAtMs.length;
  reader.want();
  await clock.pass(30_000);
  expect(requestedAtMs.slice(before)).toEqual([5_000, 6_000, 7_000, 10_000, 19_000]);
  expect(state.gaveUp).toBe(1);
  reader.want();
  await clock.pass(500);
  state.isEnough = true;
  await clock.pass(20_000);
  expect([requestedAtMs.length - before, state.gaveUp]).toEqual([7, 1]);
});

it('a list reader publishes a failure with the next attempt, made at the interval or at the time of the exchange, until an answer arrives', async () => {
  const { clock, requestedAtMs, reader, state } = build(fail('exchange-failed', 'down'));
  reader.watch('panel');
  await clock.pass(0);
  expect(reader.status()).toMatchObject({
    error: { kind: 'exchange-failed' },
    asOfMs: null,
    nextAttemptAtMs: clock.nowMs() + 3_000,
  });
  await clock.pass(2_999);
  expect(requestedAtMs).toHaveLength(1);
  state.answer = fail('rate-limited', 'wait', { retryAtMs: clock.nowMs() + 10_000 });
  await clock.pass(9_000);
  expect(requestedAtMs).toHaveLength(2);
  state.answer = succeed('all');
  await clock.pass(2_000);
  expect(requestedAtMs).toHaveLength(3);
  expect(reader.status()).toMatchObject({ error: null, nextAttemptAtMs: null });
  expect(reader.status().asOfMs).not.toBeNull();
});

it('a list reader retries quickly a few times after a failure that follows a frame, unless a retry is useless', async () => {
  const { clock, requestedAtMs, reader, state } = build();
  reader.watch('panel');
  reader.feed(true);
  await clock.pass(5_000);
  const before = requestedAtMs.length;
  state.answer = fail('exchange-failed', 'down');
  reader.want();
  await clock.pass(30_000);
  expect(requestedAtMs.slice(before)).toEqual([
    5_000, 6_000, 7_000, 10_000, 19_000, 22_000, 25_000, 28_000, 31_000, 34_000,
  ]);
  state.answer = succeed('all');
  await clock.pass(5_000);
  expect(reader.status()).toMatchObject({ error: null, isLive: true });
  state.answer = fail('permission', 'no');
  const known = requestedAtMs.length;
  reader.want();
  await clock.pass(2_900);
  expect(requestedAtMs.length - known).toBe(1);
});

it('a list reader does not delay new changes after a failed routine check', async () => {
  const { clock, requestedAtMs, reader, state } = build();
  reader.watch('panel');
  reader.feed(true);
  await clock.pass(5_000);
  state.answer = fail('exchange-failed', 'down');
  reader.refresh();
  await clock.pass(0);
  expect(reader.status().nextAttemptAtMs).toBe(clock.nowMs() + 60_000);
  state.answer = succeed('all');
  reader.missed();
  expect(reader.status().nextAttemptAtMs).toBe(clock.nowMs() + 3_000);
  await clock.pass(3_000);
  expect([requestedAtMs.at(-1), reader.status().isLive]).toEqual([8_000, true]);
  // but the exchange's own word is kept
  state.answer = fail('rate-limited', 'wait', { retryAtMs: clock.nowMs() + 20_000 });
  reader.refresh();
  await clock.pass(0);
  reader.missed();
  await clock.pass(19_000);
  expect(requestedAtMs.at(-1)).toBe(8_000);
});

const openFailed = async () => {
  const opened = build();
  opened.reader.watch('panel');
  opened.reader.feed(true);
  await opened.clock.pass(5_000);
  opened.state.answer = fail('exchange-failed', 'down');
  opened.reader.refresh();
  await opened.clock.pass(5_000);
  return { ...opened, askedBefore: opened.requestedAtMs.length };
};

describe('after a recovery of the exchange', () => {
  it('reads a failed list again after the given wait instead of a minute later', async () => {
    const { clock, requestedAtMs, reader, state, askedBefore } = await openFailed();
    state.answer = succeed('all');
    reader.recovered(400);
    expect(reader.status().nextAttemptAtMs).toBe(clock.nowMs() + 400);
    await clock.pass(400);
    expect(requestedAtMs.slice(askedBefore)).toEqual([10_400]);
    expect(reader.status()).toMatchObject({ error: null, isLive: true });
  });

  it('doubles the pause after each further failure, and does not delay a planned read', async () => {
    const { clock, requestedAtMs, reader, askedBefore } = await openFailed();
    for (let n = 0; n < 40; n += 1) {
      reader.recovered(0);
      await clock.pass(500);
    }
    expect(requestedAtMs.slice(askedBefore)).toEqual([10_000, 14_000, 22_000]);
  });

  it('repeats no read that has not failed, that a retry cannot fix, or that the exchange does not allow yet', async () => {
    const { clock, requestedAtMs, reader, state, askedBefore } = await openFailed();
    state.answer = fail('rate-limited', 'wait', { retryAtMs: clock.nowMs() + 10_000 });
    reader.recovered(0);
    await clock.pass(0);
    reader.recovered(0);
    await clock.pass(9_000);
    expect(requestedAtMs).toHaveLength(askedBefore + 1);
    state.answer = fail('permission', 'no');
    await clock.pass(1_000);
    expect(requestedAtMs).toHaveLength(askedBefore + 2);
    reader.recovered(0);
    await clock.pass(9_000);
    expect(requestedAtMs).toHaveLength(askedBefore + 2);
    state.answer = succeed('all');
    reader.refresh();
    await clock.pass(0);
    reader.recovered(0);
    await clock.pass(9_000);
    expect(requestedAtMs).toHaveLength(askedBefore + 3);
  });
});

it('a received frame refreshes the age of a live list and changes nothing else', async () => {
  const { clock, reader } = build();
  reader.watch('panel');
  await clock.pass(100);
  const readAtMs = reader.status().asOfMs;
  reader.received();
  expect(reader.status().asOfMs).toBe(readAtMs);
  reader.feed(true);
  await clock.pass(10_000);
  reader.received();
  expect(reader.status().asOfMs).toBe(clock.nowMs());
});

it('a stopped list reader leaves no timer and publishes no answer of an open request', async () => {
  const { clock, reader, state } = build();
  reader.watch('panel');
  const before = state.changes;
  reader.stop();
  await clock.pass(60_000);
  reader.refresh();
  expect(clock.waiting()).toBe(0);
  expect(reader.status().asOfMs).toBeNull();
  expect(state.changes).toBe(before + 1);
  const other = build();
  other.reader.watch('panel');
  await other.clock.pass(0);
  other.reader.stop();
  expect(other.clock.waiting()).toBe(0);
});

it('a list reader serves all readers at the shortest interval', () => {
  expect(quickest([])).toBeNull();
  expect(quickest(['passive', 'glance', 'passive'])).toBe('glance');
  expect(quickest(['glance', 'panel'])).toBe('panel');
  expect(quickest(['passive'])).toBe('passive');
});

it('all visible lists together spend less than a tenth of each pool of the lowest tier', () => {
  const spent = new Map<string, number>();
  for (const { panelMs, cost } of Object.values(listPolicies))
    spent.set(cost.pool, (spent.get(cost.pool) ?? 0) + (30_000 / panelMs) * cost.weight);
  expect(spent.get('spot')).toBeLessThanOrEqual(400);
  expect(spent.get('futures')).toBeLessThanOrEqual(200);
  expect(spent.get('management')).toBeLessThanOrEqual(200);
});
