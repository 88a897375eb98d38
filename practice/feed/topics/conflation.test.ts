import { describe, expect, it } from 'vitest';
import { createConflation } from './conflation.ts';
import { createManualTime } from '../testing/manual-time.ts';

describe('createConflation', () => {
  it('runs once a period after changes, and not without', () => {
    const time = createManualTime();
    let runs = 0;
    const conflation = createConflation(time.scheduler, 100, () => {
      runs += 1;
    });
    time.advance(1000);
    expect([runs, time.waiting()]).toEqual([0, 0]);
    conflation.mark();
    conflation.mark();
    time.advance(99);
    expect(runs).toBe(0);
    time.advance(1);
    conflation.mark();
    time.advance(100);
    expect([runs, time.waiting()]).toEqual([2, 0]);
  });

  it('runs nothing once it is stopped', () => {
    const time = createManualTime();
    const conflation = createConflation(time.scheduler, 100, () => {
      throw new Error('stopped');
    });
    conflation.mark();
    conflation.stop();
    time.advance(1000);
    expect(time.waiting()).toBe(0);
  });
});
