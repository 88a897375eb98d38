import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { firstOversight } from '#shared/domain/account/oversight.ts';
import type { AccountTrend, TrendChange } from '#shared/domain/portfolio/account-trends.ts';
import { overseenLines } from '../model/overseen-lines.ts';
import { buildRows } from '../testing/overseen-builders.ts';
import { trendColumns } from './trend-columns.tsx';
import type { TrendLookup } from './use-account-trends.ts';

afterEach(cleanup);

const hourMs = 3_600_000;
const asOfMs = 1_790_000_000_000;
const known = (change: TrendChange['change'], flow: TrendChange['flow']): TrendChange => {
  return { fromMs: asOfMs - hourMs, change, flow, reason: null };
};
const unknown: TrendChange = { fromMs: null, change: null, flow: null, reason: 'not-recorded' };

const alpha: AccountTrend = {
  owner: 'alpha',
  points: [
    { atMs: asOfMs - hourMs, value: '700' },
    { atMs: asOfMs - hourMs / 2, value: null },
    { atMs: asOfMs, value: '1000' },
  ],
  changes: { hour: known('-9.5', '309.5'), day: unknown, week: unknown },
  leftOut: ['XYZ'],
};
const beta: AccountTrend = {
  ...alpha,
  owner: 'beta',
  changes: { hour: known('-10', '0'), day: unknown, week: unknown },
};
const trends: TrendLookup = {
  trendOf: userId => [alpha, beta].find(({ owner }) => owner === userId) ?? null,
  asOfMs,
  unknownReason: 'No balances of this account are recorded.',
};

const lines = overseenLines(buildRows({ alpha: { USDT: '1' }, beta: { USDT: '1' }, gamma: { USDT: '1' } }), {
  oversight: firstOversight,
  wholeValue: '3',
  changeOf: () => null,
  amountsBefore: () => null,
  knownAtMs: () => null,
  statusAtMs: null,
  unseen: new Set(),
});
const columns = trendColumns({ currency: 'USDT', trends });

function columnOf(key: string) {
  const column = columns.find(each => each.key === key);
  if (column === undefined) throw new Error(`no column ${key}`);
  return column;
}

/** The cell of an account. */
function draw(userId: string, key: string): HTMLElement {
  cleanup();
  const line = lines.find(each => each.userId === userId);
  if (line === undefined) throw new Error(`no account ${userId}`);
  return render(columnOf(key).render(line)).container;
}

it('trend column draws the recorded value as a line that ends at a gap', () => {
  draw('alpha', 'trend');
  const line = screen.getByRole('img', { name: /700\.00 → .*1,000\.00 USDT$/u });
  expect(line.querySelectorAll('polyline')).toHaveLength(2);
});

it('trend column shows a change apart from transfers, which its hover names', () => {
  const cell = draw('alpha', 'delta-1h');
  expect(cell.textContent).toBe('−9.50');
  expect(cell.querySelector('[title]')?.getAttribute('title')).toMatch(
    /Transfers: \+309\.50 USDT\nWithout a price: XYZ$/u,
  );
  expect(draw('alpha', 'transfers-1h').textContent).toBe('309.50');
});

it('trend column shows the reason in the place of an unknown change, and never 0', () => {
  expect(draw('alpha', 'delta-1d').textContent).toMatch(/^– unknown\. No balances were recorded/u);
  expect(draw('gamma', 'delta-1h').textContent).toMatch(/^– unknown\. No balances of this account/u);
  expect(draw('gamma', 'trend').textContent).toMatch(/^– unknown\. No balances of this account/u);
});

it('trend column sorts accounts by the exact change, unknown ones first', () => {
  const { compare } = columnOf('delta-1h');
  expect(lines.toSorted(compare).map(({ userId }) => userId)).toEqual(['gamma', 'beta', 'alpha']);
});

it('trend column gives files the exact figures in their currency', () => {
  const { value } = columnOf('delta-1h');
  const [line] = lines;
  if (value?.kind !== 'decimal' || line === undefined) throw new Error('no figure');
  expect([value.read(line), value.unit?.(line)]).toEqual(['-9.5', 'USDT']);
});
