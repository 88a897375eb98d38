import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Decimal, fromUnits } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import {
  type Fraction,
  fraction,
  isAtMost,
  isNear,
  one,
  over,
  plus,
  times,
  total,
} from '#shared/testing/proof/fraction.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { contractTerms, type MarketTerms, spotTerms } from '../market-terms.ts';
import { composeLadder, type LadderPlan, type SizeShape } from './rungs.ts';
import { ladderTotals } from './totals.ts';

/** Prices are walked tick by tick and sizes handed out lot by lot, in exact fractions, and by nothing of ours. */

const spot: MarketTerms = { ...spotTerms(buildSpotSymbol()), tick: '0.5', lot: '0.01' };
const linear: MarketTerms = { ...contractTerms(buildFuturesContract()), tick: '0.5', lot: '1', multiplier: '0.1' };
const inverse: MarketTerms = {
  ...contractTerms(buildFuturesContract({ isInverse: true, multiplier: '-1', settleCurrency: 'XBT' })),
  tick: '0.5',
  lot: '1',
  multiplier: '10',
};

const cases = fc.record({
  terms: fc.constantFrom(spot, linear, inverse),
  side: fc.constantFrom<Side>('buy', 'sell'),
  // in tenths: ends need not lie on a tick
  ends: fc.tuple(fc.integer({ min: -20, max: 600 }), fc.integer({ min: 1, max: 600 })),
  count: fc.integer({ min: 1, max: 12 }),
  shape: fc.constantFrom<SizeShape>('flat', 'linear', 'geometric'),
  skew: fc.integer({ min: 1, max: 40 }),
  unit: fc.constantFrom<'size' | 'quote'>('size', 'quote'),
  figure: fc.integer({ min: 0, max: 20_000 }),
});

/** The ticks from the nearest end to the farthest, each end moved away from the market; empty where one is not above zero. */
function ticksOf(side: Side, ends: readonly number[]): readonly number[] {
  // tenths of a price, five of which are a tick
  const moved = ends.map(end => {
    let tick = end;
    while (tick % 5 !== 0) tick += side === 'buy' ? -1 : 1;
    return tick;
  });
  const [low, high] = [Math.min(...moved), Math.max(...moved)];
  const ticks: number[] = [];
  for (let tick = low; tick <= high; tick += 5) ticks.push(tick);
  if (low <= 0) return [];
  return side === 'buy' ? ticks.toReversed() : ticks;
}

/** The position of each rung along the ticks: never nearer to the market than its even share of the way. */
function placesOf(ticks: readonly number[], count: number): readonly number[] {
  return Array.from({ length: count }, (_, row) => {
    let place = 0;
    while (place * (count - 1) < (ticks.length - 1) * row) place += 1;
    return ticks[place] ?? Number.NaN;
  });
}

function weightsOf(shape: SizeShape, skew: Fraction, count: number): readonly Fraction[] {
  const weights: Fraction[] = [];
  for (let row = 0; row < count; row += 1) {
    const before = weights.at(-1) ?? one;
    // from one to skew in even steps; skew times the one before; or all alike
    const along = count === 1 ? fraction(0) : over(fraction(row), fraction(count - 1));
    const even = plus(one, times(plus(skew, fraction(-1)), along));
    const grown = row === 0 ? one : times(before, skew);
    weights.push(shape === 'flat' ? one : shape === 'linear' ? even : grown);
  }
  return weights;
}

const tenths = (units: number): Decimal => fromUnits(BigInt(units), 1);

const count = (isWithin: (lots: number) => boolean): number => {
  let lots = 0;
  while (isWithin(lots + 1)) lots += 1;
  return lots;
};

it('ladder prices tick by tick and sizes lot by lot equal brute force', () => {
  fc.assert(
    fc.property(cases, ({ terms, side, ends, count: rungs, shape, skew, unit, figure }) => {
      const amount = fromUnits(BigInt(figure), unit === 'size' && terms.lot === '0.01' ? 4 : 1);
      const plan: LadderPlan = {
        side,
        ends: [tenths(ends[0]), tenths(ends[1])],
        count: rungs,
        shape,
        skew: tenths(skew),
        amount: { in: unit, figure: amount },
      };
      const made = composeLadder(plan, terms);
      const ticks = ticksOf(side, ends);
      if (ticks.length < rungs) {
        expect(made).toMatchObject({ ok: false, field: 'range' });
        return;
      }

      const prices = placesOf(ticks, rungs).map(tick => fraction(tenths(tick)));
      const weights = weightsOf(shape, fraction(tenths(skew)), rungs);
      const all = total(weights);
      const lot = fraction(terms.lot);
      const units = times(lot, fraction(terms.multiplier));
      // one lot of the whole ladder, shared out by weight
      const moved = terms.isInverse
        ? units
        : times(units, over(total(weights.map((weight, row) => times(weight, prices[row] ?? one))), all));
      const ofLot = unit === 'size' ? lot : moved;
      const lots = count(n => isAtMost(times(fraction(n), ofLot), fraction(amount)));
      if (lots === 0) {
        expect(made).toMatchObject({ ok: false, field: 'size' });
        return;
      }

      const parts = weights.map(weight => count(n => isAtMost(times(fraction(n), all), times(fraction(lots), weight))));
      const given = parts.slice(0, -1);
      const last = lots - given.reduce((sum, part) => sum + part, 0);
      if (!made.ok) throw new Error(made.reason);
      expect(made.rungs.map(({ price }) => fraction(price))).toEqual(prices);
      expect(made.rungs.map(({ size }) => fraction(size))).toEqual(
        [...given, last].map(part => times(fraction(part), lot)),
      );
    }),
  );
});

const rungRows = fc.array(
  fc.record({ price: fc.integer({ min: 1, max: 200 }), size: fc.integer({ min: 0, max: 50 }) }),
  { maxLength: 8 },
);

it('ladder totals, average and fee rung by rung equal brute force', () => {
  const options = fc.record({
    terms: fc.constantFrom(spot, linear, inverse),
    side: fc.constantFrom<Side>('buy', 'sell'),
    rows: rungRows,
    touch: fc.integer({ min: 1, max: 200 }),
    taker: fc.integer({ min: 0, max: 30 }),
    maker: fc.integer({ min: -10, max: 30 }),
  });
  fc.assert(
    fc.property(options, ({ terms, side, rows, touch, taker, maker }) => {
      const rates = { takerFeeRate: fromUnits(BigInt(taker), 4), makerFeeRate: fromUnits(BigInt(maker), 4) };
      const made = ladderTotals(
        rows.map(({ price, size }) => ({ price: `${price}` as const, size: `${size}` as const })),
        { side, terms, rates, touch: { bid: `${touch}`, ask: `${touch}` } },
      );
      const published = rows.map(({ price, size }) => {
        const units = times(fraction(size), fraction(terms.multiplier));
        const worth = terms.isInverse ? over(units, fraction(price)) : times(units, fraction(price));
        const isTaking = side === 'buy' ? price >= touch : price <= touch;
        return {
          units,
          worth,
          isTaking,
          fee: times(worth, fraction(isTaking ? rates.takerFeeRate : rates.makerFeeRate)),
        };
      });
      const [worth, units] = [total(published.map(row => row.worth)), total(published.map(row => row.units))];
      expect(made.count).toBe(rows.length);
      expect(made.crossing).toBe(published.filter(({ isTaking }) => isTaking).length);
      expect(fraction(made.size)).toEqual(total(rows.map(({ size }) => fraction(size))));
      expect(isNear(fraction(made.worth), worth)).toBe(true);
      expect(isNear(fraction(made.fee ?? '-1'), total(published.map(({ fee }) => fee)))).toBe(true);
      expect(made.averagePrice === null).toBe(worth.top === 0n);
      if (made.averagePrice === null) return;
      const average = terms.isInverse ? over(units, worth) : over(worth, units);
      expect(isNear(fraction(made.averagePrice), average, 12)).toBe(true);
    }),
  );
});
