import fc from 'fast-check';
import { expect, it } from 'vitest';
import { add, type Decimal, fromUnits, multiply } from '../decimal.ts';
import type { BookLevel } from '../domain/market/book.ts';
import type { Side } from '../domain/scalars.ts';
import { buildFuturesContract, buildSpotSymbol } from '../testing/build-instrument.ts';
import {
  type Fraction,
  fraction,
  isAtMost,
  isNear,
  minus,
  one,
  over,
  plus,
  times,
  total,
} from '../testing/proof/fraction.ts';
import { walkBook } from './book-walk.ts';
import { contractTerms, type MarketTerms, spotTerms, worthOf } from './market-terms.ts';
import { costOf } from './order-cost.ts';
import { largestSize, resolveSize, resultAtStop, type SizeContext } from './size.ts';

/** Everything here is counted lot by lot, in exact fractions, and by nothing of ours. */

const spot: MarketTerms = { ...spotTerms(buildSpotSymbol()), lot: '0.5', tick: '1' };
const linear: MarketTerms = { ...contractTerms(buildFuturesContract()), lot: '1', tick: '1', multiplier: '0.1' };
const inverse: MarketTerms = {
  ...contractTerms(buildFuturesContract({ isInverse: true, multiplier: '-1', settleCurrency: 'XBT' })),
  tick: '1',
  multiplier: '10',
};
const allTerms = fc.constantFrom(spot, linear, inverse);
const sides = fc.constantFrom<Side>('buy', 'sell');
const rateOf = (units: number): Decimal => fromUnits(BigInt(units), 4);

const worthOfLot = (price: Fraction, { lot, multiplier, isInverse }: MarketTerms): Fraction => {
  const units = times(fraction(lot), fraction(multiplier));
  return isInverse ? over(units, price) : times(units, price);
};

interface Market {
  /** each lot's price, best first */
  readonly prices: readonly number[];
  readonly levels: readonly BookLevel[];
}

/** The other side of an order: whole prices between 50 and 150 and one to four lots on each. */
const marketOf = (side: Side, terms: MarketTerms) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 50, max: 150 }), fc.integer({ min: 1, max: 4 })), {
      maxLength: 6,
      selector: ([price]) => price,
    })
    .map((rows): Market => {
      const sorted = rows.toSorted(([a], [b]) => (side === 'buy' ? a - b : b - a));
      return {
        prices: sorted.flatMap(([price, lots]) => Array.from({ length: lots }, () => price)),
        levels: sorted.map(([price, lots]) => [`${price}`, sizeOfLots(lots, terms)]),
      };
    });

const sizeOfLots = (lots: number, { lot }: MarketTerms): Decimal =>
  lot === '0.5' ? fromUnits(BigInt(lots * 5), 1) : `${lots}`;

const orders = fc.tuple(allTerms, sides).chain(([terms, side]) =>
  fc.record({
    terms: fc.constant(terms),
    side: fc.constant(side),
    market: marketOf(side, terms),
    lots: fc.integer({ min: 1, max: 20 }),
    limit: fc.option(fc.integer({ min: 50, max: 150 })),
    taker: fc.integer({ min: 0, max: 30 }),
    maker: fc.integer({ min: -10, max: 40 }),
  }),
);

it('fill of the book and order cost with fees equal brute force', () => {
  fc.assert(
    fc.property(orders, ({ terms, side, market, lots, limit, taker, maker }) => {
      const rates = { takerFeeRate: rateOf(taker), makerFeeRate: rateOf(maker) };
      const cap = limit === null ? null : (`${limit}` as const);
      const walk = walkBook(market.levels, { side, size: sizeOfLots(lots, terms), limit: cap }, terms);
      const cost = costOf({ walk, limit: cap, rates }, terms);

      const isTaken = (price: number) => limit === null || (side === 'buy' ? price <= limit : price >= limit);
      const taken = market.prices.filter(isTaken).slice(0, lots);
      const rested = limit === null ? [] : Array.from({ length: lots - taken.length }, () => limit);
      const worths = (prices: readonly number[]) => prices.map(price => worthOfLot(fraction(price), terms));
      expect(walk.taken).toBe(sizeOfLots(taken.length, terms));
      expect(walk.rest).toBe(sizeOfLots(lots - taken.length, terms));
      expect(walk.worstPrice).toBe(taken.length === 0 ? null : `${taken.at(-1)}`);
      expect(walk.levels).toBe(new Set(taken).size);
      expect(isNear(fraction(walk.worth), total(worths(taken)))).toBe(true);

      const all = total(worths([...taken, ...rested]));
      expect(isNear(fraction(cost.worth), all)).toBe(true);
      // a level beyond the limit proves that nothing deeper would be taken
      const isSureToRest = market.prices.some(price => !isTaken(price));
      const fee = plus(
        times(total(worths(taken)), fraction(rates.takerFeeRate)),
        times(total(worths(rested)), fraction(isSureToRest ? rates.makerFeeRate : rateOf(Math.max(taker, maker)))),
      );
      expect(isNear(fraction(cost.fee ?? '-1'), fee)).toBe(true);
      // held at its limit, where it has one, and at the dearer of the two rates
      const held = total(worths([...taken, ...rested].map(price => limit ?? price)));
      const dearest = times(held, fraction(rateOf(Math.max(taker, maker))));
      expect(isNear(fraction(cost.largestFee ?? '-1'), dearest)).toBe(true);

      const count = taken.length + rested.length;
      expect(cost.averagePrice === null).toBe(count === 0);
      if (count === 0) return;
      const units = times(fraction(count), times(fraction(terms.lot), fraction(terms.multiplier)));
      const average = terms.isInverse ? over(units, all) : over(all, units);
      expect(isNear(fraction(cost.averagePrice ?? '0'), average, 12)).toBe(true);
    }),
  );
});

/** The most lots of which the cost does not go beyond the limit, tried one after the other. */
const mostLots = (costOfLots: (lots: Fraction) => Fraction, limit: Fraction): number => {
  let lots = 0;
  while (isAtMost(costOfLots(fraction(lots + 1)), limit)) lots += 1;
  return lots;
};

const hair: Fraction = { top: 1n, bottom: 10n ** 18n };

/** One lot may hang on the last digit of a quotient: what is asked then is that it is one of the two. */
const expectMost = (size: Decimal, terms: MarketTerms, cost: (lots: Fraction) => Fraction, limit: Fraction) => {
  const within = [minus(limit, hair), plus(limit, hair)].map(each => sizeOfLots(mostLots(cost, each), terms));
  expect(within).toContain(size);
};

const sizing = {
  terms: allTerms,
  side: sides,
  price: fc.integer({ min: 50, max: 150 }),
  available: fc.integer({ min: 0, max: 10_000 }).map(units => fromUnits(BigInt(units), 2)),
};

it('the largest size for the available balance equals brute force, with fees, margin and the closing reserve', () => {
  const cases = fc.record({
    ...sizing,
    leverage: fc.integer({ min: 1, max: 20 }),
    fee: fc.integer({ min: 0, max: 30 }),
  });
  fc.assert(
    fc.property(cases, ({ terms, side, price, available, leverage, fee }) => {
      // an inverse contract is paid in coin, of which little is much
      const held = terms.isInverse ? fromUnits(BigInt(available.replace('.', '')), 4) : available;
      const feeRate = rateOf(fee);
      const size = largestSize({ terms, side, price: `${price}`, available: held, feeRate, leverage: `${leverage}` });
      const rate = fraction(feeRate);
      const cost = (lots: Fraction): Fraction => {
        if (terms.venue === 'spot' && side === 'sell') return times(lots, fraction(terms.lot));
        const worth = times(lots, worthOfLot(fraction(price), terms));
        if (terms.venue === 'spot') return times(worth, plus(one, rate));
        const margin = over(worth, fraction(leverage));
        return total([margin, times(worth, rate), times(plus(worth, margin), rate)]);
      };
      expectMost(size ?? '-1', terms, cost, fraction(held));
    }),
  );
});

const context: SizeContext = {
  terms: spot,
  side: 'buy',
  sizeUnit: 'base',
  price: null,
  levels: null,
  largest: null,
  position: null,
  lossAtStop: null,
};

it('a size by base or quote currency, and by a share of the balance or position, equals brute force', () => {
  const cases = fc.record({
    ...sizing,
    unit: fc.constantFrom('base', 'quote'),
    share: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(cases, ({ terms, side, price, available, unit, share }) => {
      const base = { ...context, terms, side, price: `${price}` } as const;
      const read = (text: Parameters<typeof resolveSize>[0], change: Partial<SizeContext> = {}) => {
        const result = resolveSize(text, { ...base, ...change });
        if (!result.ok) throw new Error(result.reason);
        return result.size;
      };
      const units = times(fraction(terms.lot), fraction(terms.multiplier));
      const inBase = terms.isInverse ? over(units, fraction(price)) : units;
      const inQuote = terms.isInverse ? units : times(units, fraction(price));
      const isPlainBase = terms.venue === 'spot' && unit === 'base';
      const amount = read({ kind: 'amount', amount: available, unit });
      // base currency on spot is the size itself, as typed
      if (isPlainBase) expect(amount).toBe(available);
      else expectMost(amount, terms, lots => times(lots, unit === 'base' ? inBase : inQuote), fraction(available));

      const part = times(fraction(available), over(fraction(share), fraction(100)));
      const fractionOfIt = fromUnits(BigInt(share), 2);
      const inSize = (lots: Fraction) => times(lots, fraction(terms.lot));
      expectMost(read({ kind: 'share', fraction: fractionOfIt }, { largest: available }), terms, inSize, part);
      if (available === '0') return;
      expectMost(read({ kind: 'position', fraction: fractionOfIt }, { position: available }), terms, inSize, part);
    }),
  );
});

it('a size by risk equals brute force: entry to the stop, both fees counted', () => {
  const cases = fc.record({
    ...sizing,
    away: fc.integer({ min: 1, max: 40 }),
    fee: fc.integer({ min: 0, max: 30 }),
  });
  fc.assert(
    fc.property(cases, ({ terms, side, price, available, away, fee }) => {
      const risk = terms.isInverse ? fromUnits(BigInt(available.replace('.', '')), 6) : available;
      const stop = side === 'buy' ? price - away : price + away;
      const lossAtStop = (size: Decimal) => {
        const worth = worthOf(size, `${price}`, terms);
        const result = resultAtStop({ side, size, worth, stop: `${stop}` }, terms);
        if (result === null) throw new Error('the stop is on the wrong side');
        return { ok: true, loss: add(result.priceLoss, multiply(add(worth, result.exitWorth), rateOf(fee))) } as const;
      };
      const result = resolveSize({ kind: 'risk', amount: risk }, { ...context, terms, side, lossAtStop });
      const [came, left] = [worthOfLot(fraction(price), terms), worthOfLot(fraction(stop), terms)];
      const lost = isAtMost(came, left) ? minus(left, came) : minus(came, left);
      const ofLot = plus(lost, times(plus(came, left), fraction(rateOf(fee))));
      if (!result.ok) expect(isAtMost(ofLot, fraction(risk))).toBe(false);
      else expectMost(result.size, terms, lots => times(lots, ofLot), fraction(risk));
    }),
  );
});
