import { describe, expect, it } from 'vitest';
import type { Result } from '#shared/errors.ts';
import { createFakeClock, settle } from '#time/testing/fake-clock.ts';
import type { Priority } from '../types.ts';
import { createBudget } from './budget.ts';
import { createPoolQueue, type Grant } from './pool-queue.ts';

const never = new AbortController().signal;

function createQueue(limit: number) {
  const time = createFakeClock();
  let changes = 0;
  const options = { ...time, random: () => 0.5, onChange: () => (changes += 1) };
  const queue = createPoolQueue('spot', limit, { ...options, onChange: () => void options.onChange() });
  const order: string[] = [];
  const ask = async (name: string, weight: number, rest: { priority?: Priority; signal?: AbortSignal } = {}) => {
    const result = await queue.acquire({ weight, priority: rest.priority ?? 'visible', signal: rest.signal ?? never });
    order.push(result.ok ? name : `${name}:${result.error.kind}`);
    return result;
  };
  return { time, queue, order, ask, changes: () => changes };
}

function grantOf(result: Result<Grant>): Grant {
  if (!result.ok) throw new Error(result.error.kind);
  return result.value;
}

describe('the queue of a pool', () => {
  it('grants at once while weight is left, and reports the rest', async () => {
    const { queue, ask, order, changes } = createQueue(100);
    await ask('a', 30);
    expect(order).toEqual(['a']);
    expect(queue.status()).toMatchObject({ pool: 'spot', limit: 100, remaining: 70, waiting: 0, isFrozen: false });
    expect(changes()).toBeGreaterThan(0);
  });

  it('reserves a fifth for actions of the user, and half of that for cancels alone [45]', async () => {
    const { queue, ask, order } = createQueue(100);
    grantOf(await ask('a', 80)).answered(null);
    void ask('panel', 1);
    await settle();
    expect(order).toEqual(['a']);
    expect(queue.status().waiting).toBe(1);
    grantOf(await ask('action', 10, { priority: 'action' })).answered(null);
    void ask('late act', 1, { priority: 'action' });
    await settle();
    await ask('cancel', 10, { priority: 'cancel' });
    expect(order).toEqual(['a', 'action', 'late act:rate-limited', 'cancel']);
  });

  it('serves a cancel before an action that has waited longer [45]', async () => {
    const { time, ask, order, queue } = createQueue(100);
    queue.freeze(3_000);
    void ask('panel', 1);
    void ask('action', 1, { priority: 'action' });
    void ask('cancel', 1, { priority: 'cancel' });
    await time.pass(4_000);
    expect(order).toEqual(['cancel', 'action', 'panel']);
  });

  it('delays histories at half of the weight, and panels at a fifth', async () => {
    const { time, queue, ask, order } = createQueue(100);
    grantOf(await ask('a', 45)).answered(null);
    void ask('history', 10, { priority: 'background' });
    await settle();
    grantOf(await ask('panel', 20)).answered(null);
    expect(order).toEqual(['a', 'panel']);
    expect(queue.status()).toMatchObject({ remaining: 35, waiting: 1 });
    grantOf(await ask('action', 1, { priority: 'action' })).answered(null);
    await time.pass(31_000);
    expect(order).toEqual(['a', 'panel', 'action', 'history']);
  });

  it('serves waiting requests at the end of the window by priority, then by age', async () => {
    const { time, queue, ask, order } = createQueue(100);
    grantOf(await ask('first', 80)).answered(null);
    for (const [name, priority] of [
      ['background', 'background'],
      ['panel 1', 'visible'],
      ['panel 2', 'visible'],
    ] as const) {
      void ask(name, 10, { priority });
    }
    await time.pass(30_000);
    expect(order).toEqual(['first']);
    expect(queue.status().waiting).toBe(3);
    await time.pass(1_000);
    expect(order).toEqual(['first', 'panel 1', 'panel 2', 'background']);
    expect(time.waiting()).toBe(0);
  });

  it('serves no lower priority before a higher one that cannot be paid yet', async () => {
    const { time, ask, order } = createQueue(100);
    grantOf(await ask('first', 60)).answered(null);
    void ask('big panel', 30);
    void ask('small background', 5, { priority: 'background' });
    void ask('small panel', 5);
    await settle();
    expect(order).toEqual(['first']);
    await time.pass(31_000);
    expect(order).toEqual(['first', 'big panel', 'small panel', 'small background']);
  });

  it('rejects an action that would wait too long, with the time to retry', async () => {
    const { time, ask } = createQueue(100);
    grantOf(await ask('all', 100, { priority: 'action' })).answered(null);
    const refused = await ask('action', 1, { priority: 'action' });
    expect(refused).toMatchObject({
      ok: false,
      error: { kind: 'rate-limited', isOutcomeUnknown: false, retryAtMs: time.nowMs() + 31_000 },
    });
    await time.pass(27_000);
    const soon = ask('soon', 1, { priority: 'action' });
    await time.pass(4_000);
    expect((await soon).ok).toBe(true);
  });

  it('drops a panel request when its patience ends', async () => {
    const { time, queue, ask, order } = createQueue(100);
    void ask('held', 100, { priority: 'action' });
    await settle();
    void ask('panel', 50);
    // the first answer never comes, so its weight is charged to every next window until it does
    for (let second = 0; second < 40; second += 1) await time.pass(1_000);
    expect(order).toEqual(['held', 'panel:rate-limited']);
    expect(queue.status().waiting).toBe(0);
  });

  it('removes a caller that leaves the queue', async () => {
    const { queue, ask, order } = createQueue(100);
    grantOf(await ask('all', 100, { priority: 'action' })).answered(null);
    const caller = new AbortController();
    const waiting = ask('panel', 1, { signal: caller.signal });
    await settle();
    caller.abort();
    await waiting;
    expect(order).toEqual(['all', 'panel:closed']);
    expect(queue.status().waiting).toBe(0);
    await ask('late', 1, { signal: caller.signal });
    expect(order).toEqual(['all', 'panel:closed', 'late:closed']);
  });

  it('stays closed until the reset of a freeze, plus a random delay per caller', async () => {
    const { time, queue, ask, order } = createQueue(100);
    grantOf(await ask('first', 1)).answered(null);
    queue.freeze(3_000);
    expect(queue.status()).toMatchObject({ isFrozen: true, remaining: 0, resetAtMs: time.nowMs() + 31_000 });
    void ask('action', 1, { priority: 'action' });
    void ask('panel', 1);
    await time.pass(3_124);
    expect(order).toEqual(['first']);
    expect(queue.status().waiting).toBe(2);
  });

  it('reopens at the reset of the freeze', async () => {
    const { time, queue, ask, order } = createQueue(100);
    queue.freeze(3_000);
    void ask('action', 1, { priority: 'action' });
    void ask('panel', 1);
    await time.pass(3_124);
    expect(order).toEqual([]);
    await time.pass(1);
    expect(order).toEqual(['action', 'panel']);
    expect(queue.status().isFrozen).toBe(false);
  });

  it('counts a grant once when it is ended several times', async () => {
    const { queue, ask } = createQueue(100);
    const grant = grantOf(await ask('a', 10));
    grant.unsent();
    grant.unsent();
    grant.lost();
    grant.answered({ limit: 5, remaining: 0, resetMs: 1 });
    expect(queue.status()).toMatchObject({ limit: 100, remaining: 100 });
  });

  it('wakes waiting requests when an answer reports more weight', async () => {
    const { queue, ask, order } = createQueue(100);
    const grant = grantOf(await ask('a', 80));
    void ask('panel', 10);
    await settle();
    grant.answered({ limit: 1000, remaining: 920, resetMs: 5_000 });
    await settle();
    expect(order).toEqual(['a', 'panel']);
    expect(queue.status()).toMatchObject({ limit: 1000, remaining: 910 });
  });
});

describe('the budget', () => {
  it('keeps the pools apart', async () => {
    const time = createFakeClock();
    const budget = createBudget({ ...time, random: () => 0, onChange: () => undefined });
    await budget.acquire('spot', { weight: 4000, priority: 'action', signal: never });
    budget.freeze('management', 500);
    expect(budget.status().map(({ pool, limit, remaining, isFrozen }) => [pool, limit, remaining, isFrozen])).toEqual([
      ['spot', 4000, 0, false],
      ['futures', 2000, 2000, false],
      ['management', 2000, 0, true],
      ['public', 2000, 2000, false],
    ]);
    expect((await budget.acquire('futures', { weight: 2, priority: 'background', signal: never })).ok).toBe(true);
  });
});
