import { expect, it } from 'vitest';
import type { PoolName } from '#shared/domain/link.ts';
import { costAt, type ReadPolicy, readPolicies, waitAfterFailureMs, weightPerWindow } from './polling.ts';

const error = { kind: 'unreachable', message: 'no answer', isOutcomeUnknown: false } as const;

it('after a failure it waits at least two seconds, and until the exchange allows it', () => {
  expect(waitAfterFailureMs(error, 500, 0)).toBe(2000);
  expect(waitAfterFailureMs(error, 5000, 0)).toBe(5000);
  expect(waitAfterFailureMs({ ...error, retryAtMs: 30_000 }, 500, 10_000)).toBe(20_000);
  expect(waitAfterFailureMs({ ...error, retryAtMs: 5000 }, 500, 10_000)).toBe(2000);
});

it('knows what a panel costs in a window', () => {
  expect(weightPerWindow({ intervalMs: 500, cost: { pool: 'public', weight: 2 } })).toBe(120);
  expect(weightPerWindow({ intervalMs: null, cost: { pool: 'public', weight: 4 } })).toBeNull();
  expect(weightPerWindow({ intervalMs: 500, cost: null })).toBeNull();
});

it('knows what the same read costs at either venue', () => {
  expect(costAt(readPolicies['orders.done'], 'spot')).toEqual({ pool: 'spot', weight: 6 });
  expect(costAt(readPolicies['orders.done'], undefined)).toEqual({ pool: 'spot', weight: 6 });
  expect(costAt(readPolicies['orders.done'], 'futures')).toEqual({ pool: 'futures', weight: 5 });
  expect(costAt(readPolicies['trades.recent'], 'futures')).toEqual(readPolicies['trades.recent'].cost);
});

it('everything on the screen at once leaves most of every pool of the lowest tier for the user', () => {
  const limits: Readonly<Record<PoolName, number>> = { spot: 4000, futures: 2000, management: 2000, public: 2000 };
  const spent: Record<PoolName, number> = { spot: 0, futures: 0, management: 0, public: 0 };
  const policies: readonly ReadPolicy[] = Object.values(readPolicies);
  for (const policy of policies) {
    for (const cost of [policy.cost, policy.futuresCost ?? null])
      if (cost !== null) spent[cost.pool] += weightPerWindow({ ...policy, cost }) ?? 0;
  }
  for (const pool of ['spot', 'futures', 'management', 'public'] as const)
    expect(spent[pool], pool).toBeLessThan(limits[pool] * 0.1);
});
