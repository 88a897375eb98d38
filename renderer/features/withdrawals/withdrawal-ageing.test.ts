import { expect, it } from 'vitest';
import type { Withdrawal } from '#shared/domain/money/withdrawal.ts';
import { buildWithdrawal } from '#shared/testing/build-balance.ts';
import { ageMs, isStuck, isUnderWay, passes, statusText, withdrawalFilters } from './withdrawal-ageing.ts';

const minute = 60_000;
const of = (status: Withdrawal['status'], createdAtMs = 0) =>
  buildWithdrawal({ status, createdAtMs, updatedAtMs: 5 * minute });

it('everything is under way that has not come to an end, what nobody has explained too', () => {
  const statuses = ['review', 'processing', 'wallet-processing', 'unknown', 'success', 'failure'] as const;
  expect(statuses.filter(status => isUnderWay({ status }))).toEqual(statuses.slice(0, 4));
  expect(statuses.map(status => statusText({ status }))).toEqual([
    'in review',
    'processing',
    'in the wallet',
    'not known',
    'success',
    'failure',
  ]);
});

it('what is under way ages; what is done took its time, where that is told', () => {
  expect(ageMs(of('processing', minute), 10 * minute)).toBe(9 * minute);
  expect(ageMs(of('processing', minute), 0)).toBe(0);
  expect(ageMs(of('success', minute), 10 * minute)).toBe(4 * minute);
  expect(ageMs(of('failure', 6 * minute), 10 * minute)).toBe(0);
  expect(ageMs(buildWithdrawal({ updatedAtMs: null }), 10 * minute)).toBeNull();
});

it('stuck is longer than the limit, and never what has come to its end', () => {
  expect(isStuck(of('processing'), 10 * minute, 10)).toBe(false);
  expect(isStuck(of('processing'), 10 * minute + 1, 10)).toBe(true);
  expect(isStuck(of('success'), 100 * minute, 10)).toBe(false);
});

it('each filter lets through what its name says', () => {
  const rows = [of('processing'), of('review', 95 * minute), of('success'), of('failure')];
  const passed = withdrawalFilters.map(filter =>
    rows.filter(row => passes(row, { filter, nowMs: 100 * minute, limitMin: 10 })).map(({ status }) => status),
  );
  expect(passed).toEqual([
    ['processing', 'review', 'success', 'failure'],
    ['processing', 'review'],
    ['processing'],
    ['success'],
    ['failure'],
  ]);
});
