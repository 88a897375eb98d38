import { expect, it } from 'vitest';
import type { TransferEnd } from '#shared/domain/money/transfer.ts';
import { accountNames, endText, moveLabel, summariseTransfer, type TransferDraft } from './transfer-form.ts';

const end = (change: Partial<TransferEnd>): TransferEnd => ({ wallet: 'main', symbol: null, userId: null, ...change });
const draft = (change: Partial<TransferDraft> = {}): TransferDraft => ({
  currency: 'USDT',
  from: end({}),
  to: end({ wallet: 'trade' }),
  amount: '25',
  ...change,
});
const balances = {
  from: { total: '120', transferable: '100' },
  to: { total: '7.5', transferable: '7.5' },
} as const;
const errorOf = (change: Partial<TransferDraft>) => summariseTransfer(draft(change), balances).error;

it('a valid transfer gives the request, and both wallets before and after', () => {
  expect(summariseTransfer(draft({ amount: '0.1k' }), balances)).toEqual({
    request: { currency: 'USDT', amount: '100', from: end({}), to: end({ wallet: 'trade' }) },
    error: null,
    from: { before: '120', after: '20' },
    to: { before: '7.5', after: '107.5' },
  });
});

it('an empty transfer form has no error, and sends nothing', () => {
  expect(summariseTransfer(draft({ amount: ' ' }), balances)).toMatchObject({
    request: null,
    error: null,
    from: { before: '120', after: '120' },
  });
});

it('a transfer form rejects zero, an invalid number, and more than the balance; an unknown balance is no limit', () => {
  expect(errorOf({ amount: '0' })).toBe('Type a number above zero.');
  expect(errorOf({ amount: '.' })).toBe('Type a number above zero.');
  expect(errorOf({ amount: '100.00000001' })).toBe('Only 100 USDT can be transferred out of that wallet.');
  expect(errorOf({ amount: '100' })).toBeNull();
  const unknown = { from: { total: null, transferable: null }, to: { total: null, transferable: null } };
  expect(summariseTransfer(draft({ amount: '9000' }), unknown)).toMatchObject({
    request: { amount: '9000' },
    from: { before: null, after: null },
    to: { before: null, after: null },
  });
});

it('a transfer form rejects ends without a possible transfer', () => {
  expect(errorOf({ to: end({}) })).toBe('Choose two different wallets.');
  expect(errorOf({ to: end({ userId: 'u1' }) })).toBeNull();
  expect(errorOf({ from: end({ userId: 'u2' }), to: end({ userId: 'u1' }) })).toBe(
    'One end must be the master account.',
  );
  expect(errorOf({ to: end({ wallet: 'isolated' }) })).toBe('Name the pair of the isolated wallet.');
  expect(errorOf({ to: end({ wallet: 'isolated', symbol: 'BTC-USDT' }) })).toBeNull();
  // errors of the ends are shown before any input
  expect(errorOf({ to: end({}), amount: '' })).toBe('Choose two different wallets.');
});

const nameOf = (userId: string | null) => (userId === null ? null : `<${userId}>`);

it('a transfer end has a text', () => {
  expect(endText(end({ wallet: 'isolated', symbol: 'BTC-USDT' }), nameOf)).toBe('isolated margin BTC-USDT');
  expect(endText(end({ wallet: 'trade', userId: 'u1' }), nameOf)).toBe('trade of <u1>');
});

it('a transfer end names the master account with sub-accounts, and no account without', () => {
  const names = accountNames([{ userId: 'u1', name: 'desk-1' }]);
  expect([endText(end({}), names), endText(end({ userId: 'u1' }), names)]).toEqual([
    'main of master account',
    'main of desk-1',
  ]);
  expect(endText(end({}), accountNames([]))).toBe('main');
});

it('a transfer button names both accounts for another account, long names cut', () => {
  const names = accountNames([{ userId: 'u1', name: 'desk of the far northern region' }]);
  expect(moveLabel(draft({ to: end({ userId: 'u1' }) }), '25', names)).toBe(
    'Transfer 25 USDT from master account to desk of the far…',
  );
  expect(moveLabel(draft(), '25', names)).toBe('Transfer 25 USDT');
});
