import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, type Decimal, fromUnits, roundToStep } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { packRows } from '#shared/row-edits.ts';
import type { LevelChange } from '#client/feed/messages/books.ts';
import { type ProvedBook, proveSnapshot } from './proved-book.ts';
import { createSizeSum } from './size-sum.ts';
import { isShort, type ViewOptions, viewOf } from './view.ts';

function prove(bids: BookLevel[], asks: BookLevel[], limit: number | null = null): ProvedBook {
  const proved = proveSnapshot({ symbol: 's', sequence: '1', timeMs: 1, bids, asks }, limit);
  if (typeof proved === 'string') throw new Error(proved);
  return proved;
}

/** the view with its sides as text */
function textView(proved: ProvedBook, cut: ViewOptions) {
  const view = viewOf(proved, cut);
  return { ...view, bids: packRows(view.bids), asks: packRows(view.asks) };
}

const bids: BookLevel[] = [
  ['99.9', '1'],
  ['99.8', '2'],
  ['98', '0.5'],
  ['97.5', '0.25'],
];
const asks: BookLevel[] = [
  ['100', '1.5'],
  ['100.2', '3'],
  ['101', '4'],
  ['102.3', '5'],
];

const hundredRows = (from: number): BookLevel[] => Array.from({ length: 100 }, (_, rank) => [`${from + rank}`, '1']);

const removal = (side: 'buy' | 'sell', count: number, from: number) => ({
  sequenceStart: 2,
  sequenceEnd: 2,
  changes: Array.from(
    { length: count },
    (_, rank): LevelChange => ({
      side,
      price: `${from + rank}`,
      size: '0',
      sequence: 2,
    }),
  ),
});

const priceText = (units: number) => fromUnits(BigInt(units), 2);

const expected = (rows: readonly BookLevel[], step: Decimal, how: 'floor' | 'ceil') => {
  const groups = new Map<Decimal, Decimal>();
  for (const [price, amount] of rows) {
    const group = roundToStep(price, step, how);
    groups.set(group, add(groups.get(group) ?? '0', amount));
  }
  return [...groups]
    .slice(0, 10)
    .map(([price, amount]) => `${price}|${amount}`)
    .join(';');
};

describe('a book view', () => {
  it('has the levels in the text of the exchange, best first', () => {
    const book = prove(bids, asks);
    expect(textView(book, { rows: 2, step: null })).toEqual({
      bids: '99.9|1;99.8|2',
      asks: '100|1.5;100.2|3',
    });
    expect(textView(book, { rows: 9, step: null }).bids).toBe('99.9|1;99.8|2;98|0.5;97.5|0.25');
  });

  it('groups bids down and asks up, so that no group shows a better price', () => {
    const view = textView(prove(bids, asks), { rows: 3, step: '1' });
    expect(view.bids).toBe('99|3;98|0.5;97|0.25');
    expect(view.asks).toBe('100|1.5;101|7;103|5');
    expect(textView(prove(bids, asks), { rows: 1, step: '10' })).toMatchObject({ bids: '90|3.75', asks: '100|1.5' });
  });

  it('carries the best prices of the same time when grouped, and in its rows when not', () => {
    expect(viewOf(prove(bids, asks), { rows: 1, step: '10' }).touch).toEqual({ bid: '99.9', ask: asks[0]?.[0] });
    expect(viewOf(prove(bids, asks), { rows: 1, step: null }).touch).toBeUndefined();
  });

  it('groups nothing with a step as fine as the prices, or finer', () => {
    const plain = textView(prove(bids, asks), { rows: 9, step: null });
    expect(textView(prove(bids, asks), { rows: 9, step: '0.1' })).toMatchObject(plain);
    expect(textView(prove(bids, asks), { rows: 9, step: '0.000000000001' })).toEqual(plain);
  });

  it('omits groups with a partly known range', () => {
    const cut = prove(bids, asks, 4);
    expect(textView(cut, { rows: 9, step: '1' })).toMatchObject({ bids: '99|3;98|0.5', asks: '100|1.5;101|7' });
    expect(textView(cut, { rows: 9, step: '40' })).toMatchObject({ bids: '', asks: '' });
  });

  it('reports when a new snapshot would show more', () => {
    const cut = prove(hundredRows(101).toReversed(), hundredRows(201), 100);
    expect(isShort(cut, 100)).toBe(false);
    // however many are shown: a new one would be no deeper
    expect(isShort(cut, 500)).toBe(false);
    cut.book.apply(removal('sell', 60, 201));
    expect(isShort(cut, 100)).toBe(true);
    expect(isShort(cut, 20)).toBe(false);
  });

  it('equals arithmetic on decimals for any book and step', () => {
    const size = fc
      .integer({ min: 1, max: 1e9 })
      .map(units => fromUnits(BigInt(units) * 1000n + BigInt(units % 97) * 10n + 5n, 3));
    const side = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 4_000 }), size), {
      selector: ([offset]) => offset,
      minLength: 1,
      maxLength: 200,
      size: 'max',
    });
    const cuts = fc.tuple(side, side, fc.constantFrom('0.05', '0.25', '1', '7.5', '10'));
    fc.assert(
      fc.property(cuts, ([below, above, step]) => {
        const low = below.map(([offset, amount]): BookLevel => [priceText(500_000 - offset), amount]);
        const high = above.map(([offset, amount]): BookLevel => [priceText(500_000 + offset), amount]);
        low.sort((a, b) => compare(b[0], a[0]));
        high.sort((a, b) => compare(a[0], b[0]));
        const view = textView(prove(low, high), { rows: 10, step });
        expect(view.bids).toBe(expected(low, step, 'floor'));
        expect(view.asks).toBe(expected(high, step, 'ceil'));
      }),
    );
  });
});

describe('a sum of sizes', () => {
  it('a sum of sizes is exact beyond the range of a double, and restarts after it was taken', () => {
    const sum = createSizeSum();
    for (const size of ['0.1', '0.2'] as const) sum.add(size);
    expect(sum.take()).toBe('0.3');
    expect(sum.take()).toBe('0');
    const sizes: Decimal[] = ['90000000', '90000000', '0.00000001', '123456789012345678901', '0.000000000000000001'];
    for (const size of sizes) sum.add(size);
    expect(sum.take()).toBe('123456789012525678901.000000010000000001');
  });
});
