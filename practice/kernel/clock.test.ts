import { describe, expect, it } from 'vitest';
import { createDrivenClock } from './clock.ts';

describe('createDrivenClock', () => {
  it('stops until it is moved, and never runs back', () => {
    const clock = createDrivenClock(1000.7);
    expect(clock.nowMs()).toBe(1000);
    clock.advanceTo(2000);
    clock.advanceTo(1500);
    expect(clock.nowMs()).toBe(2000);
  });

  it('gives strictly rising nanoseconds, also within one millisecond', () => {
    const clock = createDrivenClock(5);
    expect([clock.nowNs(), clock.nowNs(), clock.nowNs()]).toEqual([5_000_000n, 5_000_001n, 5_000_002n]);
    clock.advanceTo(6);
    expect(clock.nowNs()).toBe(6_000_000n);
  });

  it('follows the wall clock on request, but not backwards', () => {
    let wall = 900;
    const clock = createDrivenClock(1000);
    clock.follow(() => wall);
    expect(clock.nowMs()).toBe(1000);
    wall = 1200.9;
    expect(clock.nowMs()).toBe(1200);
    wall = 1100;
    expect(clock.nowMs()).toBe(1200);
    expect(clock.nowNs()).toBe(1_200_000_000n);
  });
});
