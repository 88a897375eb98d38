import { beforeEach, describe, expect, it } from 'vitest';
import type { LockState } from '#shared/calls/lock-calls.ts';
import { createFakeLockMemory } from '../testing/fake-lock.ts';
import { createIdleWatch } from './idle-watch.ts';
import { createLock } from './lock.ts';
import { retryAtMs, waitMs, waitText } from './waits.ts';

let nowMs = 1_000_000;
beforeEach(() => {
  nowMs = 1_000_000;
});
const build = (kept: Parameters<typeof createFakeLockMemory>[0] = {}) => {
  const memory = createFakeLockMemory(kept);
  return { memory, lock: createLock({ memory, nowMs: () => nowMs }) };
};

describe('the lock', () => {
  it('the lock is not engaged without a PIN to open it', () => {
    const { lock } = build();
    expect(lock.engage('asked')).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    expect(lock.isLocked()).toBe(false);
    expect(lock.validationError()).toBeNull();
  });

  it('blocks actions, publishes its state, and opens', () => {
    const { lock } = build({ hasPin: true });
    const heard: LockState['locked'][] = [];
    lock.onChange(({ locked }) => heard.push(locked));
    expect(lock.engage('asked')).toMatchObject({ ok: true });
    expect(lock.validationError()).toContain('locked');
    // a second reason does not make it younger
    nowMs += 5;
    lock.engage('idle');
    lock.open();
    expect(heard).toEqual([{ sinceMs: 1_000_000, reason: 'asked' }, null]);
    expect(lock.validationError()).toBeNull();
  });

  it.each([
    ['was locked when it ended', { locked: { sinceMs: 5, reason: 'idle' } as const }, true],
    ['is locked at the start', { isLockedAtStart: true }, true],
    ['was open when it ended', {}, false],
  ])('starts locked after %s', (_, kept, isLocked) => {
    expect(build({ hasPin: true, ...kept }).lock.isLocked()).toBe(isLocked);
    // what nothing could open does not begin locked
    expect(build({ hasPin: false, ...kept }).lock.isLocked()).toBe(false);
  });

  it('forgets a PIN in memory', () => {
    const { lock, memory } = build();
    lock.setPinHome('session');
    lock.engage('asked');
    expect(lock.isLocked()).toBe(true);
    expect(memory.read()).toMatchObject({ hasPin: false, locked: null });
  });
});

describe('waits after wrong attempts', () => {
  it('grow, and the first two errors cost none', () => {
    const all = Array.from({ length: 12 }, (_, tries) => waitMs(tries));
    expect(all.slice(0, 3)).toEqual([0, 0, 0]);
    expect(all.toSorted((a, b) => a - b)).toEqual(all);
    expect(all.at(-1)).toBe(3_600_000);
  });

  it('count from the last attempt, and a clock that was set back makes none longer', () => {
    expect(retryAtMs({ wrongTries: 5, lastWrongAtMs: 1000 }, 2000)).toBe(61_000);
    expect(retryAtMs({ wrongTries: 5, lastWrongAtMs: 1000 }, 61_000)).toBeNull();
    expect(retryAtMs({ wrongTries: 5, lastWrongAtMs: 9_000_000 }, 1000)).toBe(61_000);
    expect(retryAtMs({ wrongTries: 0, lastWrongAtMs: 0 }, 1000)).toBeNull();
  });

  it('waits after wrong attempts are stated as a text', () => {
    expect([waitText(200), waitText(60_000), waitText(900_000)]).toEqual(['1 second', '60 seconds', '15 minutes']);
  });
});

const watched = (kept: Parameters<typeof createFakeLockMemory>[0]) => {
  const { lock } = build({ hasPin: true, ...kept });
  let monotonicMs = 0;
  let slept = false;
  let looks: (() => void) | null = null;
  const watch = createIdleWatch({
    lock,
    monotonicMs: () => monotonicMs,
    hasSlept: () => slept,
    every: what => {
      looks = what;
      return () => {};
    },
  });
  const pass = (ms: number) => {
    monotonicMs += ms;
    looks?.();
  };
  return { lock, watch, pass, sleep: () => (slept = true) };
};

describe('idle time', () => {
  it('locks after the idle time without input, and restarts with each input', () => {
    const { lock, watch, pass } = watched({ idleMin: 2 });
    pass(119_000);
    watch.touch();
    pass(119_000);
    expect(lock.isLocked()).toBe(false);
    pass(1000);
    expect(lock.state().locked?.reason).toBe('idle');
    // the time under lock does not lock it again right after
    pass(500_000);
    lock.open();
    pass(1000);
    expect(lock.isLocked()).toBe(false);
  });

  it('never locks when so chosen, except after sleep', () => {
    const { lock, pass, sleep } = watched({ idleMin: null });
    pass(100_000_000);
    expect(lock.isLocked()).toBe(false);
    sleep();
    pass(1000);
    expect(lock.state().locked?.reason).toBe('sleep');
  });

  it('does not lock without a PIN', () => {
    const { lock, pass, sleep } = watched({ hasPin: false, idleMin: 1 });
    sleep();
    pass(100_000_000);
    expect(lock.isLocked()).toBe(false);
  });
});
