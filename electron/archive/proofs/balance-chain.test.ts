import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, fromNumber } from '#shared/decimal.ts';
import type { FoundRow } from '../archive-store.ts';
import { buildBooking } from '../testing/quiet-exchange.ts';
import { toLedgerRow } from '../streams/ledger-row.ts';
import { findChainBreaks, findEquityBreaks } from './balance-chain.ts';

/** Bookings of these signed amounts, with the balance after each. `perMs`: so many share each millisecond. */
function ledger(
  amounts: readonly number[],
  change: Partial<Parameters<typeof buildBooking>[0]> = {},
  perMs = 3,
): FoundRow[] {
  let balance = fromNumber(1000);
  return amounts.map((amount, index) => {
    balance = add(balance, fromNumber(amount));
    const size = fromNumber(Math.abs(amount));
    const direction = amount < 0 ? 'out' : 'in';
    const createdAtMs = Math.floor(index / perMs);
    return toLedgerRow(
      buildBooking({ id: String(90 + index), amount: size, direction, balance, createdAtMs, ...change }),
    );
  });
}

const without = (rows: readonly FoundRow[], index: number) => rows.filter((_, place) => place !== index);

describe('the chain of balances', () => {
  it('finds no break in a whole ledger, in whatever order its rows come', () => {
    const amounts = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 20 });
    fc.assert(
      fc.property(amounts, fc.infiniteStream(fc.nat()), (all, chance) => {
        const rows = ledger(all).map(row => ({ row, place: chance.next().value }));
        expect(findChainBreaks(rows.toSorted((a, b) => a.place - b.place).map(({ row }) => row))).toEqual([]);
      }),
    );
  });

  it('names the first row after a missing one, and the time of the row before', () => {
    const rows = ledger([5, -1, 2, 7, 8, 9]);
    const broken = without(rows, 3);
    expect(findChainBreaks(broken)).toEqual([
      { key: rows[4]?.key, timeMs: 1, previousMs: 0, currency: 'USDT', expected: '1006', found: '1013' },
    ]);
  });

  it('names each break of a chain', () => {
    const rows = ledger([5, 1, 2, 7, 8, 9, 3, 4, 6], {}, 1);
    const broken = rows.filter((_, place) => place !== 2 && place !== 5);
    expect(findChainBreaks(broken).map(({ previousMs, timeMs }) => [previousMs, timeMs])).toEqual([
      [1, 3],
      [4, 6],
    ]);
  });

  it('finds every missing row between two others that changed the balance', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(amounts, fc.nat(), (all, place) => {
        const missing = 1 + (place % (all.length - 2));
        expect(findChainBreaks(without(ledger(all), missing))).toHaveLength(1);
      }),
    );
  });

  it('follows each currency and wallet by itself', () => {
    const rows = [
      ...ledger([1, 2, 3]),
      ...ledger([4, 5], { currency: 'BTC' }),
      ...ledger([6, 7], { accountType: 'TRADE_HF' }),
    ];
    expect(findChainBreaks(rows)).toEqual([]);
  });

  it('leaves out rows without a balance, and isolated margin, whose bookings do not name their pair', () => {
    const [first, second] = ledger([1, 2]);
    if (first === undefined || second === undefined) throw new Error('two rows');
    const unknown = { ...second, columns: { ...second.columns, balance: null } };
    expect(findChainBreaks([first, unknown])).toEqual([]);
    expect(findChainBreaks(without(ledger([1, 2, 3], { accountType: 'ISOLATED_V2' }), 1))).toEqual([]);
  });
});

describe('the equity of a futures ledger', () => {
  const whole = ledger([5, -1, 2, 7, 8, 9, 4], {}, 1);

  /** The rows with an unrealised result in the equity of these places. */
  const withUnrealised = (unrealised: Readonly<Record<number, number>>): FoundRow[] =>
    whole.map((row, place) => {
      const balance = String(Number(row.columns.balance ?? Number.NaN) + (unrealised[place] ?? 0));
      return { ...row, columns: { ...row.columns, balance } };
    });

  it('names the first row after a missing one', () => {
    expect(findEquityBreaks(whole)).toEqual([]);
    expect(findEquityBreaks(without(whole, 3))).toMatchObject([{ key: whole[4]?.key, expected: '1006' }]);
  });

  it('shows no missing row while a position is open, although most bookings follow from the one before', () => {
    expect(findEquityBreaks(withUnrealised({ 3: 50 }))).toEqual([]);
    expect(findEquityBreaks(withUnrealised({ 3: 50, 4: 60 }))).toEqual([]);
    // most bookings follow from the one before
    expect(findChainBreaks(withUnrealised({ 3: 50 }))).toHaveLength(2);
  });

  it('shows no missing row where two bookings of one time have the same unrealised result', () => {
    const rows = withUnrealised({ 3: 50, 4: 50 });
    const [third, fourth] = rows.slice(3, 5);
    if (third === undefined || fourth === undefined) throw new Error('seven rows');
    expect(findEquityBreaks(rows.with(4, { ...fourth, timeMs: third.timeMs }))).toEqual([]);
  });

  it('does not judge a break at the edge, where a position may be open', () => {
    expect(findEquityBreaks(without(whole, 1))).toEqual([]);
    expect(findEquityBreaks(without(whole, 5))).toEqual([]);
  });
});
