import { describe, expect, it } from 'vitest';
import { createPermits } from './permits.ts';

describe('createPermits', () => {
  it('returns a permit when its message is one window old', () => {
    const permits = createPermits({ permits: 2, permitWindowMs: 1000 });
    expect([permits.take(0), permits.take(600), permits.take(999)]).toEqual([true, true, false]);
    expect([permits.take(1000), permits.take(1001), permits.take(1600)]).toEqual([true, false, true]);
  });
});
