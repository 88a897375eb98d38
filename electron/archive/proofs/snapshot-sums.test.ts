import { describe, expect, it } from 'vitest';
import type { BalanceSnapshot, FoundRow } from '../archive-store.ts';
import { noColumns } from '../records/columns.ts';
import { buildWitness } from '../testing/build-witness.ts';
import { findSumBreaks } from './snapshot-sums.ts';

const minuteMs = 60_000;

function snapshot(minute: number, total: string | null, missing: BalanceSnapshot['missing'] = []): BalanceSnapshot {
  const none = { available: null, held: null, owed: null, unrealised: null };
  const rows = [
    { owner: '', wallet: 'main', currency: 'USDT', total, ...none },
    { owner: '', wallet: 'trade', currency: 'USDT', total: '7', ...none },
    { owner: 's1', wallet: 'main', currency: 'BTC', total: '7', ...none },
  ];
  return { accountId: 1, atMs: minute * minuteMs, rows, positions: [], missing };
}

function booking(minute: number, amount: string | null, change: Partial<FoundRow['columns']> = {}): FoundRow {
  const columns = { ...noColumns, currency: 'USDT', wallet: 'MAIN', side: 'in', amount, ...change };
  return { key: `${minute}`, timeMs: minute * minuteMs, columns, rest: {} };
}

const bookings = [booking(10, '5'), booking(12, '2', { side: 'out' }), booking(13, '9', { wallet: 'TRADE' })];
const first = snapshot(5, '100');

function breaks(
  rows: readonly FoundRow[],
  snapshots: readonly BalanceSnapshot[],
  { fromMinute = 0, toMinute = 60 }: { readonly fromMinute?: number; readonly toMinute?: number } = {},
) {
  const settled = { fromMs: fromMinute * minuteMs, toMs: toMinute * minuteMs };
  return findSumBreaks({ rows, witness: buildWitness({ snapshots }) }, settled);
}

describe('balance snapshots', () => {
  it('agree with the bookings of the main wallet between them', () => {
    expect(breaks(bookings, [first, snapshot(20, '103'), snapshot(35, '103')])).toEqual([]);
  });

  it('show that bookings are missing when the balance changed by another amount', () => {
    expect(breaks(bookings, [first, snapshot(20, '104')])).toEqual([
      { key: '', timeMs: 20 * minuteMs, previousMs: 5 * minuteMs, currency: 'USDT' },
    ]);
  });

  it('count a currency without a row as zero', () => {
    const empty = { ...snapshot(20, '0'), rows: [] };
    expect(breaks([booking(10, '100', { side: 'out' })], [first, empty])).toEqual([]);
    expect(breaks([], [first, empty])).toHaveLength(1);
  });

  it.each([
    ['the wallets are unknown', bookings, snapshot(20, '104', [{ part: 'wallets', reason: 'x' }])],
    ['the total is unknown', bookings, snapshot(20, null)],
    ['a booking has no amount', [booking(10, null)], snapshot(20, '104')],
    ['a booking is as new as the snapshot', [booking(19.5, '5')], snapshot(20, '104')],
    ['a booking is as old as the snapshot', [booking(20.5, '5')], snapshot(20, '104')],
  ] as const)('prove nothing where %s', (_, rows, after) => {
    expect(breaks(rows, [first, after])).toEqual([]);
  });

  it('prove nothing where bookings near to the first one are unknown', () => {
    expect(breaks([], [first, snapshot(20, '104')], { fromMinute: 4 })).toHaveLength(1);
    expect(breaks([], [first, snapshot(20, '104')], { fromMinute: 4.1 })).toEqual([]);
  });

  it('prove nothing while rows may still come late', () => {
    expect(breaks([], [first, snapshot(20, '104')], { toMinute: 19 })).toEqual([]);
  });
});
