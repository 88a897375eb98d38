import { describe, expect, it } from 'vitest';
import type { PoolStatus } from '#shared/domain/link.ts';
import { createPoolShare } from './share.ts';

const cost = { pool: 'spot', weight: 20 } as const;

function pool(change: Partial<PoolStatus> = {}): readonly PoolStatus[] {
  return [{ pool: 'spot', limit: 1000, remaining: 1000, resetAtMs: null, waiting: 0, isFrozen: false, ...change }];
}

function createShare(sharePercent = 10) {
  let nowMs = 0;
  const share = createPoolShare({ monotonicMs: () => nowMs, sharePercent: () => sharePercent });
  return { ...share, pass: (ms: number) => (nowMs += ms) };
}

describe('the share of the rate-limit pools', () => {
  it('allows requests up to its percentage of the pool in 30 seconds, and again after that', () => {
    const share = createShare();
    for (let sent = 0; sent < 5; sent += 1) {
      expect(share.mayRequest(cost, pool())).toBe(true);
      share.note(cost);
    }
    expect(share.mayRequest(cost, pool())).toBe(false);
    share.pass(29_999);
    expect(share.mayRequest(cost, pool())).toBe(false);
    share.pass(1);
    expect(share.mayRequest(cost, pool())).toBe(true);
  });

  it('counts each pool by itself', () => {
    const share = createShare(1);
    share.note({ pool: 'futures', weight: 500 });
    const others = pool({ pool: 'futures', remaining: 0 });
    expect(share.mayRequest(cost, [...others, ...pool()])).toBe(true);
  });

  it('allows a single request that costs more than the share', () => {
    const share = createShare(1);
    expect(share.mayRequest(cost, pool())).toBe(true);
    share.note(cost);
    expect(share.mayRequest(cost, pool())).toBe(false);
  });

  it.each([
    ['another request waits', { waiting: 1 }],
    ['the pool is used up to 60 %', { remaining: 419 }],
    ['the exchange has closed the pool', { isFrozen: true }],
  ])('allows none while %s', (_why, change) => {
    expect(createShare().mayRequest(cost, pool(change))).toBe(false);
    expect(createShare().mayRequest(cost, pool({ remaining: 420 }))).toBe(true);
  });

  it('allows none of an unknown pool', () => {
    expect(createShare().mayRequest(cost, [])).toBe(false);
  });
});
