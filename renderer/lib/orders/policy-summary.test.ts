import { expect, it } from 'vitest';
import type { PolicyState } from '#shared/calls/policy-calls.ts';
import type { PolicyResult } from '#shared/policy/judge.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { defaultPolicy } from '#shared/policy/policy.ts';
import { policySummary } from './policy-summary.ts';

const state: PolicyState = {
  policy: defaultPolicy,
  spentToday: '300',
  rates: {},
  ratesAsOfMs: 1,
  sentLately: [],
  moved: nothingMoved,
};
const passed: PolicyResult = {
  validationErrors: [],
  notional: '500',
  currency: 'USDT',
  counted: ['500'],
  movement: null,
  level: 'none',
};
const words = (policyResult: Partial<PolicyResult>, isLoan = false) =>
  policySummary({ ...passed, ...policyResult }, state, isLoan);

it('policy text compares an order with the largest one and the day', () => {
  expect(words({})).toBe('ok: 500 USDT of 2,000 USDT; today 800 USDT of 20,000 USDT');
  expect(policySummary(passed, { ...state, spentToday: null })).toBe('ok: 500 USDT of 2,000 USDT');
});

it('policy text rounds dollars up to cents, and a coin to its eighth digit', () => {
  expect(words({ notional: '500.00123456', counted: ['500.00123456'] })).toBe(
    'ok: 500.01 USDT of 2,000 USDT; today 800.01 USDT of 20,000 USDT',
  );
  const inCoin = { ...state, policy: { ...defaultPolicy, currency: 'BTC' } };
  expect(policySummary({ ...passed, notional: '0.123456781', counted: [] }, inCoin)).toBe('ok: value 0.12345679 BTC');
});

it('a reduce-only order does not count towards the limit of the day', () => {
  expect(words({ notional: '9000', counted: ['0'] })).toBe('ok: reduce-only, not counted towards the day');
});

it('policy text of several orders counts for the day what applies and no more', () => {
  expect(words({ notional: '900', counted: ['500', '0'] })).toBe(
    'ok: 900 USDT of 2,000 USDT; today 800 USDT of 20,000 USDT',
  );
});

it('states the value of moved money, and limits a loan like an order', () => {
  expect(words({ counted: [] })).toBe('ok: value 500 USDT');
  expect(words({ counted: [] }, true)).toBe('ok: 500 USDT of 2,000 USDT');
  expect(words({ counted: [], notional: null })).toBe('ok');
  expect(words({ counted: [], notional: '0' })).toBe('ok');
});

it('policy text of a movement compares with the hour and the day', () => {
  const loan = { notional: '990', counted: [], movement: { kind: 'loans', amount: '990' } } as const;
  const loans = { hour: '1980', day: '4950', sinceTyped: '0' } as const;
  const known = { ...state, moved: { ...nothingMoved, loans } };
  expect(policySummary({ ...passed, ...loan }, known, true)).toBe(
    'ok: 990 USDT of 2,000 USDT; Loans in the last hour: 2,970 USDT of 5,000 USDT; Loans today: 5,940 USDT of 10,000 USDT',
  );
  const uncounted = { ...state, moved: { ...nothingMoved, loans: null } };
  expect(policySummary({ ...passed, ...loan }, uncounted, true)).toBe('ok: 990 USDT of 2,000 USDT');
  const setting = { notional: null, counted: [], movement: { kind: 'settings', amount: '1' } } as const;
  expect(words(setting)).toBe(
    'ok; Contract settings changed in the last hour: 1 of 20; Contract settings changed today: 1 of 100',
  );
});

it('policy text announces typing, and an unknown value is not marked as fine', () => {
  expect(words({ counted: [], level: 'type-symbol' })).toBe(
    'ok: value 500 USDT; you type the symbol in the trusted window',
  );
  expect(policySummary(null, state)).toBe('Unknown here; checked before sending');
  expect(policySummary(passed, null)).toBe('Unknown here; checked before sending');
});
