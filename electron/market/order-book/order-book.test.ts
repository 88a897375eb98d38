import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, uncheckedDecimal } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { judgeSize, parseUnits } from './level-text.ts';
import type { LevelChange } from '#client/feed/messages/books.ts';
import { createOrderBook, type LevelIncrement } from './order-book.ts';

const image = {
  sequence: 100,
  bids: [
    ['99.9', '1'],
    ['99.8', '2'],
  ] as const,
  asks: [
    ['100.1', '1.5'],
    ['100.2', '3'],
  ] as const,
};

function loaded() {
  const book = createOrderBook({ priceScale: 1 });
  expect(book.load(image)).toBe('applied');
  return book;
}

function delta(sequence: number, ...rows: readonly (readonly ['buy' | 'sell', Decimal, Decimal])[]): LevelIncrement {
  const changes = rows.map(([side, price, size]) => ({ side, price, size, sequence }));
  return { sequenceStart: sequence, sequenceEnd: sequence, changes };
}

/** Neighbouring levels, ascending. */
function neighbours(first: number, count: number): BookLevel[] {
  return Array.from({ length: count }, (_, index): BookLevel => [`${first + index}`, '1']);
}

describe('book texts', () => {
  it('book texts are whole units of the tick scale for a price, or are rejected', () => {
    expect(parseUnits('67993.3', 1)).toBe(679933);
    expect(parseUnits('67993', 1)).toBe(679930);
    expect(parseUnits('0.00001', 5)).toBe(1);
    expect(parseUnits('1.500', 1)).toBe(15);
    expect(parseUnits('50000.00000000000000000000', 1)).toBe(500000);
    expect(parseUnits('50000.50000000000000000001', 1)).toBeNull();
    expect(parseUnits('1', 20)).toBeNull();
    expect(parseUnits('9007199254740989', 0)).toBe(9007199254740989);
    expect(parseUnits('9007199254740991', 0)).toBe(2 ** 53 - 1);
    expect(parseUnits('9007199254740993', 0)).toBeNull();
    for (const text of ['', '.', '1.', '.5', '-1', '1.55', '1e5', 'NaN', '1..2', ' 1', '99999999999999999999'])
      expect(parseUnits(text, 1), text).toBeNull();
  });

  it('book texts are parsed as sizes', () => {
    for (const text of ['0', '0.0', '0.000']) expect(judgeSize(text), text).toBe('zero');
    for (const text of ['1', '1.5', '0.00000001', '10']) expect(judgeSize(text), text).toBe('positive');
    for (const text of ['', '.', '1.', '.1', '-1', '1e5', 'NaN', '1.1.1', '..'])
      expect(judgeSize(text), text).toBe('invalid');
  });
});

describe('a snapshot', () => {
  it('a snapshot is shown best first with the texts of the exchange', () => {
    expect(loaded().view(1)).toEqual({ sequence: 100, bids: [['99.9', '1']], asks: [['100.1', '1.5']] });
    expect(loaded().view(20)).toEqual(image);
  });

  it('gives its best prices, and its levels one by one until the reader stops', () => {
    const book = loaded();
    expect([book.best('buy'), book.best('sell')]).toEqual([999, 1001]);
    const seen: unknown[] = [];
    book.walk('buy', (...level) => seen.push(level) < 2);
    book.walk('sell', (...level) => seen.push(level) < 2);
    expect(seen).toEqual([
      [999, ['99.9', '1']],
      [998, ['99.8', '2']],
      [1001, ['100.1', '1.5']],
    ]);
  });

  it('replaces all earlier levels, also of a correct book', () => {
    const book = loaded();
    const other = { sequence: 7, bids: [['50', '1']], asks: [['60', '1']] } as const;
    expect(book.load(other)).toBe('applied');
    expect(book.view(20)).toEqual(other);
  });

  it('a snapshot is required before any increment, also the first', () => {
    const book = createOrderBook({ priceScale: 1 });
    expect(book.apply(delta(1, ['buy', '1', '1'], ['sell', '2', '1']))).toBe('gap');
    expect(book.view(1)).toBeNull();
  });

  it('a snapshot is rejected and hidden when crossed, locked, empty or malformed', () => {
    const book = createOrderBook({ priceScale: 1 });
    expect(book.load({ ...image, bids: [['100.1', '1']] })).toBe('crossed');
    expect(book.load({ ...image, bids: [['100.3', '1']] })).toBe('crossed');
    expect(book.load({ ...image, bids: [] })).toBe('empty');
    expect(book.load({ ...image, asks: [] })).toBe('empty');
    expect(book.load({ ...image, bids: [['-1', '1']] })).toBe('bad-value');
    expect(book.load({ ...image, bids: [['0', '1']] })).toBe('bad-value');
    expect(book.load({ ...image, asks: [['100.1', uncheckedDecimal('NaN')]] })).toBe('bad-value');
    expect(book.load({ ...image, sequence: 2 ** 60 })).toBe('bad-value');
    expect(book.view(5)).toBeNull();
    expect(book.sequence()).toBeNull();
  });

  it('bounds its memory', () => {
    const book = createOrderBook({ priceScale: 0 });
    expect(book.load({ sequence: 1, bids: neighbours(1, 100_000), asks: neighbours(200_000, 1) })).toBe('applied');
    expect(book.apply(delta(2, ['buy', '100001', '1']))).toBe('bad-value');
    expect(book.load({ sequence: 1, bids: neighbours(1, 1), asks: neighbours(200_000, 100_000) })).toBe('applied');
    expect(book.apply(delta(2, ['sell', '199999', '1']))).toBe('bad-value');
  });
});

describe('an increment', () => {
  it('sets, changes and deletes levels', () => {
    const book = loaded();
    expect(book.apply(delta(101, ['buy', '100.0', '5']))).toBe('applied');
    expect(book.apply(delta(102, ['sell', '100.1', '0'], ['sell', '100.2', '4']))).toBe('applied');
    expect(book.apply(delta(103, ['sell', '999.9', '0']))).toBe('applied');
    expect(book.view(9)).toEqual({
      sequence: 103,
      bids: [
        ['100.0', '5'],
        ['99.9', '1'],
        ['99.8', '2'],
      ],
      asks: [['100.2', '4']],
    });
  });

  it('an increment is ignored as a duplicate or old replay, and applies only its new rows on overlap (fault 24)', () => {
    const book = loaded();
    expect(book.apply(delta(100, ['buy', '99.9', '0']))).toBe('stale');
    const old: LevelChange = { side: 'buy', price: '99.9', size: '77', sequence: 99 };
    const known: LevelChange = { side: 'buy', price: '99.9', size: '78', sequence: 100 };
    const fresh: LevelChange = { side: 'buy', price: '99.8', size: '8', sequence: 101 };
    expect(book.apply({ sequenceStart: 99, sequenceEnd: 101, changes: [old, known, fresh] })).toBe('applied');
    expect(book.view(2)?.bids).toEqual([
      ['99.9', '1'],
      ['99.8', '8'],
    ]);
  });

  it('makes a gap when one before it is lost, and nothing is shown or applied until a snapshot (fault 23)', () => {
    const book = loaded();
    expect(book.apply(delta(102, ['buy', '99.9', '3']))).toBe('gap');
    expect(book.view(5)).toBeNull();
    expect([book.best('buy'), book.best('sell'), book.sequence()]).toEqual([null, null, null]);
    for (const side of ['buy', 'sell'] as const)
      book.walk(side, () => {
        throw new Error('a level of a book that cannot be trusted');
      });
    expect(book.apply(delta(103, ['buy', '99.9', '3']))).toBe('gap');
    expect(book.load(image)).toBe('applied');
    expect(book.sequence()).toBe(100);
  });

  it('moves only the sequence with a price of zero', () => {
    const book = loaded();
    expect(book.apply(delta(101, ['buy', '0', '5']))).toBe('applied');
    expect(book.view(9)).toEqual({ ...image, sequence: 101 });
  });

  it('makes the book untrusted when it crosses, empties or is malformed (fault 26)', () => {
    const faults = [
      [delta(101, ['buy', '100.1', '1']), 'crossed'],
      [delta(101, ['buy', '99.9', '0'], ['buy', '99.8', '0']), 'empty'],
      [delta(101, ['buy', '99.95', '1']), 'bad-value'],
      [delta(101, ['sell', '101', '-1']), 'bad-value'],
      [{ sequenceStart: Number.NaN, sequenceEnd: 101, changes: [] }, 'gap'],
    ] as const;
    for (const [fault, expected] of faults) {
      const book = loaded();
      expect(book.apply(fault)).toBe(expected);
      expect(book.view(5)).toBeNull();
    }
  });
});

it('order book gives the same book as a naive one after any trading', () => {
  const change = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    offset: fc.integer({ min: 1, max: 60 }),
    size: fc.constantFrom('0', '1', '2.5', '0.0'),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200, size: 'max' }), changes => {
      const book = createOrderBook({ priceScale: 0 });
      const naive = { buy: new Map([[999, '1']]), sell: new Map([[1001, '1']]) };
      book.load({ sequence: 0, bids: [['999', '1']], asks: [['1001', '1']] });
      let sequence = 0;
      for (const { side, offset, size } of changes) {
        const price = side === 'buy' ? 1000 - offset : 1000 + offset;
        if (judgeSize(size) === 'zero' && naive[side].size === 1 && naive[side].has(price)) continue;
        if (judgeSize(size) === 'zero') naive[side].delete(price);
        else naive[side].set(price, size);
        sequence += 1;
        expect(book.apply(delta(sequence, [side, `${price}`, size]))).toBe('applied');
      }
      const rows = (side: 'buy' | 'sell', sign: number) =>
        [...naive[side]].toSorted(([a], [b]) => sign * (a - b)).map(([price, size]) => [String(price), size]);
      expect(book.view(1000)).toEqual({ sequence, bids: rows('buy', -1), asks: rows('sell', 1) });
    }),
  );
});
