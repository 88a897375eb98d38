import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compare,
  type Decimal,
  fromUnits,
  isMultipleOf,
  multiply,
  roundToStep,
  subtract,
  sum,
} from '#shared/decimal.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { contractTerms, quoteWorthOf, spotTerms } from '../market-terms.ts';
import { composeLadder, type LadderPlan, type Rung } from './rungs.ts';

const spot = spotTerms(buildSpotSymbol());
const inverse = contractTerms(buildFuturesContract({ isInverse: true, multiplier: '-1', settleCurrency: 'XBT' }));
const plan: LadderPlan = {
  side: 'buy',
  ends: ['100', '97'],
  count: 4,
  shape: 'flat',
  skew: '1',
  amount: { in: 'size', figure: '1' },
};
const compose = (change: Partial<LadderPlan> = {}, terms = spot): readonly Rung[] => {
  const made = composeLadder({ ...plan, ...change }, terms);
  if (!made.ok) throw new Error(made.reason);
  return made.rungs;
};
const sizesOf = (change: Partial<LadderPlan>) => compose(change).map(({ size }) => size);
const unavailableReason = (change: Partial<LadderPlan>, terms = spot) => {
  const made = composeLadder({ ...plan, ...change }, terms);
  return made.ok ? null : `${made.field}: ${made.reason}`;
};

describe('a ladder', () => {
  it('starts nearest to the market, whichever end is named first', () => {
    expect(compose().map(({ price }) => price)).toEqual(['100', '99', '98', '97']);
    expect(compose({ ends: ['97', '100'] })).toEqual(compose());
    expect(compose({ side: 'sell' }).map(({ price }) => price)).toEqual(['97', '98', '99', '100']);
    expect(compose({ count: 1 })).toEqual([{ price: '100', size: '1' }]);
    expect(compose({ count: 1, shape: 'geometric', skew: '3', side: 'sell' })).toEqual([{ price: '97', size: '1' }]);
  });

  it('distributes the size flat, linearly by a factor, and geometrically step by step', () => {
    expect(sizesOf({ amount: { in: 'size', figure: '1' } })).toEqual(['0.25', '0.25', '0.25', '0.25']);
    expect(sizesOf({ shape: 'linear', skew: '4', amount: { in: 'size', figure: '10' } })).toEqual(['1', '2', '3', '4']);
    expect(sizesOf({ shape: 'geometric', skew: '2', amount: { in: 'size', figure: '15' } })).toEqual([
      '1',
      '2',
      '4',
      '8',
    ]);
    expect(sizesOf({ shape: 'linear', skew: '0.25', amount: { in: 'size', figure: '10' } })).toEqual([
      '4',
      '3',
      '2',
      '1',
    ]);
  });

  it('gives the rounding rest to the last rung', () => {
    const sizes = compose({ count: 3, amount: { in: 'size', figure: '0.0001' } }).map(({ size }) => size);
    expect(sizes).toEqual(['0.00003', '0.00003', '0.00004']);
  });

  it('states validation errors', () => {
    expect(unavailableReason({ count: 0 })).toMatch(/^count/);
    expect(unavailableReason({ count: 101 })).toMatch(/^count/);
    expect(unavailableReason({ count: 1.5 })).toMatch(/^count/);
    expect(unavailableReason({ skew: '0' })).toMatch(/^skew/);
    expect(unavailableReason({ ends: ['0.001', '1'] })).toMatch(/^range: The range must lie above zero/);
    expect(unavailableReason({ ends: ['100', '99.98'] })).toBe(
      'range: The range has 3 prices for 4 rungs. Widen the range or use fewer rungs.',
    );
    expect(unavailableReason({ amount: { in: 'size', figure: '0.000009' } })).toMatch(/^size: .*one lot of 0.00001/);
  });

  it('a ladder by quote currency buys for at most the given amount, and counts lots on inverse contracts', () => {
    const rungs = compose({ amount: { in: 'quote', figure: '1000' }, shape: 'linear', skew: '3' });
    const moved = sum(rungs.map(({ size, price }) => quoteWorthOf(size, price, spot)));
    expect(compare(moved, '1000')).not.toBe(1);
    expect(compare(moved, '999.99')).toBe(1);
    expect(compose({ amount: { in: 'quote', figure: '10' } }, inverse).map(({ size }) => size)).toEqual([
      '2',
      '2',
      '2',
      '4',
    ]);
  });
});

const cents = (units: number): Decimal => fromUnits(BigInt(units), 3);
const anyPlan = fc.record({
  side: fc.constantFrom('buy', 'sell'),
  ends: fc.tuple(fc.integer({ min: 20, max: 99_999 }).map(cents), fc.integer({ min: 20, max: 99_999 }).map(cents)),
  count: fc.integer({ min: 1, max: 30 }),
  shape: fc.constantFrom('flat', 'linear', 'geometric'),
  skew: fc.integer({ min: 100, max: 4000 }).map(cents),
  amount: fc.record({
    in: fc.constantFrom('size', 'quote'),
    figure: fc.integer({ min: 1, max: 9_999_999 }).map(units => fromUnits(BigInt(units), 4)),
  }),
}) satisfies fc.Arbitrary<LadderPlan>;

/** The same weights in floating point, from their definition. */
function weights({ count, shape, skew }: LadderPlan): readonly number[] {
  const farthest = Number(skew);
  return Array.from({ length: count }, (_, row) => {
    if (shape === 'flat' || count === 1) return 1;
    return shape === 'linear' ? 1 + ((farthest - 1) * row) / (count - 1) : farthest ** row;
  });
}

describe('every ladder', () => {
  it('has prices on ticks that move away from the market, inside its range', () => {
    fc.assert(
      fc.property(anyPlan, each => {
        const made = composeLadder(each, spot);
        if (!made.ok) return;
        expect(made.rungs).toHaveLength(each.count);
        const low = Math.min(Number(each.ends[0]), Number(each.ends[1])) - 0.01;
        const high = Math.max(Number(each.ends[0]), Number(each.ends[1])) + 0.01;
        for (const [row, { price }] of made.rungs.entries()) {
          expect(isMultipleOf(price, spot.tick)).toBe(true);
          expect(Number(price)).toBeGreaterThanOrEqual(low);
          expect(Number(price)).toBeLessThanOrEqual(high);
          const before = made.rungs[row - 1];
          if (before !== undefined) expect(compare(before.price, price)).toBe(each.side === 'buy' ? 1 : -1);
        }
      }),
    );
  });

  it('has even spacing except for the tick', () => {
    fc.assert(
      fc.property(anyPlan, each => {
        const made = composeLadder(each, spot);
        if (!made.ok || made.rungs.length < 2) return;
        const prices = made.rungs.map(({ price }) => Number(price));
        const [first = 0] = prices;
        const last = prices.at(-1) ?? 0;
        for (const [row, price] of prices.entries())
          expect(Math.abs(price - (first + ((last - first) * row) / (prices.length - 1)))).toBeLessThan(0.0101);
      }),
    );
  });

  it('has whole lots that add up to exactly the requested size, and are in proportion except for the lot', () => {
    fc.assert(
      fc.property(anyPlan, each => {
        const made = composeLadder(each, spot);
        if (!made.ok) return;
        const sizes = made.rungs.map(({ size }) => size);
        const total = sum(sizes);
        if (each.amount.in === 'size') expect(total).toBe(roundToStep(each.amount.figure, spot.lot, 'down'));
        const shares = weights(each);
        const whole = shares.reduce((all, share) => all + share, 0);
        for (const [row, size] of sizes.entries()) {
          expect(isMultipleOf(size, spot.lot)).toBe(true);
          const ideal = (Number(total) * (shares[row] ?? 0)) / whole;
          const slack = row === sizes.length - 1 ? sizes.length * 0.00001 : 0.00001;
          expect(Math.abs(Number(size) - ideal)).toBeLessThanOrEqual(slack + ideal * 1e-9);
        }
      }),
    );
  });

  it('every ladder by quote currency equals the request within a lot of the ladder and the rest of the last rung', () => {
    fc.assert(
      fc.property(anyPlan, each => {
        const made = composeLadder(each, spot);
        if (!made.ok || each.amount.in === 'size') return;
        const moved = sum(made.rungs.map(({ size, price }) => multiply(size, price)));
        const dearest = made.rungs.reduce((most, { price }) => Math.max(most, Number(price)), 0);
        const off = Number(subtract(moved, each.amount.figure));
        if (each.side === 'buy') expect(off).toBeLessThanOrEqual(0);
        expect(Math.abs(off)).toBeLessThanOrEqual(dearest * 0.00001 * (each.count + 1));
      }),
    );
  });
});
