import { expect, it } from 'vitest';
import { matrixOf } from '../model/matrix.ts';
import { buildRows } from '../testing/overseen-builders.ts';
import { stacksOf } from './chart-data.ts';

it('chart bars include all smaller accounts in one bar', () => {
  const rows = buildRows({ a: { USDT: '300' }, b: { USDT: '20' }, c: { USDT: '10' } });
  const stacks = stacksOf(matrixOf(rows, { accounts: 1, coins: 1 }));
  expect(stacks.map(({ name, c0 }) => [name, c0])).toEqual([
    ['a', 300],
    ['2 others', 30],
  ]);
});
