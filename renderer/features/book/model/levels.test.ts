import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromUnits, sum, uncheckedDecimal } from '#shared/decimal.ts';
import { buildBookSnapshot } from '#shared/testing/build-book.ts';
import { isCrossed, groupBook } from './levels.ts';

const snapshot = buildBookSnapshot({
  bids: [
    ['100.4', '1'],
    ['100.1', '2'],
    ['99.9', '4'],
  ],
  asks: [
    ['100.5', '1'],
    ['101', '2'],
    ['101.1', '4'],
  ],
});

it('levels group an answer here: bids down, asks up', () => {
  expect(groupBook(snapshot, null)).toMatchObject({ step: null, bids: snapshot.bids, asks: snapshot.asks });
  expect(groupBook(snapshot, '1')).toMatchObject({
    bids: [
      ['100', '3'],
      ['99', '4'],
    ],
    asks: [
      ['101', '3'],
      ['102', '4'],
    ],
  });
});

const sizeOf = (units: number) => uncheckedDecimal(`0.${units}`);

it('levels lose and add nothing by grouping, and never show a better price', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 60, size: 'max' });
  fc.assert(
    fc.property(sizes, fc.constantFrom('0.1', '0.5', '1', '20'), (units, step) => {
      const bids = units.map((size, index) => [fromUnits(BigInt(10_007 - index * 10), 1), sizeOf(size)] as const);
      const asks = units.map((size, index) => [fromUnits(BigInt(10_013 + index * 10), 1), sizeOf(size)] as const);
      const grouped = groupBook({ ...snapshot, bids: [...bids], asks: [...asks] }, step);
      const total = sum(units.map(sizeOf));
      expect(sum(grouped.bids.map(([, size]) => size))).toBe(total);
      expect(sum(grouped.asks.map(([, size]) => size))).toBe(total);
      expect(Number(grouped.bids[0]?.[0])).toBeLessThanOrEqual(1000.7);
      expect(Number(grouped.asks[0]?.[0])).toBeGreaterThanOrEqual(1001.3);
      expect(new Set(grouped.bids.map(([price]) => price)).size).toBe(grouped.bids.length);
    }),
  );
});

it('levels detect a crossed and a locked book', () => {
  expect(isCrossed(snapshot)).toBe(false);
  expect(isCrossed({ ...snapshot, asks: [['100.40', '1']] })).toBe(true);
  expect(isCrossed({ ...snapshot, asks: [['99', '1']] })).toBe(true);
  expect(isCrossed({ ...snapshot, asks: [] })).toBe(false);
  expect(isCrossed({ ...snapshot, bids: [] })).toBe(false);
});
