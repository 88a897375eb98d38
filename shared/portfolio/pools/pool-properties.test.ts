import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, type Decimal, fromUnits, isNegative, multiply, subtract, sum } from '../../decimal.ts';
import type { PoolRow } from '../rows/pool-row.ts';
import {
  buildChange,
  buildDebt,
  buildFlow,
  buildMove,
  buildOpening,
  buildTrade,
  openGain,
} from '../testing/pool-rows.ts';
import { type CostMethod, costOf } from './lot.ts';
import { poolQuantity } from './pool.ts';
import { runPools } from './run-pools.ts';

const amounts = fc.integer({ min: 1, max: 300 }).map(units => fromUnits(BigInt(units), 2));
const pricesThen = fc.integer({ min: 1, max: 90_000 }).map(units => fromUnits(BigInt(units), 0));
const steps = fc.record({
  kind: fc.constantFrom('buy', 'sell', 'in', 'out', 'move', 'back', 'fee', 'interest', 'borrow', 'repay'),
  amount: amounts,
  price: pricesThen,
  fee: amounts,
  feeCoin: fc.constantFrom('USDT', 'BTC', 'KCS'),
});
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

function rowsOf({ kind, amount, price, fee, feeCoin }: Step, minute: number): readonly PoolRow[] {
  const funds = multiply(amount, price);
  if (kind === 'buy') return [buildTrade(minute, { size: add(amount, fee), funds, fee, feeCoin })];
  if (kind === 'sell') return [buildTrade(minute, { side: 'sell', size: amount, funds, fee, feeCoin })];
  if (kind === 'in' || kind === 'out') return [buildFlow(minute, { kind, amount })];
  if (kind === 'borrow' || kind === 'repay') return [buildDebt(minute, { kind, amount })];
  if (kind === 'fee' || kind === 'interest')
    return [buildChange(minute, { reason: kind, amount: multiply(amount, '-0.001') })];
  const [out, into] = buildMove(minute, { amount });
  return kind === 'move'
    ? [out, into]
    : [
        { ...out, account: 'sub' },
        { ...into, account: 'main' },
      ];
}

const ledgers = fc.array(steps, { maxLength: 30 }).map(all => all.flatMap((step, at) => rowsOf(step, at + 1)));
const openings = [
  buildOpening({ held: '5', owed: '2', cost: '100' }),
  buildOpening({ coin: 'KCS', held: '9', cost: '90' }),
  buildOpening({ account: 'sub', held: '1', owed: '3' }),
];
/** little is held and much is owed: positions turn short and long again, and no basis is ever unknown */
const plenty = [
  buildOpening({ held: '1000', owed: '997', cost: '100' }),
  buildOpening({ coin: 'KCS', held: '9000', owed: '8999', cost: '90' }),
  buildOpening({ account: 'sub', held: '2000', owed: '1999' }),
];
const priceOf = (_coin: string, atMs: number) => fromUnits(BigInt(1000 + (atMs % 977)), 1);
const run = (rows: readonly PoolRow[], method: CostMethod) => runPools(rows, { method, priceOf, currency: 'USDT' });

function totalOf(rows: readonly PoolRow[], method: CostMethod): Decimal {
  const result = run(rows, method);
  expect(result.unknownBasis).toEqual([]);
  return sum([
    ...result.gains.map(({ gain }) => gain ?? '0'),
    openGain(result, 'BTC', '777'),
    openGain(result, 'KCS', '3'),
  ]);
}

describe('pools of random ledgers', () => {
  it('have no lot at or below zero, and cover only assets and liabilities', () => {
    fc.assert(
      fc.property(ledgers, fc.constantFrom('average', 'fifo'), (rows, method) => {
        for (const { pool } of run([...openings, ...rows], method).pools) {
          for (const { quantity } of pool.lots) expect(compare(quantity, '0')).toBe(1);
          if (method === 'average') expect(pool.lots.length).toBeLessThanOrEqual(2);
          expect(isNegative(pool.owed)).toBe(false);
        }
      }),
    );
  });

  it('gain the same in total by average and by FIFO when every basis is known', () => {
    fc.assert(
      fc.property(ledgers, rows => {
        const all = [...plenty, ...rows];
        expect(totalOf(all, 'average')).toBe(totalOf(all, 'fifo'));
      }),
    );
  });

  it('gain the same in total with and without transfers between own accounts', () => {
    fc.assert(
      fc.property(ledgers, fc.constantFrom('average', 'fifo'), (rows, method) => {
        const resting = rows.filter(({ kind }) => kind !== 'move-out' && kind !== 'move-in');
        expect(totalOf([...plenty, ...rows], method)).toBe(totalOf([...plenty, ...resting], method));
      }),
    );
  });

  it('keep every cost: the total entered equals the total left plus the total remaining', () => {
    fc.assert(
      fc.property(ledgers, fc.constantFrom('average', 'fifo'), (rows, method) => {
        const buys = rows.filter(row => row.kind === 'trade' && row.side === 'buy' && row.feeCoin === 'BTC');
        const sells = rows.filter(row => row.kind === 'out');
        const { pools, gains } = run([buildOpening({ held: '1000', cost: '100' }), ...buys, ...sells], method);
        const paid = sum(buys.map(row => (row.kind === 'trade' ? row.funds : '0')));
        const left = sum(pools.filter(({ coin }) => coin === 'BTC').map(({ pool }) => costOf(pool.lots)));
        expect(add(sum(gains.map(({ cost }) => cost)), left)).toBe(add('100', paid));
      }),
    );
  });

  it('hold the sum of the rows when every basis is known', () => {
    fc.assert(
      fc.property(ledgers, fc.constantFrom('average', 'fifo'), (rows, method) => {
        const flows = rows.flatMap(row => (row.kind === 'in' || row.kind === 'out' ? [row] : []));
        const { pools } = run([...plenty, ...flows], method);
        const change = sum(flows.map(({ kind, amount }) => (kind === 'in' ? amount : subtract('0', amount))));
        const held = pools.find(({ account, coin }) => account === 'main' && coin === 'BTC');
        expect(held === undefined ? null : poolQuantity(held.pool)).toBe(add('3', change));
      }),
    );
  });
});
