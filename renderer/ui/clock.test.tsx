import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAtTick, useCalm, useNow } from './clock.ts';

let visibility: DocumentVisibilityState;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const become = (next: DocumentVisibilityState) =>
  act(() => {
    visibility = next;
    document.dispatchEvent(new Event('visibilitychange'));
  });

it('a value read at a tick is drawn again only when it differs', () => {
  let draws = 0;
  const { result } = renderHook(() => {
    draws += 1;
    return useAtTick(nowMs => nowMs >= 1_003_000);
  });
  const before = draws;
  pass(2500);
  expect([result.current, draws]).toEqual([false, before]);
  pass(1000);
  expect([result.current, draws]).toEqual([true, before + 1]);
});

it('the clock stops while the window is hidden and is right at once when it is shown', () => {
  const { result } = renderHook(() => useNow(1000));
  become('hidden');
  expect(vi.getTimerCount()).toBe(0);
  pass(5000);
  expect(result.current).toBe(1_000_000);
  become('visible');
  expect(result.current).toBe(1_005_000);
  pass(1002);
  expect(result.current).toBe(1_006_000);
});

it('the clock runs no timer without a reader', () => {
  const { unmount } = renderHook(() => useNow(1000));
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  become('hidden');
  become('visible');
  expect(vi.getTimerCount()).toBe(0);
});

it('a new reader gets a second that was published before, because the computer’s clock may be set back', () => {
  const first = renderHook(() => useNow(1000));
  pass(1002);
  expect(first.result.current).toBe(1_001_000);
  first.unmount();
  vi.setSystemTime(1_000_000);
  const { result } = renderHook(() => useNow(1000));
  vi.setSystemTime(1_001_000);
  pass(502);
  expect(result.current).toBe(1_001_000);
});

it('a value that changes with the second is not read at each half second', () => {
  const [reads, halves] = [vi.fn(() => false), vi.fn()];
  renderHook(() => useAtTick(reads));
  const { result } = renderHook(() => {
    halves();
    return useNow(500);
  });
  reads.mockClear();
  halves.mockClear();
  pass(3002);
  expect(result.current).toBe(1_003_000);
  // React itself reads its value once more
  expect(reads.mock.calls.length).toBeLessThanOrEqual(2 * 3);
  expect(reads.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect(halves.mock.calls.length).toBe(6);
});

it('a fresh age changes at the marks of the clock, and at once when it is or was not fresh', () => {
  const { result, rerender } = renderHook(({ value, isCalm }) => useCalm(value, isCalm), {
    initialProps: { value: '–', isCalm: false },
  });
  const publish = (value: string, isCalm = true) => {
    rerender({ value, isCalm });
    return result.current;
  };
  // nothing was known before
  expect([publish('31 ms'), publish('32 ms')]).toEqual(['31 ms', '31 ms']);
  pass(4000);
  expect(publish('33 ms')).toBe('31 ms');
  pass(1100);
  expect(result.current).toBe('33 ms');
  pass(1000);
  // the mark that passed without a change does not count for a later one
  expect([publish('34 ms'), publish('no answer', false), publish('900 ms', false)]).toEqual([
    '33 ms',
    'no answer',
    '900 ms',
  ]);
  expect([publish('35 ms'), publish('36 ms')]).toEqual(['35 ms', '35 ms']);
});
