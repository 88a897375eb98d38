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

it('is about every transfer that has an end at another account, and about no other', () => {
  expect(isBetweenAccounts(request({}))).toBe(true);
  expect(isBetweenAccounts(request({ from: sub, to: own }))).toBe(true);
  expect(isBetweenAccounts(request({ to: { ...own, wallet: 'trade' } }))).toBe(false);
});

it('names amount, wallets and account as the exchange calls it', () => {
  expect(transferQuestion(profile, request({}), known)).toMatchObject({
    profileName: 'Desk',
    title: 'Move 1.50 BTC to another account',
    facts: [
      { label: 'From', value: 'main of Desk' },
      { label: 'To', value: 'isolated BTC-USDT of night (user 77)' },
    ],
    warning: expect.stringContaining('the keys of the other one decide'),
    typeBack: null,
    confirmLabel: 'Move 1.50 BTC',
  });
  expect(transferQuestion(profile, request({ from: sub, to: own }), known)).toMatchObject({
    title: 'Take 1.50 BTC from another account',
    facts: [{ value: 'isolated BTC-USDT of night (user 77)' }, { value: 'main of Desk' }],
    warning: expect.stringContaining('may stand behind open orders'),
  });
});

it.each([null, []])('has an account typed that nobody vouches for: %j', list => {
  const question = transferQuestion(profile, request({}), list);
  expect(question.typeBack).toBe('77');
  expect(question.facts[1]?.value).toContain('user 77, not known as a sub-account of this key');
});
