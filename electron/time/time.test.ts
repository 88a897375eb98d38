import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeClock } from './testing/fake-clock.ts';
import { createBatch } from './batch.ts';
import { watchClock } from './clock-watch.ts';
import { createPacer } from './pacer.ts';
import { systemClock } from './clock.ts';

function buildPacer(leastMs?: number) {
  const clock = createFakeClock();
  const drawn: number[] = [];
  const pacer = createPacer(clock, () => drawn.push(clock.monotonicMs()), leastMs);
  return { clock, drawn, pacer };
}

/** of a page whose frames fall at 10, 26.7, … */
const frameOffsetMs = (atMs: number) => 10 - (atMs % (1000 / 60));

describe('the pacer', () => {
  it('draws the first change at once, with others that arrived together', async () => {
    const { clock, drawn, pacer } = buildPacer();
    for (let n = 0; n < 5; n += 1) pacer.mark();
    expect(drawn).toEqual([]);
    await clock.pass(0);
    expect(drawn).toEqual([0]);
  });

  it('draws once a frame after that, sixty times a second, always with the last change', async () => {
    const { clock, drawn, pacer } = buildPacer();
    for (let ms = 0; ms < 1_000; ms += 1) {
      pacer.mark();
      await clock.pass(1);
    }
    // both ends of the second are among them
    expect(drawn).toHaveLength(61);
    pacer.mark();
    await clock.pass(17);
    expect(drawn.at(-1)).toBeGreaterThanOrEqual(1_000);
    for (const [index, atMs] of drawn.slice(1).entries()) expect(atMs - (drawn[index] ?? 0)).toBeGreaterThan(15);
  });

  it('moves towards the frames of the page by a millisecond at a time, without a lost drawing', async () => {
    const clock = createFakeClock();
    const drawn: number[] = [];
    const pacer = createPacer({ ...clock, frameOffsetMs }, () => drawn.push(clock.monotonicMs()));
    for (let ms = 0; ms < 1_000; ms += 0.25) {
      pacer.mark();
      await clock.pass(0.25);
    }
    const gaps = drawn.slice(1).map((atMs, index) => atMs - (drawn[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(1000 / 60 + 1.3);
    expect(Math.min(...gaps)).toBeGreaterThan(1000 / 60 - 1.3);
    for (const atMs of drawn.slice(-20)) expect(Math.abs(frameOffsetMs(atMs))).toBeLessThan(1.3);
  });

  it('draws less often when that is enough', async () => {
    const { clock, drawn, pacer } = buildPacer(500);
    for (let ms = 0; ms < 2_000; ms += 10) {
      pacer.mark();
      await clock.pass(10);
    }
    expect(drawn).toEqual([0, 500, 1_000, 1_500, 2_000]);
  });

  it('does nothing without changes, and starts at once after a pause', async () => {
    const { clock, drawn, pacer } = buildPacer();
    pacer.mark();
    await clock.pass(100);
    expect(clock.waiting()).toBe(0);
    pacer.mark();
    await clock.pass(0);
    expect(drawn).toEqual([0, 100]);
  });

  it('draws nothing after it was stopped', async () => {
    const { clock, drawn, pacer } = buildPacer();
    pacer.stop();
    pacer.mark();
    pacer.stop();
    await clock.pass(100);
    expect(drawn).toEqual([]);
  });
});

describe('a batch', () => {
  it('passes on the items of a frame in one piece and in sequence', async () => {
    const clock = createFakeClock();
    const flushed: number[][] = [];
    const batch = createBatch<number>({ clock, most: null, flush: items => flushed.push(items) });
    batch.add(1);
    batch.add(2);
    await clock.pass(1);
    for (let n = 3; n < 3_000; n += 1) batch.add(n);
    await clock.pass(20);
    expect(flushed.map(items => items.length)).toEqual([2, 2_997]);
    batch.add(1);
    batch.stop();
    await clock.pass(100);
    expect(flushed).toHaveLength(2);
    expect(clock.waiting()).toBe(0);
  });

  it('keeps the newest items beyond its limit', async () => {
    const clock = createFakeClock();
    const flushed: number[][] = [];
    const batch = createBatch<number>({ clock, most: 10, flush: items => flushed.push(items) });
    for (let n = 0; n < 1_007; n += 1) batch.add(n);
    await clock.pass(0);
    expect(flushed).toEqual([[997, 998, 999, 1000, 1001, 1002, 1003, 1004, 1005, 1006]]);
  });
});

function buildClocks() {
  const clock = createFakeClock();
  const onJump = vi.fn<() => void>();
  const { look, stop } = watchClock({ clock, onJump });
  return { clock, onJump, look, undo: stop };
}

describe('the clocks', () => {
  it('detect a wall clock that is set forward or back within two seconds (fault 34)', async () => {
    const { clock, onJump, undo } = buildClocks();
    await clock.pass(60_000);
    expect(onJump).not.toHaveBeenCalled();
    clock.setWall(6_000);
    await clock.pass(1_000);
    expect(onJump).toHaveBeenCalledTimes(1);
    clock.setWall(-6_000);
    await clock.pass(1_000);
    expect(onJump).toHaveBeenCalledTimes(2);
    clock.setWall(400);
    await clock.pass(60_000);
    expect(onJump).toHaveBeenCalledTimes(2);
    undo();
    clock.setWall(6_000);
    await clock.pass(5_000);
    expect(onJump).toHaveBeenCalledTimes(2);
    expect(clock.waiting()).toBe(0);
  });

  it('detect it at once for a caller that checks before the timer (fault 36)', () => {
    const { clock, onJump, look } = buildClocks();
    look();
    expect(onJump).not.toHaveBeenCalled();
    clock.setWall(300_000);
    look();
    look();
    expect(onJump).toHaveBeenCalledTimes(1);
  });

  it('detect sleep in which both clocks continued (fault 36)', () => {
    let ms = 0;
    let tick = vi.fn<() => void>();
    const onJump = vi.fn<() => void>();
    const after = (_ms: number, what: () => void) => {
      tick = vi.fn(what);
      return () => {};
    };
    watchClock({ clock: { ...createFakeClock(), nowMs: () => ms, monotonicMs: () => ms, after }, onJump });
    ms = 3_000; // late, but only busy
    tick();
    expect(onJump).not.toHaveBeenCalled();
    ms += 300_000;
    tick();
    expect(onJump).toHaveBeenCalledTimes(1);
  });
});

describe('the real clock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('calls back once, or not at all when cancelled', () => {
    const called: string[] = [];
    systemClock.after(10, () => called.push('after'));
    systemClock.after(10, () => called.push('undone'))();
    systemClock.soon(() => called.push('soon'));
    systemClock.soon(() => called.push('undone'))();
    vi.advanceTimersByTime(100);
    expect(called).toEqual(['soon', 'after']);
    expect(systemClock.monotonicMs()).toBeGreaterThanOrEqual(0);
    expect(systemClock.random()).toBeLessThan(1);
    expect(systemClock.nowMs()).toBe(Date.now());
  });
});
