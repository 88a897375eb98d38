import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFrameThrottle, createThrottle } from './throttle.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

function startThrottle(create: typeof createThrottle) {
  const handed: number[] = [];
  return { handed, throttle: create<number>(100, value => handed.push(value)) };
}

it('a throttle passes on the first value at once and the newest at the end of its period', () => {
  const { handed, throttle } = startThrottle(createThrottle);
  for (const value of [1, 2, 3]) throttle.offer(value);
  expect(handed).toEqual([1]);
  vi.advanceTimersByTime(100);
  expect(handed).toEqual([1, 3]);
});

it('a throttle faster than half beats has its own interval', () => {
  vi.setSystemTime(1_000_020);
  const { handed, throttle } = startThrottle(createFrameThrottle);
  for (const value of [1, 2]) throttle.offer(value);
  vi.advanceTimersByTime(100);
  expect(handed).toEqual([1, 2]);
});

it.each([
  { periodMs: 250, at: ['1 at 1000100', '2 at 1000252', '3 at 1000502'] },
  { periodMs: 500, at: ['1 at 1000100', '2 at 1000502', '3 at 1001002'] },
])('a throttle of $periodMs ms runs with the others at their marks', ({ periodMs, at }) => {
  vi.setSystemTime(1_000_100);
  const handed: string[] = [];
  const throttle = createFrameThrottle<number>(periodMs, value => handed.push(`${value} at ${Date.now()}`));
  throttle.offer(1);
  throttle.offer(2);
  vi.advanceTimersByTime(periodMs);
  throttle.offer(3);
  vi.advanceTimersByTime(periodMs * 2);
  expect(handed).toEqual(at);
});

it('a stopped throttle passes on nothing, also at the next mark', () => {
  vi.setSystemTime(1_000_100);
  const handed: number[] = [];
  const throttle = createFrameThrottle<number>(500, value => handed.push(value));
  for (const value of [1, 2]) throttle.offer(value);
  vi.advanceTimersByTime(300);
  throttle.stop();
  vi.advanceTimersByTime(1000);
  expect(handed).toEqual([1]);
});
