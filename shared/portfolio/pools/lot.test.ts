import { describe, expect, it } from 'vitest';
import { buildTrade } from '../testing/pool-rows.ts';
import { addLot, type Lot, takeLots } from './lot.ts';
import { runPools } from './run-pools.ts';

function lot(quantity: Lot['quantity'], acquiredAtMs: number): Lot {
  return { quantity, cost: '6', acquiredAtMs, basis: 'trade' };
}

describe('lots', () => {
  it('stay sorted by the time of acquisition, equal times by arrival', () => {
    const lots = [lot('1', 5), lot('2', 3), lot('3', 5), lot('4', 4)];
    const kept = lots.reduce<readonly Lot[]>((held, next) => addLot(held, next, 'fifo'), []);
    expect(kept.map(({ quantity }) => quantity)).toEqual(['2', '4', '1', '3']);
  });

  it('leave from the front, all of them when they do not suffice', () => {
    const { taken, left } = takeLots([lot('1', 1), lot('3', 2)], '2');
    expect([taken, left]).toEqual([[lot('1', 1), { ...lot('1', 2), cost: '2' }], [{ ...lot('2', 2), cost: '4' }]]);
    expect(takeLots([lot('1', 1)], '2')).toEqual({ taken: [lot('1', 1)], left: [] });
  });

  it.each(['average', 'fifo'] as const)(
    'lots of cost 100 for 3 leave with the rest as the last piece, by %s',
    method => {
      const sale = { side: 'sell', size: '1', funds: '50' } as const;
      const rows = [buildTrade(1, { size: '3', funds: '100' }), ...[2, 3, 4].map(minute => buildTrade(minute, sale))];
      const { gains } = runPools(rows, { method, currency: 'USDT', priceOf: () => null });
      const third = '33.333333333333333333';
      expect(gains.map(({ cost }) => cost)).toEqual([third, '33.333333333333333334', third]);
    },
  );
});
