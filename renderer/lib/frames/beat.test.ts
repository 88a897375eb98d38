// runs alone: in other files a caller may still wait for a beat
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beatMs, onBeat, onHalfBeat } from './beat.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_120 }));
afterEach(() => vi.useRealTimers());

it('beat runs waiting jobs together, once, just after the half seconds of the wall clock', () => {
  const done: string[] = [];
  const action = () => done.push(`a at ${Date.now()}`);
  onBeat(action);
  vi.advanceTimersByTime(200);
  onBeat(action);
  onBeat(() => done.push(`b at ${Date.now()}`));
  vi.advanceTimersByTime(beatMs * 3);
  expect(done).toEqual(['a at 1000502', 'b at 1000502']);
});

it('beat runs a job requested during a beat with the next one', () => {
  const done: number[] = [];
  const again = () => {
    done.push(Date.now());
    if (done.length < 3) onBeat(again);
  };
  onBeat(again);
  vi.advanceTimersByTime(beatMs * 5);
  expect(done).toEqual([1_000_502, 1_001_002, 1_001_502]);
});

it('beat skips a cancelled job, and runs no timer without one', () => {
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

it('half beat runs between two beats and with each of them', () => {
  const done: string[] = [];
  const action = (name: string) => () => done.push(`${name} at ${Date.now()}`);
  onHalfBeat(action('half'));
  onBeat(action('whole'));
  vi.advanceTimersByTime(140);
  expect(done).toEqual(['half at 1000252']);
  onHalfBeat(action('half'));
  vi.advanceTimersByTime(beatMs);
  expect(done.slice(1).toSorted()).toEqual(['half at 1000502', 'whole at 1000502']);
});
