import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Decimal, toNumber } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { compareMarkets } from './compare-markets.ts';
import { buildComparedBook, inverse, linear, noBook, usdc, usdt } from './testing/build-comparison.ts';

type Row = readonly [price: number, size: number];

interface Sides {
  readonly bids: readonly Row[];
  readonly asks: readonly Row[];
}

/** Bids below 1000 and asks above, best first; whole prices and whole lots. */
const sides = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 900, max: 999 }), { minLength: 1, maxLength: 5 }),
    fc.uniqueArray(fc.integer({ min: 1001, max: 1100 }), { minLength: 1, maxLength: 5 }),
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 10, maxLength: 10 }),
  )
  .map(
    ([bids, asks, sizes]): Sides => ({
      bids: bids.toSorted((one, other) => other - one).map((price, index) => [price, sizes[index] ?? 1]),
      asks: asks.toSorted((one, other) => one - other).map((price, index) => [price, sizes[index + 5] ?? 1]),
    }),
  );

const asLevels = (rows: readonly Row[]): BookLevel[] => rows.map(([price, size]) => [`${price}`, `${size}`]);
const bookOf = ({ bids, asks }: Sides, factor: Decimal = '1') =>
  buildComparedBook(
    asLevels(bids.map(([price, size]) => [price, size * Number(factor)])),
    asLevels(asks.map(([price, size]) => [price, size * Number(factor)])),
  );

/** Each single lot's price, best first. */
const lotsOf = (rows: readonly Row[]): number[] =>
  rows.flatMap(([price, size]) => Array.from({ length: size }, () => price));

const oneLot = { lot: '1', leastSize: '1', tick: '1' } as const;
const markets = [
  { ...usdt, ...oneLot },
  { ...usdc, ...oneLot },
  { ...linear, ...oneLot, multiplier: '1' },
  // a lot is a thousand dollars: about a coin
  { ...inverse, ...oneLot, multiplier: '1000' },
] as const;
const feeRates = [0.001, 0.002, 0.0006, 0.0005];

interface Case {
  readonly books: readonly Sides[];
  readonly conversion: Sides;
  readonly isSell: boolean;
  readonly coin: number;
}

/** Lots one after the other, as long as they fit into the coin. */
function takeLots(lots: readonly number[], coin: number, isInverse: boolean) {
  let [count, got, paid] = [0, 0, 0];
  for (const price of lots) {
    const unit = isInverse ? 1000 / price : 1;
    if (got + unit > coin + 1e-12) break;
    count += 1;
    got += unit;
    paid += isInverse ? 1000 : price;
  }
  const isThin = count === lots.length && (isInverse ? got < coin - 1e-12 : coin - got >= 1);
  return count === 0 || isThin ? null : { got, paid };
}

/** A book of a thousand times as many USDC: the price of a thousand is its price. Null: there are not enough. */
function inUsdt(usdcAmount: number, rows: readonly Row[]): number | null {
  let [left, money] = [usdcAmount, 0];
  for (const [price, size] of rows) {
    const part = Math.min(left, size * 1000);
    money += part * price;
    left -= part;
  }
  return left > 1e-9 ? null : money;
}

/** What one market brings for a coin, counted in ordinary numbers; null: it cannot do it. */
function netPrice(index: number, { books, conversion, isSell, coin }: Case): number | null {
  const sideOf = ({ bids, asks }: Sides) => (isSell ? bids : asks);
  const taken = takeLots(lotsOf(sideOf(books[index] ?? conversion)), coin, index === 3);
  if (taken === null) return null;
  const fee = feeRates[index] ?? 0;
  const net = taken.paid * (isSell ? 1 - fee : 1 + fee);
  const money = index === 1 ? inUsdt(net, sideOf(conversion)) : net;
  return money === null ? null : money / taken.got;
}

it('proceeds of each market, and the best one, equal a walk lot by lot', () => {
  const cases = fc.record({
    books: fc.array(sides, { minLength: 4, maxLength: 4 }),
    conversion: sides,
    isSell: fc.boolean(),
    coin: fc.integer({ min: 1, max: 80 }).map(tenths => tenths / 10),
  });
  fc.assert(
    fc.property(cases, given => {
      const rows = compareMarkets({
        side: given.isSell ? 'sell' : 'buy',
        coin: `${given.coin}`,
        target: 'USDT',
        markets,
        bookOf: ({ symbol }) => {
          if (symbol === 'USDC-USDT') return bookOf(given.conversion, '1000');
          const book = given.books[markets.findIndex(market => market.symbol === symbol)];
          return book === undefined ? noBook : bookOf(book);
        },
        takerFeeRateOf: ({ symbol }) => `${feeRates[markets.findIndex(market => market.symbol === symbol)] ?? 0}`,
        pairs: new Set(['USDC-USDT']),
        isDollarAtPar: true,
      });
      const expected = markets.map((_, index) => netPrice(index, given));
      for (const [index, { symbol }] of markets.entries()) {
        const row = rows.find(({ terms }) => terms.symbol === symbol);
        const net = expected[index] ?? null;
        expect(row?.unavailableReason === null).toBe(net !== null);
        if (net !== null) expect(toNumber(row?.quote?.netPrice ?? '0') / net).toBeCloseTo(1, 9);
      }
      const ranked = rows
        .filter(({ unavailableReason }) => unavailableReason === null)
        .map(({ quote }) => toNumber(quote?.netPrice ?? '0'));
      expect(ranked).toEqual(ranked.toSorted((one, other) => (given.isSell ? other - one : one - other)));
      expect(
        rows
          .slice(ranked.length)
          .every(({ unavailableReason, behindBps }) => unavailableReason !== null && behindBps === null),
      ).toBe(true);
    }),
  );
});
