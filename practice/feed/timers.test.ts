import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTimers } from './timers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function fail(): void {
  throw new Error('stopped');
}

describe('createTimers', () => {
  it('runs a job once or repeatedly, unless it is cancelled', () => {
    const timers = createTimers();
    const log: string[] = [];
    timers.after(10, () => log.push('once'));
    const cancel = timers.after(10, () => log.push('never'));
    const stop = timers.every(10, () => log.push('again'));
    cancel();
    vi.advanceTimersByTime(25);
    stop();
    vi.advanceTimersByTime(100);
    expect(log).toEqual(['once', 'again', 'again']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no timer when it stops, and accepts no further job', () => {
    const timers = createTimers();
    timers.after(10, fail);
    timers.every(10, fail);
    timers.stopAll();
    timers.after(10, fail)();
    timers.every(10, fail)();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(100);
  });
});
