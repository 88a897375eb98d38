import { expect, it } from 'vitest';
import type { PolicyState } from '#shared/calls/policy-calls.ts';
import type { PolicyVerdict } from '#shared/policy/judge.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { defaultPolicy } from '#shared/policy/policy.ts';
import { policyWords } from './policy-words.ts';

const state: PolicyState = {
  policy: defaultPolicy,
  spentToday: '300',
  rates: {},
  ratesAsOfMs: 1,
  sentLately: [],
  moved: nothingMoved,
};
const passed: PolicyVerdict = {
  refusals: [],
  notional: '500',
  currency: 'USDT',
  counted: ['500'],
  movement: null,
  level: 'none',
};
const words = (verdict: Partial<PolicyVerdict>, isLoan = false) =>
  policyWords({ ...passed, ...verdict }, state, isLoan);

it('an order stands beside the largest one and the day', () => {
  expect(words({})).toBe('ok: 500 USDT of 2,000 USDT; today 800 USDT of 20,000 USDT');
  expect(policyWords(passed, { ...state, spentToday: null })).toBe('ok: 500 USDT of 2,000 USDT');
});

it('what only reduces is not held against a limit that does not hold for it', () => {
  expect(words({ notional: '9000', counted: ['0'] })).toBe('ok: it only reduces, and counts nothing towards the day');
});

it('of several, the day takes what counts and no more', () => {
  expect(words({ notional: '900', counted: ['500', '0'] })).toBe(
    'ok: 900 USDT of 2,000 USDT; today 800 USDT of 20,000 USDT',
  );
});

it('money that moves is worth so much; a loan is bounded like an order', () => {
  expect(words({ counted: [] })).toBe('ok: worth 500 USDT');
  expect(words({ counted: [] }, true)).toBe('ok: 500 USDT of 2,000 USDT');
  expect(words({ counted: [], notional: null })).toBe('ok');
  expect(words({ counted: [], notional: '0' })).toBe('ok');
});

it('what counts with all of its kind stands beside the hour and the day', () => {
  const loan = { notional: '990', counted: [], movement: { kind: 'loans', amount: '990' } } as const;
  const loans = { hour: '1980', day: '4950', sinceTyped: '0' } as const;
  const known = { ...state, moved: { ...nothingMoved, loans } };
  expect(policyWords({ ...passed, ...loan }, known, true)).toBe(
    'ok: 990 USDT of 2,000 USDT; Loans in the last hour: 2,970 USDT of 5,000 USDT; Loans today: 5,940 USDT of 10,000 USDT',
  );
  const uncounted = { ...state, moved: { ...nothingMoved, loans: null } };
  expect(policyWords({ ...passed, ...loan }, uncounted, true)).toBe('ok: 990 USDT of 2,000 USDT');
  const setting = { notional: null, counted: [], movement: { kind: 'settings', amount: '1' } } as const;
  expect(words(setting)).toBe(
    'ok; Contract settings changed in the last hour: 1 of 20; Contract settings changed today: 1 of 100',
  );
});

it('typing is announced, and what is not known is not called well', () => {
  expect(words({ counted: [], level: 'type-symbol' })).toBe(
    'ok: worth 500 USDT; the symbol is typed in a window of its own',
  );
  expect(policyWords(null, state)).toBe('Not known here; judged before it is sent');
  expect(policyWords(passed, null)).toBe('Not known here; judged before it is sent');
});
