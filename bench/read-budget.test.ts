import { expect, it } from 'vitest';
import type { PoolName } from '#shared/domain/link.ts';
import { readNames, readPolicyOf } from '#bridge/polling.ts';
import { largeBookMs } from '#bridge/reads/pace.ts';
import { readCosts } from '#ipc/handlers/read-costs.ts';

const policies = readNames.map(name => [name, readPolicyOf(name)] as const);
const paid = policies.flatMap(([name, { isOwn }]) => (isOwn ? [] : [name]));
const costs = Object.entries(readCosts);

it('read budget: the reads with a cost equal the reads of the page', () => {
  expect(paid.toSorted()).toEqual(costs.map(([name]) => name).toSorted());
});

it('read budget: everything on the screen at once leaves most of every pool of the lowest tier for the user', () => {
  const limits: Readonly<Record<PoolName, number>> = { spot: 4000, futures: 2000, management: 2000, public: 2000 };
  const spent: Record<PoolName, number> = { spot: 0, futures: 0, management: 0, public: 0 };
  const intervals = new Map<string, number | null>(policies.map(([name, { intervalMs }]) => [name, intervalMs]));
  for (const [name, { spot, futures }] of costs) {
    const intervalMs = intervals.get(name) ?? Number.POSITIVE_INFINITY;
    const futuresMs = name === 'book.read' ? largeBookMs : intervalMs;
    const [onSpot, onFutures] = [(30_000 * spot.weight) / intervalMs, (30_000 * futures.weight) / futuresMs];
    // one market is shown at a time: of two endpoints of one pool the dearer
    if (spot.pool === futures.pool) spent[spot.pool] += Math.max(onSpot, onFutures);
    else {
      spent[spot.pool] += onSpot;
      spent[futures.pool] += onFutures;
    }
  }
  for (const pool of ['spot', 'futures', 'management', 'public'] as const) {
    expect(spent[pool], pool).toBeGreaterThan(0);
    expect(spent[pool], pool).toBeLessThan(limits[pool] * 0.1);
  }
});
