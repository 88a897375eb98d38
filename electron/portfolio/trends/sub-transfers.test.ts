import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { ValueMovement } from '#shared/portfolio/waterfall/value-movement.ts';
import { timedAmounts } from '../balances/owner-amounts.ts';
import { buildBalance, buildSnapshot, t0 } from '../testing/fake-past.ts';
import { createSubTransferFinder } from './sub-transfers.ts';

const transfer: ValueMovement = {
  account: '',
  atMs: t0 + 15,
  stream: 'ledger',
  id: '1',
  coin: 'USDT',
  amount: '-5',
  part: 'out',
  tradeId: null,
  bizType: 'SUB_TRANSFER',
};

/** Snapshots of one sub-account with these amounts, 10 ms apart; `asked` is what was read of them. */
function buildAmounts(...amounts: readonly Decimal[]) {
  const asked: number[] = [];
  const snapshots = amounts.map((amount, index) =>
    timedAmounts(buildSnapshot(index * 10, [buildBalance('USDT', amount, { owner: 's7' })])),
  );
  const read = (times: readonly number[]) => {
    asked.push(...times.map(atMs => atMs - t0));
    return Promise.resolve(snapshots.filter(({ atMs }) => times.includes(atMs)));
  };
  return { asked, read, times: snapshots.map(({ atMs }) => atMs) };
}

const found = { owner: 's7', atMs: t0 + 15, countedAtMs: t0 + 15, coin: 'USDT', amount: '5' };

it('transfer trend reads the snapshots around a transfer once', async () => {
  const finder = createSubTransferFinder();
  const { asked, read, times } = buildAmounts('1', '1', '6', '6');
  expect(await finder.find([transfer], times, read)).toEqual([found]);
  expect(asked).toEqual([20, 10, 0]);
  expect(await finder.find([transfer], times, read)).toEqual([found]);
  expect(asked).toHaveLength(3);
});

it('assigns a transfer as soon as a snapshot follows it', async () => {
  const finder = createSubTransferFinder();
  const { read, times } = buildAmounts('1', '1', '6');
  expect(await finder.find([transfer], times.slice(0, 2), read)).toEqual([]);
  expect(await finder.find([transfer], times, read)).toEqual([found]);
});

it('transfer trend drops what it found of a transfer that is asked for no more', async () => {
  const finder = createSubTransferFinder();
  const { read, times } = buildAmounts('1', '1', '6');
  await finder.find([transfer], times, read);
  expect(await finder.find([], times, read)).toEqual([]);
});
