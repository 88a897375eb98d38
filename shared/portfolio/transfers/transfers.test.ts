import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, fromUnits, negate, sum } from '../../decimal.ts';
import { costOf } from '../pools/lot.ts';
import { runPools } from '../pools/run-pools.ts';
import { buildTrade } from '../testing/pool-rows.ts';
import type { TransferLeg } from '../rows/transfer-leg.ts';
import { amountsInTransit } from './in-transit.ts';
import { pairChainTransfers, pairOwnTransfers } from './pair-transfers.ts';
import { flowRows, pairRows, transitRows } from './transfer-rows.ts';

const minuteMs = 60_000;

function leg(id: string, overrides: Partial<TransferLeg> = {}): TransferLeg {
  const base = { account: 'main', atMs: 0, stream: 'ledger', coin: 'BTC', amount: '1', fee: '0', txId: null } as const;
  return { ...base, id, direction: 'out', ...overrides };
}

function into(id: string, overrides: Partial<TransferLeg> = {}): TransferLeg {
  return leg(id, { account: 'sub', direction: 'in', ...overrides });
}

function idsOf(pairs: ReturnType<typeof pairOwnTransfers>['pairs']) {
  return pairs.map(pair => `${pair.out.id}-${pair.into.id}`);
}

describe('pairOwnTransfers', () => {
  it('pairs opposite legs of one coin and amount within ten minutes', () => {
    const legs = [leg('1'), into('2', { atMs: 10 * minuteMs, coin: 'XBT', amount: '1.0' }), leg('3', { coin: 'ETH' })];
    const { pairs, unpaired, inTransit } = pairOwnTransfers(legs, 20 * minuteMs);
    expect(idsOf(pairs)).toEqual(['1-2']);
    expect([unpaired.map(({ id }) => id), inTransit]).toEqual([['3'], []]);
    const late = pairOwnTransfers([leg('1'), into('2', { atMs: 10 * minuteMs + 1 })], 20 * minuteMs);
    expect([idsOf(late.pairs), late.unpaired.length, late.inTransit.length]).toEqual([[], 1, 1]);
  });

  it('takes the nearest leg, and never two legs of one direction', () => {
    const legs = [leg('1'), leg('2', { atMs: 5 * minuteMs }), into('3', { atMs: 5 * minuteMs })];
    expect(idsOf(pairOwnTransfers(legs, 0).pairs)).toEqual(['2-3']);
    const early = [leg('1', { atMs: 1000 }), into('2', { atMs: 0 }), into('3', { atMs: 2000 })];
    expect(idsOf(pairOwnTransfers(early, 0).pairs)).toEqual(['1-3']);
    const equal = [leg('1'), leg('2', { atMs: 1000 }), into('3'), into('4', { atMs: 1000 })];
    expect(idsOf(pairOwnTransfers(equal, 0).pairs)).toEqual(['1-3', '2-4']);
  });

  it('keeps one seen leg in transit until ten minutes are read after it', () => {
    expect(pairOwnTransfers([leg('1')], 10 * minuteMs).inTransit).toHaveLength(1);
    expect(pairOwnTransfers([leg('1')], 10 * minuteMs + 1).inTransit).toEqual([]);
  });
});

describe('pairChainTransfers', () => {
  const out = leg('1', { amount: '1.0005', fee: '0.0005', txId: 'tx' });

  it('pairs by transaction id when the amount without the fee arrives', () => {
    const arrived = into('2', { txId: 'tx', atMs: 3_600_000 });
    expect(idsOf(pairChainTransfers([out, arrived]).pairs)).toEqual(['1-2']);
    const others = [into('3', { txId: 'other' }), into('4', { txId: 'tx', amount: '1.0005' }), into('5')];
    const { pairs, external } = pairChainTransfers([out, ...others]);
    expect(pairs).toEqual([]);
    expect(external.map(({ id }) => id).toSorted()).toEqual(['1', '3', '4', '5']);
  });
});

function withdrawalRows(amount: '1' | '1.0005') {
  const out = leg('3', { atMs: 3 * minuteMs, amount, fee: '0.0005', txId: 'tx' });
  const arrived = into('4', { atMs: 4 * minuteMs, txId: 'tx', amount: amount === '1' ? '0.9995' : '1' });
  return pairChainTransfers([out, arrived]).pairs.flatMap(pairRows);
}

describe('rows of transfers', () => {
  const lots = [buildTrade(1, { funds: '50000' }), buildTrade(2, { funds: '60000' })];
  const run = (rows: ReturnType<typeof pairRows>) =>
    runPools([...lots, ...rows], { method: 'fifo', currency: 'USDT', priceOf: () => '64000' });
  const figures = (rows: ReturnType<typeof pairRows>) => {
    const { pools, charges, gains } = run(rows);
    const moved = pools.find(({ account }) => account === 'sub')?.pool.lots ?? [];
    return [charges.map(({ value }) => value), gains.map(({ cost }) => cost), costOf(moved)];
  };

  it('move lots on a chain, with a fee on top of the amount or inside it (example F2)', () => {
    expect(figures(withdrawalRows('1.0005'))).toEqual([['-32'], ['30'], '50000']);
    expect(figures(withdrawalRows('1'))).toEqual([['-32'], ['25'], '49975']);
  });

  it('omit transfers between wallets of one account', () => {
    const { pairs } = pairOwnTransfers([leg('1'), into('2', { account: 'main' })], 0);
    expect(pairs.flatMap(pairRows)).toEqual([]);
  });

  it('keep a leg in transit without its other leg, and book a flow with its fee', () => {
    const at = { atMs: 3 * minuteMs } as const;
    expect(run(transitRows(leg('3', at))).inTransit.get('main ledger 3')).toMatchObject([{ cost: '50000' }]);
    expect(transitRows(into('3', at))).toMatchObject([{ kind: 'move-in', amount: '1' }]);
    expect(flowRows(leg('3', { fee: '0.1' }))).toMatchObject([
      { kind: 'out', amount: '0.9' },
      { kind: 'change', reason: 'fee', amount: '-0.1' },
    ]);
    expect(flowRows(into('3'))).toMatchObject([{ kind: 'in', amount: '1', cost: null }]);
  });
});

describe('amountsInTransit', () => {
  const accounts = new Set(['main', 'sub']);
  const { pairs } = pairChainTransfers([
    leg('1', { atMs: 1000, amount: '1.1', fee: '0.1', txId: 'tx' }),
    into('2', { atMs: 5000, txId: 'tx' }),
  ]);
  const at = (atMs: number) => [...amountsInTransit({ pairs, inTransit: [] }, { accounts, atMs })];

  it('counts what left and has not arrived as owned', () => {
    expect([at(999), at(1000), at(4999), at(5000)]).toEqual([[], [['BTC', '1']], [['BTC', '1']], []]);
    const one = { accounts: new Set(['main']), atMs: 2000 };
    expect(amountsInTransit({ pairs, inTransit: [] }, one).size).toBe(0);
  });

  it('counts once what arrived before it left', () => {
    const early = pairOwnTransfers([leg('1', { atMs: 1000 }), into('2')], 0).pairs;
    expect([...amountsInTransit({ pairs: early, inTransit: [] }, { accounts, atMs: 500 })]).toEqual([['BTC', '-1']]);
  });

  it('counts single legs, and sums a coin', () => {
    const inTransit = [leg('3'), leg('4', { coin: 'XBT' }), into('5', { coin: 'ETH' }), leg('6', { account: 'other' })];
    expect([...amountsInTransit({ pairs: [], inTransit }, { accounts, atMs: 0 })]).toEqual([
      ['BTC', '2'],
      ['ETH', '-1'],
    ]);
  });

  it('compensates every leg at any time: transfers within the accounts never change the total', () => {
    const legs = fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 3 }),
        atMs: fc.integer({ min: 0, max: 900_000 }),
        isOut: fc.boolean(),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(legs, fc.integer({ min: 0, max: 900_000 }), (all, atMs) => {
        const rows = all.map(({ amount, atMs: legAtMs, isOut }, index) => {
          const figures = { atMs: legAtMs, amount: fromUnits(BigInt(amount), 0) } as const;
          return isOut ? leg(String(index), figures) : into(String(index), figures);
        });
        const transfers = pairOwnTransfers(rows, 0);
        const within = [...transfers.pairs.flatMap(pair => [pair.out, pair.into]), ...transfers.inTransit];
        expect(within.length).toBe(rows.length);
        const booked = within.filter(row => row.atMs <= atMs);
        const moved = booked.map(({ direction, amount }) => (direction === 'in' ? amount : negate(amount)));
        const transit = amountsInTransit(transfers, { accounts, atMs }).get('BTC') ?? '0';
        expect(add(sum(moved), transit)).toBe('0');
      }),
    );
  });
});
