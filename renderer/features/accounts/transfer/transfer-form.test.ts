import { expect, it } from 'vitest';
import type { TransferEnd } from '#shared/domain/money/transfer.ts';
import { endText, summariseTransfer, type TransferDraft } from './transfer-form.ts';

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

it('an amount that can be moved: the request, and both wallets before and after', () => {
  expect(summariseTransfer(draft({ amount: '0.1k' }), balances)).toEqual({
    request: { currency: 'USDT', amount: '100', from: end({}), to: end({ wallet: 'trade' }) },
    error: null,
    from: { before: '120', after: '20' },
    to: { before: '7.5', after: '107.5' },
  });
});

it('nothing typed is no mistake, and moves nothing', () => {
  expect(summariseTransfer(draft({ amount: ' ' }), balances)).toMatchObject({
    request: null,
    error: null,
    from: { before: '120', after: '120' },
  });
});

it('refuses nothing, no number, and more than can be moved; what is not known limits nothing', () => {
  expect(errorOf({ amount: '0' })).toBe('Type a number above zero.');
  expect(errorOf({ amount: '.' })).toBe('Type a number above zero.');
  expect(errorOf({ amount: '100.00000001' })).toBe('Only 100 USDT can be moved out of that wallet.');
  expect(errorOf({ amount: '100' })).toBeNull();
  const unknown = { from: { total: null, transferable: null }, to: { total: null, transferable: null } };
  expect(summariseTransfer(draft({ amount: '9000' }), unknown)).toMatchObject({
    request: { amount: '9000' },
    from: { before: null, after: null },
    to: { before: null, after: null },
  });
});

it('refuses ends between which no money moves', () => {
  expect(errorOf({ to: end({}) })).toBe('Choose two different wallets.');
  expect(errorOf({ to: end({ userId: 'u1' }) })).toBeNull();
  expect(errorOf({ from: end({ userId: 'u2' }), to: end({ userId: 'u1' }) })).toBe('One end must be the own account.');
  expect(errorOf({ to: end({ wallet: 'isolated' }) })).toBe('Name the pair of the isolated wallet.');
  expect(errorOf({ to: end({ wallet: 'isolated', symbol: 'BTC-USDT' }) })).toBeNull();
  // what is wrong with the ends is said before anything is typed
  expect(errorOf({ to: end({}), amount: '' })).toBe('Choose two different wallets.');
});

const nameOf = (userId: string) => `<${userId}>`;

it('names an end in words', () => {
  expect(endText(end({ wallet: 'isolated', symbol: 'BTC-USDT' }), nameOf)).toBe('isolated margin BTC-USDT');
  expect(endText(end({ wallet: 'trade', userId: 'u1' }), nameOf)).toBe('trade of <u1>');
});
