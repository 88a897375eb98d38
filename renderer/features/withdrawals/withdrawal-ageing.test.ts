import { expect, it } from 'vitest';
import type { Withdrawal } from '#shared/domain/money/withdrawal.ts';
import { buildWithdrawal } from '#shared/testing/build-balance.ts';
import { ageMs, isOverdue, isUnderWay, passes, statusText, withdrawalFilters } from './withdrawal-ageing.ts';

const minute = 60_000;
const of = (status: Withdrawal['status'], createdAtMs: number | null = 0) =>
  buildWithdrawal({ status, createdAtMs, updatedAtMs: 5 * minute });

it('a withdrawal is under way until its final state, also in an unknown state', () => {
  const statuses = ['review', 'processing', 'wallet-processing', 'unknown', 'success', 'failure'] as const;
  expect(statuses.filter(status => isUnderWay({ status }))).toEqual(statuses.slice(0, 4));
  expect(statuses.map(status => statusText({ status }))).toEqual([
    'in review',
    'processing',
    'in the wallet',
    'unknown',
    'success',
    'failure',
  ]);
});

it('a withdrawal under way has an age, and a done one its duration, when stated', () => {
  expect(ageMs(of('processing', minute), 10 * minute)).toBe(9 * minute);
  expect(ageMs(of('processing', minute), 0)).toBe(0);
  expect(ageMs(of('success', minute), 10 * minute)).toBe(4 * minute);
  expect(ageMs(of('failure', 6 * minute), 10 * minute)).toBe(0);
  expect(ageMs(buildWithdrawal({ updatedAtMs: null }), 10 * minute)).toBeNull();
  expect(ageMs(of('processing', null), 10 * minute)).toBeNull();
  expect(ageMs(of('success', null), 10 * minute)).toBeNull();
});

it('a withdrawal is pending too long beyond the limit, and never in its final state', () => {
  expect(isOverdue(of('processing'), 10 * minute, 10)).toBe(false);
  expect(isOverdue(of('processing'), 10 * minute + 1, 10)).toBe(true);
  expect(isOverdue(of('success'), 100 * minute, 10)).toBe(false);
  expect(isOverdue(of('processing', null), 100 * minute, 10)).toBe(false);
});

it('each filter matches its name', () => {
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
