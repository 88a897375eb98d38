import { expect, it } from 'vitest';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createListReader } from './list-reader.ts';
import { listPolicies, quickest } from './list-policies.ts';

const policy = { panelMs: 3_000, glanceMs: 20_000, gapMs: 1_000, cost: { pool: 'spot', weight: 2 } } as const;

function build(answer: Result<string> = succeed('all')) {
  const clock = createFakeClock();
  const state = { answer, isEnough: true, gaveUp: 0, changes: 0 };
  const askedAtMs: number[] = [];
  const reader = createListReader<string>({
    clock,
    policy,
    ask: () => {
      askedAtMs.push(clock.monotonicMs());
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
  return { clock, state, askedAtMs, reader };
}

it('nothing is asked for while nobody watches, whatever is told', async () => {
  const { clock, askedAtMs, reader } = build();
  reader.feed(true);
  reader.missed();
  reader.want();
  reader.refresh();
  await clock.pass(300_000);
  expect(askedAtMs).toEqual([]);
  expect(clock.waiting()).toBe(0);
  expect(reader.status()).toMatchObject({ isLive: false, isHoled: true, asOfMs: null });
});

it('a panel is read at once and at its interval, a glance at its own, and neither after that when it goes', async () => {
  const { clock, askedAtMs, reader } = build();
  reader.watch('panel');
  await clock.pass(6_000);
  expect(askedAtMs).toEqual([0, 3_000, 6_000]);
  expect(reader.status().intervalMs).toBe(3_000);
  reader.watch('glance');
  await clock.pass(26_000);
  expect(askedAtMs.slice(3)).toEqual([26_000]);
  reader.watch(null);
  await clock.pass(100_000);
  expect(askedAtMs).toHaveLength(4);
  // what is old is read when it is watched again, what is young when it is its turn
  reader.watch('panel');
  await clock.pass(0);
  reader.watch(null);
  await clock.pass(1_000);
  reader.watch('panel');
  await clock.pass(1_999);
  expect(askedAtMs).toHaveLength(5);
  await clock.pass(1);
  expect(askedAtMs).toHaveLength(6);
});

it('a passive look reads nothing by itself, and completes what was read once', async () => {
  const { clock, askedAtMs, reader } = build();
  reader.watch('passive');
  reader.want();
  await clock.pass(100_000);
  expect(askedAtMs).toEqual([]);
  reader.watch('panel');
  await clock.pass(0);
  reader.watch('passive');
  await clock.pass(100_000);
  expect(askedAtMs).toHaveLength(1);
  reader.want();
  await clock.pass(100_000);
  reader.missed();
  await clock.pass(100_000);
  expect(askedAtMs).toHaveLength(3);
});

it('it is live only after an answer that was asked for since its feed is, and then read once a minute', async () => {
  const { clock, askedAtMs, reader } = build();
  reader.watch('panel');
  await clock.pass(100);
  expect(reader.status()).toMatchObject({ isLive: false, isHoled: false });
  reader.feed(true);
  expect(reader.status()).toMatchObject({ isLive: false, isHoled: true });
  reader.feed(true);
  await clock.pass(400);
  expect(askedAtMs).toEqual([0, 500]);
  expect(reader.status()).toMatchObject({ isLive: true, intervalMs: 60_000 });
  await clock.pass(60_000);
  expect(askedAtMs).toEqual([0, 500, 60_500]);
  reader.feed(false);
  await clock.pass(3_000);
  expect(reader.status()).toMatchObject({ isLive: false, isHoled: false, intervalMs: 3_000 });
  expect(askedAtMs).toHaveLength(4);
});

it('what is missed while an answer is on its way, that answer does not tell', async () => {
  const { clock, reader, askedAtMs } = build();
  reader.feed(true);
  reader.watch('panel');
  reader.missed();
  await clock.pass(0);
  expect(reader.status()).toMatchObject({ isLive: false, isHoled: true });
  await clock.pass(500);
  expect(askedAtMs).toEqual([0, 500]);
  expect(reader.status().isLive).toBe(true);
});

it('after the user’s own acts a live list is checked once, and one that is not live is read at once', async () => {
  const { clock, askedAtMs, reader } = build();
  reader.watch('panel');
  await clock.pass(1_000);
  reader.acted();
  await clock.pass(0);
  expect(askedAtMs).toEqual([0, 1_000]);
  reader.feed(true);
  await clock.pass(1_000);
  expect(askedAtMs).toHaveLength(3);
  for (let n = 0; n < 20; n += 1) {
    reader.acted();
    await clock.pass(50);
  }
  await clock.pass(10_000);
  expect(askedAtMs.slice(3)).toEqual([4_000]);
  // what is asked anyway checks it too
  reader.acted();
  reader.refresh();
  await clock.pass(10_000);
  expect(askedAtMs.slice(4)).toEqual([13_000]);
});

it('frames that want it are one question a gap, and a refresh waits for nothing', async () => {
  const { clock, askedAtMs, reader } = build();
  reader.watch('panel');
  reader.feed(true);
  await clock.pass(2_000);
  for (let n = 0; n < 9; n += 1) {
    reader.want();
    await clock.pass(100);
  }
  expect(askedAtMs.slice(2)).toEqual([2_000]);
  await clock.pass(110);
  reader.refresh();
  await clock.pass(0);
  expect(askedAtMs.slice(3)).toEqual([3_000, 3_010]);
});

it('an answer that had not enough is asked for again a few times, and then given up', async () => {
  const { clock, askedAtMs, reader, state } = build();
  reader.watch('panel');
  reader.feed(true);
  await clock.pass(5_000);
  state.isEnough = false;
  const before = askedAtMs.length;
  reader.want();
  await clock.pass(30_000);
  expect(askedAtMs.slice(before)).toEqual([5_000, 6_000, 7_000, 10_000, 19_000]);
  expect(state.gaveUp).toBe(1);
  reader.want();
  await clock.pass(500);
  state.isEnough = true;
  await clock.pass(20_000);
  expect([askedAtMs.length - before, state.gaveUp]).toEqual([7, 1]);
});

it('a failure is told with the next attempt, which comes at the interval or when the exchange said, and ends with an answer', async () => {
  const { clock, askedAtMs, reader, state } = build(fail('exchange-failed', 'down'));
  reader.watch('panel');
  await clock.pass(0);
  expect(reader.status()).toMatchObject({
    error: { kind: 'exchange-failed' },
    asOfMs: null,
    nextAttemptAtMs: clock.nowMs() + 3_000,
  });
  await clock.pass(2_999);
  expect(askedAtMs).toHaveLength(1);
  state.answer = fail('rate-limited', 'wait', { retryAtMs: clock.nowMs() + 10_000 });
  await clock.pass(9_000);
  expect(askedAtMs).toHaveLength(2);
  state.answer = succeed('all');
  await clock.pass(2_000);
  expect(askedAtMs).toHaveLength(3);
  expect(reader.status()).toMatchObject({ error: null, nextAttemptAtMs: null });
  expect(reader.status().asOfMs).not.toBeNull();
});

it('what a frame has told of is tried again quickly after a failure, a few times, and not where that is in vain', async () => {
  const { clock, askedAtMs, reader, state } = build();
  reader.watch('panel');
  reader.feed(true);
  await clock.pass(5_000);
  const before = askedAtMs.length;
  state.answer = fail('exchange-failed', 'down');
  reader.want();
  await clock.pass(30_000);
  expect(askedAtMs.slice(before)).toEqual([
    5_000, 6_000, 7_000, 10_000, 19_000, 22_000, 25_000, 28_000, 31_000, 34_000,
  ]);
  state.answer = succeed('all');
  await clock.pass(5_000);
  expect(reader.status()).toMatchObject({ error: null, isLive: true });
  state.answer = fail('permission', 'no');
  const known = askedAtMs.length;
  reader.want();
  await clock.pass(2_900);
  expect(askedAtMs.length - known).toBe(1);
});

it('a check that failed while nothing was the matter does not put off what is new since', async () => {
  const { clock, askedAtMs, reader, state } = build();
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
  expect([askedAtMs.at(-1), reader.status().isLive]).toEqual([8_000, true]);
  // but the exchange's own word is kept
  state.answer = fail('rate-limited', 'wait', { retryAtMs: clock.nowMs() + 20_000 });
  reader.refresh();
  await clock.pass(0);
  reader.missed();
  await clock.pass(19_000);
  expect(askedAtMs.at(-1)).toBe(8_000);
});

it('a frame that is heard makes what is live younger, and nothing else', async () => {
  const { clock, reader } = build();
  reader.watch('panel');
  await clock.pass(100);
  const readAtMs = reader.status().asOfMs;
  reader.heard();
  expect(reader.status().asOfMs).toBe(readAtMs);
  reader.feed(true);
  await clock.pass(10_000);
  reader.heard();
  expect(reader.status().asOfMs).toBe(clock.nowMs());
});

it('nothing is left when it is stopped, nor told of an answer that was on its way', async () => {
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

it('the quickest pace serves all', () => {
  expect(quickest([])).toBeNull();
  expect(quickest(['passive', 'glance', 'passive'])).toBe('glance');
  expect(quickest(['glance', 'panel'])).toBe('panel');
  expect(quickest(['passive'])).toBe('passive');
});

it('everything visible together stays under a tenth of each pool, of the lowest tier', () => {
  const spent = new Map<string, number>();
  for (const { panelMs, cost } of Object.values(listPolicies))
    spent.set(cost.pool, (spent.get(cost.pool) ?? 0) + (30_000 / panelMs) * cost.weight);
  expect(spent.get('spot')).toBeLessThanOrEqual(400);
  expect(spent.get('futures')).toBeLessThanOrEqual(200);
  expect(spent.get('management')).toBeLessThanOrEqual(200);
});
