import { expect, it } from 'vitest';
import type { TransferRequest } from '#shared/domain/money/transfer.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { isBetweenAccounts, transferQuestion } from './transfer-question.ts';

const own = { wallet: 'main', symbol: null, userId: null } as const;
const sub = { wallet: 'isolated', symbol: 'BTC-USDT', userId: '77' } as const;
const request = (change: Partial<TransferRequest>): TransferRequest => ({
  clientOid: 't',
  currency: 'BTC',
  amount: '1.50',
  from: own,
  to: sub,
  ...change,
});
const profile = buildProfile({ name: 'Desk' });
const known = [{ userId: '77', name: 'night' }];

it('transfer question covers every transfer to or from another account, and no other', () => {
  expect(isBetweenAccounts(request({}))).toBe(true);
  expect(isBetweenAccounts(request({ from: sub, to: own }))).toBe(true);
  expect(isBetweenAccounts(request({ to: { ...own, wallet: 'trade' } }))).toBe(false);
});

it('transfer question names amount, wallets and account in the terms of the exchange', () => {
  expect(transferQuestion(profile, request({}), known)).toMatchObject({
    profileName: 'Desk',
    title: 'Transfer 1.50 BTC to another account',
    facts: [
      { label: 'From', value: 'main of Desk' },
      { label: 'To', value: 'isolated BTC-USDT of night (user 77)' },
    ],
    warning: expect.stringContaining('the keys of the other account control it'),
    typeBack: null,
    confirmLabel: 'Transfer 1.50 BTC',
  });
  expect(transferQuestion(profile, request({ from: sub, to: own }), known)).toMatchObject({
    title: 'Transfer 1.50 BTC from another account',
    facts: [{ value: 'isolated BTC-USDT of night (user 77)' }, { value: 'main of Desk' }],
    warning: expect.stringContaining('may be collateral for open orders'),
  });
});

it.each([null, []])('transfer question requires the user to type an unverified account: %j', list => {
  const question = transferQuestion(profile, request({}), list);
  expect(question.typeBack).toBe('77');
  expect(question.facts[1]?.value).toContain('user 77, not a known sub-account of this key');
});
