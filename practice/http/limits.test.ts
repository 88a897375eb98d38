import { describe, expect, it } from 'vitest';
import { createLimiter, vipZeroQuotas, windowMs } from './limits.ts';

const trader = { pool: 'spot', owner: 'master' } as const;

describe('createLimiter', () => {
  it('has the quotas of VIP 0', () => {
    expect(vipZeroQuotas).toEqual({ spot: 4000, futures: 2000, management: 2000, public: 2000 });
  });

  it('opens the window with the first request and shows milliseconds until its end', () => {
    const limiter = createLimiter({ ...vipZeroQuotas, spot: 10 });
    expect(limiter.peek(trader, 5)).toEqual({ limit: 10, remaining: 10, resetMs: windowMs });
    expect(limiter.charge(trader, 4, 1000)).toEqual({ limit: 10, remaining: 6, resetMs: windowMs, isAllowed: true });
    expect(limiter.charge(trader, 6, 1500)).toEqual({ limit: 10, remaining: 0, resetMs: 29_500, isAllowed: true });
  });

  it('closes the whole pool once it was exceeded, until the window ends', () => {
    const limiter = createLimiter({ ...vipZeroQuotas, spot: 10 });
    limiter.charge(trader, 8, 0);
    expect(limiter.charge(trader, 3, 1).isAllowed).toBe(false);
    expect(limiter.charge(trader, 1, 2)).toEqual({ limit: 10, remaining: 0, resetMs: windowMs - 2, isAllowed: false });
    expect(limiter.charge(trader, 1, windowMs - 1).isAllowed).toBe(false);
    expect(limiter.charge(trader, 1, windowMs)).toEqual({
      limit: 10,
      remaining: 9,
      resetMs: windowMs,
      isAllowed: true,
    });
  });

  it('separates pools and owners', () => {
    const limiter = createLimiter({ ...vipZeroQuotas, spot: 1, management: 1 });
    expect(limiter.charge(trader, 1, 0).isAllowed).toBe(true);
    expect(limiter.charge({ pool: 'management', owner: 'master' }, 1, 0).isAllowed).toBe(true);
    expect(limiter.charge({ pool: 'spot', owner: 'sub-1' }, 1, 0).isAllowed).toBe(true);
    expect(limiter.charge(trader, 1, 0).isAllowed).toBe(false);
  });

  it('restarts when the clock is set back', () => {
    const limiter = createLimiter({ ...vipZeroQuotas, spot: 1 });
    limiter.charge(trader, 1, 100_000);
    expect(limiter.charge(trader, 1, 50_000).isAllowed).toBe(true);
  });
});
