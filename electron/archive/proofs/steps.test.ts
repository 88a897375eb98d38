import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FoundRow } from '../archive-store.ts';
import { noColumns } from '../records/columns.ts';
import { buildWitness } from '../testing/build-witness.ts';
import { findMissingHours, findMissingPayments } from './steps.ts';

const hourMs = 3_600_000;

function payment(hour: number): FoundRow {
  const columns = { ...noColumns, symbol: 'XBTUSDTM', currency: 'USDT' };
  return { key: `p${hour}`, timeMs: hour * hourMs, columns, rest: {} };
}

function charge(hour: number, symbol: string | null = null): FoundRow {
  return { ...payment(hour), key: `c${hour}`, columns: { ...noColumns, symbol, currency: 'USDT' } };
}

function fill(hour: number, symbol = 'XBTUSDTM'): FoundRow {
  return { ...payment(hour), key: `f${hour}`, columns: { ...noColumns, symbol } };
}

function loan(hour: number, change: Partial<FoundRow['columns']> = {}): FoundRow {
  return { ...payment(hour), key: `l${hour}`, columns: { ...noColumns, kind: 'borrow', currency: 'USDT', ...change } };
}

const eightHours = [0, 8, 16, 24, 32, 40].map(payment);

describe('funding payments', () => {
  it('are whole when each step is as long as those beside it', () => {
    expect(findMissingPayments({ rows: eightHours, witness: buildWitness() })).toEqual([]);
    // the contract changed its interval
    const changed = [0, 8, 16, 20, 24, 32, 40].map(payment);
    expect(findMissingPayments({ rows: changed, witness: buildWitness() })).toEqual([]);
    // both sides of a hedged position
    const hedged = [...eightHours, ...eightHours.map(row => ({ ...row, key: `${row.key} long` }))];
    expect(findMissingPayments({ rows: hedged, witness: buildWitness() })).toEqual([]);
  });

  it('have a missing one where a step is longer and no fill changed the position', () => {
    const missing = fc.integer({ min: 2, max: 3 });
    fc.assert(
      fc.property(missing, index => {
        const rows = eightHours.filter((_, place) => place !== index).toReversed();
        const next = (index + 1) * 8;
        expect(findMissingPayments({ rows, witness: buildWitness() })).toEqual([
          { key: `p${next}`, timeMs: next * hourMs, previousMs: (next - 16) * hourMs, currency: 'USDT' },
        ]);
      }),
    );
  });

  it('are not judged where a fill may have closed the position, or where fills are unknown', () => {
    const rows = eightHours.filter((_, place) => place !== 2);
    const witness = buildWitness({ rows: { 'futures-fills': [fill(12)] } });
    expect(findMissingPayments({ rows, witness })).toEqual([]);
    const other = buildWitness({ rows: { 'futures-fills': [fill(12, 'ETHUSDTM')] } });
    expect(findMissingPayments({ rows, witness: other })).toHaveLength(1);
    const late = buildWitness({ coverage: { '': [{ fromMs: 9 * hourMs, toMs: Infinity }] } });
    expect(findMissingPayments({ rows, witness: late })).toEqual([]);
  });

  it('are not judged in the first and the last step', () => {
    const rows = [0, 16, 24, 40].map(payment);
    expect(findMissingPayments({ rows, witness: buildWitness() })).toEqual([]);
  });
});

describe('interest', () => {
  it('is whole with a charge each hour', () => {
    expect(findMissingHours({ rows: [1, 2, 3].map(hour => charge(hour)), witness: buildWitness() })).toEqual([]);
  });

  it('has missing hours where a charge comes later and nothing was borrowed in between', () => {
    const rows = [charge(5), charge(1), charge(2)];
    expect(findMissingHours({ rows, witness: buildWitness() })).toEqual([
      { key: 'c5', timeMs: 5 * hourMs, previousMs: 2 * hourMs, currency: 'USDT' },
    ]);
    const repaid = buildWitness({ rows: { loans: [loan(4, { kind: 'repay' }), loan(4, { currency: 'BTC' })] } });
    expect(findMissingHours({ rows, witness: repaid })).toHaveLength(1);
  });

  it('is not judged where a new debt began, or where borrowings are unknown', () => {
    const rows = [charge(2), charge(5)];
    expect(findMissingHours({ rows, witness: buildWitness({ rows: { loans: [loan(4.5)] } }) })).toEqual([]);
    expect(findMissingHours({ rows, witness: buildWitness({ coverage: {} }) })).toEqual([]);
  });

  it('is judged for each isolated pair by itself', () => {
    const rows = [charge(2, 'BTC-USDT'), charge(3, 'ETH-USDT'), charge(5, 'BTC-USDT')];
    const coverage = { 'BTC-USDT USDT': [{ fromMs: 0, toMs: 9 * hourMs }] };
    const witness = buildWitness({ coverage, rows: { loans: [loan(4), loan(4, { symbol: 'ETH-USDT' })] } });
    expect(findMissingHours({ rows, witness }).map(({ key }) => key)).toEqual(['c5']);
  });
});
