import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, type Decimal, fromUnits, isMultipleOf, multiply, subtract, sum } from '../decimal.ts';
import type { BookLevel } from '../domain/market/book.ts';
import { buildFuturesContract, buildSpotSymbol } from '../testing/build-instrument.ts';
import { holdsQuote, isCrossing, sizeInBook, slippageBps, walkBook } from './book-walk.ts';
import { contractTerms, quoteWorthOf, spotTerms, worthOf } from './market-terms.ts';

const spot = spotTerms(buildSpotSymbol());
const linear = contractTerms(buildFuturesContract());
const inverse = contractTerms(
  buildFuturesContract({ isInverse: true, multiplier: '-1', tickSize: '1', settleCurrency: 'XBT' }),
);
const asks: readonly BookLevel[] = [
  ['100', '1'],
  ['101', '2'],
  ['103', '4'],
];
const bids: readonly BookLevel[] = [
  ['99', '1'],
  ['98', '2'],
];

describe('a walk through the book', () => {
  it('takes level after level up to its size', () => {
    expect(walkBook(asks, { side: 'buy', size: '2', limit: null }, spot)).toEqual({
      taken: '2',
      rest: '0',
      worth: '201',
      averagePrice: '100.5',
      worstPrice: '101',
      levels: 2,
      isExhausted: false,
    });
  });

  it('stops at its limit, and the rest rests', () => {
    const walk = walkBook(asks, { side: 'buy', size: '5', limit: '101' }, spot);
    expect(walk).toMatchObject({ taken: '3', rest: '2', worth: '302', averagePrice: '100.6667', isExhausted: false });
    expect(walkBook(bids, { side: 'sell', size: '2', limit: '98.5' }, spot)).toMatchObject({ taken: '1', rest: '1' });
  });

  it('takes nothing for an order that does not reach the other side', () => {
    expect(walkBook(asks, { side: 'buy', size: '1', limit: '99' }, spot)).toEqual({
      taken: '0',
      rest: '1',
      worth: '0',
      averagePrice: null,
      worstPrice: null,
      levels: 0,
      isExhausted: false,
    });
  });

  it('reports when the known levels end before it', () => {
    expect(walkBook(bids, { side: 'sell', size: '5', limit: null }, spot)).toMatchObject({
      rest: '2',
      isExhausted: true,
    });
    expect(walkBook([], { side: 'sell', size: '5', limit: '90' }, spot).isExhausted).toBe(true);
  });

  it('averages an inverse contract by its value', () => {
    // 1/100 + 1/101 of XBT for two lots of a dollar
    const walk = walkBook(
      [
        ['100', '1'],
        ['101', '1'],
      ],
      { side: 'buy', size: '2', limit: null },
      inverse,
    );
    expect(walk.averagePrice).toBe('100.5');
    expect(walk.worth.startsWith('0.019900990')).toBe(true);
  });
});

it('an amount of quote currency becomes lots, rounded down level by level', () => {
  expect(sizeInBook(asks, '100', linear)).toBe('7');
  expect(sizeInBook(asks, '201', spot)).toBe('2');
  expect(sizeInBook(asks, '150.55', spot)).toBe('1.50049');
  expect(sizeInBook(asks, '0.0001', spot)).toBe('0');
  expect(sizeInBook([], '100', spot)).toBe('0');
  // no ask at 3 after the 5 that is left at 10
  expect(
    sizeInBook(
      [
        ['10', '2'],
        ['3', '9'],
      ],
      '15',
      contractTerms(buildFuturesContract({ multiplier: '1' })),
    ),
  ).toBe('1');
  expect(sizeInBook(asks, '2.5', inverse)).toBe('2');
});

it('known levels have a limited value in quote currency', () => {
  expect(holdsQuote(asks, '714', spot)).toBe(true);
  expect(holdsQuote(asks, '714.01', spot)).toBe(false);
  expect(holdsQuote(asks, '7', inverse)).toBe(true);
  expect(holdsQuote([], '1', spot)).toBe(false);
});

it('slippage counts from the mid, always against the taker', () => {
  expect(slippageBps('101', '100')).toBe('100');
  expect(slippageBps('99.5', '100')).toBe('50');
});

it('a limit price trades at once when it reaches the other side', () => {
  expect(isCrossing('100', 'buy', '100')).toBe(true);
  expect(isCrossing('99', 'buy', '100')).toBe(false);
  expect(isCrossing('99', 'sell', '99')).toBe(true);
  expect(isCrossing('100', 'sell', '99')).toBe(false);
  expect(isCrossing('100', 'sell', null)).toBe(false);
});

const book = fc
  .uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 })
  .chain(prices =>
    fc.tuple(
      fc.constant(prices.toSorted((a, b) => a - b)),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: prices.length, maxLength: prices.length }),
    ),
  )
  .map(([prices, sizes]) => prices.map((price, index): BookLevel => [`${price}`, `${sizes[index] ?? 1}`]));

/** One lot after the other, each from the best level that has one left. */
function bruteForce(levels: readonly BookLevel[], lots: number, limit: number | null) {
  const left = levels.map(([price, size]) => ({ price, size: Number(size) }));
  const fills: Decimal[] = [];
  for (let lot = 0; lot < lots; lot += 1) {
    const level = left.find(({ size }) => size > 0);
    if (level === undefined || (limit !== null && Number(level.price) > limit)) break;
    level.size -= 1;
    fills.push(level.price);
  }
  return fills;
}

it('book walk equals a walk lot by lot', () => {
  const lots = fc.integer({ min: 1, max: 200 });
  const limits = fc.option(fc.integer({ min: 1, max: 420 }), { nil: null });
  fc.assert(
    fc.property(book, lots, limits, fc.constantFrom(spot, linear), (levels, count, limit, terms) => {
      const fills = bruteForce(levels, count, limit);
      const walk = walkBook(
        levels,
        { side: 'buy', size: `${count}`, limit: limit === null ? null : `${limit}` },
        terms,
      );
      expect(walk.taken).toBe(`${fills.length}`);
      expect(add(walk.taken, walk.rest)).toBe(`${count}`);
      expect(walk.worth).toBe(sum(fills.map(price => worthOf('1', price, terms))));
      expect(walk.worstPrice).toBe(fills.at(-1) ?? null);
    }),
  );
});

it('an amount of quote currency is never exceeded, and one lot more would exceed it, while the book has it', () => {
  fc.assert(
    fc.property(book, fc.integer({ min: 1, max: 4000 }), fc.constantFrom(linear, inverse), (levels, quote, terms) => {
      const size = sizeInBook(levels, `${quote}`, terms);
      expect(isMultipleOf(size, terms.lot)).toBe(true);
      const costOf = (lots: number) =>
        sum(bruteForce(levels, lots, null).map(price => quoteWorthOf('1', price, terms)));
      expect(compare(costOf(Number(size)), `${quote}`)).toBeLessThanOrEqual(0);
      const whole = sum(levels.map(([, resting]) => resting));
      if (compare(size, whole) < 0) expect(compare(costOf(Number(size) + 1), `${quote}`)).toBe(1);
    }),
  );
});

it('value and quote value agree when the contract settles in the quote currency', () => {
  const price = fc.bigInt({ min: 1n, max: 10n ** 9n }).map(units => fromUnits(units, 2));
  fc.assert(
    fc.property(price, at => {
      expect(subtract(worthOf('3', at, linear), quoteWorthOf('3', at, linear))).toBe('0');
      expect(worthOf('3', at, linear)).toBe(multiply(multiply('3', '0.001'), at));
    }),
  );
});
