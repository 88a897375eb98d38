import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPacer } from './pacer.ts';

function createRun() {
  const wall = { nowMs: 10_000 };
  const steps: (readonly [number, number])[] = [];
  const pacer = createPacer({
    stepMs: 50,
    wallMs: () => wall.nowMs,
    run: (step, timeMs) => void steps.push([step, timeMs]),
  });
  const pass = (ms: number): void => {
    wall.nowMs += ms;
    vi.advanceTimersByTime(ms);
  };
  return { wall, steps, pacer, pass };
}

describe('createPacer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('runs numbered steps at their times', () => {
    const { pacer, steps, pass } = createRun();
    pacer.start();
    for (let turn = 0; turn < 8; turn += 1) pass(25);
    expect(steps).toEqual([
      [0, 10_050],
      [1, 10_100],
      [2, 10_150],
      [3, 10_200],
    ]);
    pacer.stop();
  });

  it('catches up after a short pause, a few steps at a time', () => {
    const { pacer, steps, wall, pass } = createRun();
    pacer.start();
    wall.nowMs += 1000;
    pass(25);
    expect(steps).toHaveLength(10);
    pass(25);
    pass(25);
    expect(steps.at(-1)).toEqual([20, 11_050]);
    pacer.stop();
  });

  it('continues from its position after a long pause', () => {
    const { pacer, steps, wall, pass } = createRun();
    pacer.start();
    wall.nowMs += 3_600_000;
    pass(25);
    expect(steps).toEqual([[0, 3_610_025]]);
    pass(50);
    expect(steps).toEqual([
      [0, 3_610_025],
      [1, 3_610_075],
    ]);
    pacer.stop();
  });

  it('starts once and leaves no timer', () => {
    const { pacer, steps, pass } = createRun();
    pacer.start();
    pacer.start();
    expect(vi.getTimerCount()).toBe(1);
    pacer.stop();
    pacer.stop();
    expect(vi.getTimerCount()).toBe(0);
    pass(500);
    expect(steps).toEqual([]);
  });
});
