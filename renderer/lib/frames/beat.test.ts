// runs alone: elsewhere somebody may wait for a beat still
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beatMs, onBeat } from './beat.ts';
import { bookCame } from './next-book.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_120 }));
afterEach(() => vi.useRealTimers());

it('what waits is done together, once, just behind the half seconds of the wall clock', () => {
  const done: string[] = [];
  const act = () => done.push(`a at ${Date.now()}`);
  onBeat(act);
  vi.advanceTimersByTime(200);
  onBeat(act);
  onBeat(() => done.push(`b at ${Date.now()}`));
  vi.advanceTimersByTime(beatMs * 3);
  expect(done).toEqual(['a at 1000502', 'b at 1000502']);
});

it('what asks again in a beat is done with the next one', () => {
  const done: number[] = [];
  const again = () => {
    done.push(Date.now());
    if (done.length < 3) onBeat(again);
  };
  onBeat(again);
  vi.advanceTimersByTime(beatMs * 5);
  expect(done).toEqual([1_000_502, 1_001_002, 1_001_502]);
});

it('what is called off is not done, and where nothing waits no timer runs', () => {
  const done: string[] = [];
  const callOff = onBeat(() => done.push('a'));
  const callOffLast = onBeat(() => done.push('b'));
  callOff();
  expect(vi.getTimerCount()).toBe(1);
  callOffLast();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(beatMs * 2);
  expect(done).toEqual([]);
});

it('in a busy market it waits for the frame of the next book, and no longer than that may take', () => {
  const done: number[] = [];
  onBeat(() => done.push(Date.now()));
  vi.advanceTimersByTime(300);
  bookCame();
  vi.advanceTimersByTime(110);
  expect(done).toEqual([]);
  bookCame();
  expect(done).toEqual([1_000_530]);

  onBeat(() => done.push(Date.now()));
  vi.advanceTimersByTime(400);
  bookCame();
  vi.advanceTimersByTime(beatMs);
  expect(done).toEqual([1_000_530, 1_001_102]);
});

it('what is called off while it waits for a book is not done', () => {
  const done: string[] = [];
  const callOff = onBeat(() => done.push('a'));
  vi.advanceTimersByTime(300);
  bookCame();
  vi.advanceTimersByTime(100);
  callOff();
  bookCame();
  vi.advanceTimersByTime(beatMs);
  expect(done).toEqual([]);
});
