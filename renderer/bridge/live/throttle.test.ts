import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFrameThrottle, createThrottle } from './throttle.ts';
import { bookCame, withNextBook } from '#lib/frames/next-book.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

function startThrottle(create: typeof createThrottle) {
  const handed: number[] = [];
  return { handed, throttle: create<number>(100, value => handed.push(value)) };
}

it('what may wait is done with the next book, together and once', () => {
  const done: string[] = [];
  withNextBook(() => done.push('a'));
  withNextBook(() => done.push('b'));
  expect(done).toEqual([]);
  bookCame();
  bookCame();
  expect(done).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1000);
  expect(done).toEqual(['a', 'b']);
});

it('where no book comes it is done a tenth of a second later, unless it was called off', () => {
  const done: string[] = [];
  withNextBook(() => done.push('a'));
  const callOff = withNextBook(() => done.push('b'));
  callOff();
  vi.advanceTimersByTime(99);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(['a']);
});

it('a throttle hands on the first value at once and the newest when its period is over', () => {
  const { handed, throttle } = startThrottle(createThrottle);
  for (const value of [1, 2, 3]) throttle.offer(value);
  expect(handed).toEqual([1]);
  vi.advanceTimersByTime(100);
  expect(handed).toEqual([1, 3]);
});

it('a throttle of what is drawn waits after its period for the next book', () => {
  const { handed, throttle } = startThrottle(createFrameThrottle);
  for (const value of [1, 2]) throttle.offer(value);
  vi.advanceTimersByTime(150);
  throttle.offer(3);
  expect(handed).toEqual([1]);
  bookCame();
  expect(handed).toEqual([1, 3]);
  throttle.offer(4);
  vi.advanceTimersByTime(99);
  bookCame();
  expect(handed).toEqual([1, 3]);
  vi.advanceTimersByTime(1);
  bookCame();
  expect(handed).toEqual([1, 3, 4]);
});

it('one that is as slow as the beat moves with it, whatever books come', () => {
  vi.setSystemTime(1_000_100);
  const handed: string[] = [];
  const throttle = createFrameThrottle<number>(500, value => handed.push(`${value} at ${Date.now()}`));
  for (const value of [1, 2]) throttle.offer(value);
  vi.advanceTimersByTime(50);
  bookCame();
  vi.advanceTimersByTime(600);
  throttle.offer(3);
  vi.advanceTimersByTime(500);
  expect(handed).toEqual(['1 at 1000100', '2 at 1000502', '3 at 1001002']);
});

it('a throttle that was stopped hands nothing on, not with the next book either', () => {
  const { handed, throttle } = startThrottle(createFrameThrottle);
  for (const value of [1, 2]) throttle.offer(value);
  vi.advanceTimersByTime(100);
  throttle.stop();
  bookCame();
  vi.advanceTimersByTime(1000);
  expect(handed).toEqual([1]);
});
