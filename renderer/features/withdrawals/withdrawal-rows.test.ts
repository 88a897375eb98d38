import { expect, it } from 'vitest';
import { buildChain, buildCurrency, buildWithdrawal } from '#shared/testing/build-balance.ts';
import type { Withdrawal } from '#shared/domain/money/withdrawal.ts';
import type { Currency } from '#shared/domain/market/currency.ts';
import { namedWithdrawals, withdrawalRows } from './withdrawal-rows.ts';

const rowsOf = (withdrawals: readonly Withdrawal[], currencies: readonly Currency[] = []) =>
  withdrawalRows(namedWithdrawals(withdrawals), currencies);

const at = (createdAtMs: number, change: Parameters<typeof buildWithdrawal>[0] = {}) =>
  buildWithdrawal({ createdAtMs, ...change });

it('withdrawals are newest first; the first payment to an address is marked apart from later ones', () => {
  const rows = rowsOf([at(10), at(30), at(20, { address: 'other' })], []);
  expect(rows.map(({ createdAtMs, isFirst, firstSeenAtMs }) => [createdAtMs, isFirst, firstSeenAtMs])).toEqual([
    [30, false, 10],
    [20, true, 20],
    [10, true, 10],
  ]);
});

it('a withdrawal without a time comes last, and is the first payment to its address only when no other row is', () => {
  const untimed = buildWithdrawal({ createdAtMs: null });
  expect(rowsOf([untimed, at(30), at(10)]).map(({ createdAtMs, isFirst }) => [createdAtMs, isFirst])).toEqual([
    [30, false],
    [10, true],
    [null, false],
  ]);
  expect(rowsOf([untimed])).toMatchObject([{ isFirst: true, firstSeenAtMs: null }]);
});

it('a memo makes another payee of an address, and so does an internal payment', () => {
  const rows = rowsOf([at(10), at(20, { memo: '7' }), at(30, { isInner: true }), at(40, { memo: '7' })], []);
  expect(rows.map(({ isFirst }) => isFirst)).toEqual([false, true, true, true]);
});

it('identical rows have distinct keys', () => {
  const keys = rowsOf([at(10), at(10), at(10, { amount: '7' })], []).map(({ name }) => name);
  expect(new Set(keys).size).toBe(3);
});

it('the terms are those of its chain, by id or by name', () => {
  const currencies = [buildCurrency({ chains: [buildChain({ id: 'eth', name: 'ERC20' }), buildChain()] })];
  const termsOf = (change: Parameters<typeof buildWithdrawal>[0]) =>
    rowsOf([buildWithdrawal(change)], currencies)[0]?.terms?.name;
  expect(termsOf({ chain: 'trx' })).toBe('TRC20');
  expect(termsOf({ chain: 'erc20' })).toBe('ERC20');
  expect(termsOf({ chain: 'omni' })).toBeUndefined();
  expect(termsOf({ chain: 'trx', currency: 'XRP' })).toBeUndefined();
  expect(termsOf({ chain: 'trx', isInner: true })).toBeUndefined();
});

it('the older list names no chain: it is the only one, or unknown', () => {
  const old = [buildWithdrawal({ chain: null })];
  expect(rowsOf(old, [buildCurrency()])[0]?.terms?.name).toBe('TRC20');
  const two = buildCurrency({ chains: [buildChain(), buildChain({ id: 'eth', name: 'ERC20' })] });
  expect(rowsOf(old, [two])[0]?.terms).toBeNull();
  expect(rowsOf(old, [buildCurrency({ chains: [] })])[0]?.terms).toBeNull();
});
