import { describe, expect, it } from 'vitest';
import { createSleepWatch } from './sleep-watch.ts';

const look = (wallMs: number, steadyMs: number): boolean => {
  let wall = 0;
  let steady = 0;
  const hasSlept = createSleepWatch({ nowMs: () => wall, monotonicMs: () => steady, everyMs: 1_000 });
  wall = wallMs;
  steady = steadyMs;
  return hasSlept();
};

describe('the sleep watch (fault 36)', () => {
  it.each([
    ['an ordinary second', 1_000, 1_000, false],
    ['a busy moment', 6_000, 6_000, false],
    ['a small correction of the clock', 7_000, 1_000, false],
    ['a clock that is set back', -3_600_000, 1_000, false],
    ['sleep that the monotonic clock did not see', 300_000, 1_000, true],
    ['sleep that it did see', 300_000, 300_000, true],
  ])('%s', (_name, wallMs, steadyMs, expected) => {
    expect(look(wallMs, steadyMs)).toBe(expected);
  });

  it('measures the time since its last check', () => {
    let now = 0;
    const hasSlept = createSleepWatch({ nowMs: () => now, monotonicMs: () => now, everyMs: 1_000 });
    for (let second = 0; second < 60; second += 1) {
      now += 1_000;
      expect(hasSlept()).toBe(false);
    }
    now += 60_000;
    expect(hasSlept()).toBe(true);
    now += 1_000;
    expect(hasSlept()).toBe(false);
  });
});
