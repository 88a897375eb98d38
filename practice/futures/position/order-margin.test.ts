import { describe, expect, it } from 'vitest';
import { createTerms, rateOne, rateUnits, valueOf } from '../contract/terms.ts';
import { inverse, linear } from '../testing/venue-kit.ts';
import { maintenanceOf, equityAt } from './figures.ts';
import { openingLimitOf, type OrderClaim, orderMargin, requiredHold } from './order-margin.ts';
import { applyLeg, flatPosition } from './state.ts';

const terms = createTerms(linear);
const inverted = createTerms(inverse);

function claim(lots: bigint, lotMargin: bigint, changes: Partial<OrderClaim> = {}): OrderClaim {
  return { lots, margin: lots * lotMargin, lotMargin, isReduceOnly: false, isForceHold: false, ...changes };
}

describe('orderMargin', () => {
  it('is leverage margin, closing reserve and taker fee', () => {
    // 100 USDT at 10x: 10 + 0.066 + 0.06
    expect(orderMargin(terms, { lots: 2n, price: 5_000_000n, leverage: rateUnits('10') })).toBe(101_260_000_000n);
  });
});

describe('requiredHold', () => {
  it('is all margins without an opposite position', () => {
    expect(requiredHold([claim(3n, 10n), claim(2n, 7n)], 0n)).toBe(44n);
    expect(requiredHold([], 5n)).toBe(0n);
  });

  it('is nothing as long as all orders together only close', () => {
    expect(requiredHold([claim(3n, 10n), claim(2n, 7n)], 5n)).toBe(0n);
  });

  it('credits closing lots at the cheapest margin, so that any order of trading is paid for', () => {
    expect(requiredHold([claim(3n, 10n), claim(2n, 7n)], 4n)).toBe(44n - 28n);
    expect(requiredHold([claim(2n, 7n), claim(3n, 10n)], 4n)).toBe(44n - 28n);
    expect(requiredHold([claim(1n, 10n), claim(9n, 2n)], 9n)).toBe(10n);
  });

  it('holds a forced order whole, and lets it use up position', () => {
    expect(requiredHold([claim(3n, 10n, { isForceHold: true })], 9n)).toBe(30n);
    expect(requiredHold([claim(3n, 10n, { isForceHold: true }), claim(2n, 4n)], 4n)).toBe(30n);
    // six lots against four: the credit of 4 × 10 pays for two of the three that are not forced
    expect(requiredHold([claim(3n, 10n, { isForceHold: true }), claim(3n, 20n)], 4n)).toBe(30n + 20n);
  });

  it('lets an order that only reduces use up position, for nothing', () => {
    const reducing = claim(3n, 0n, { margin: 0n, isReduceOnly: true });
    expect(requiredHold([reducing, claim(4n, 10n)], 5n)).toBe(20n);
    expect(requiredHold([reducing], 1n)).toBe(0n);
    expect(requiredHold([reducing, claim(4n, 10n)], 2n)).toBe(40n);
  });
});

describe('openingLimitOf', () => {
  const mark = 5_000_000n;
  const sides = ['buy', 'sell'] as const;

  it.each([
    ['linear', terms, '0.5'],
    ['linear', terms, '0.005'],
    ['inverse', inverted, '0.5'],
    ['inverse', inverted, '0.005'],
  ] as const)('leaves a %s position its maintenance margin at the mark (cushion %s %s)', (_name, of, cushionText) => {
    const cushion = rateUnits(cushionText);
    const maintain = of.levels[0].maintain;
    const leverage = (rateOne * rateOne) / (cushion + maintain);
    for (const side of sides) {
      const spared = side === 'buy' ? of.tick : -of.tick;
      const limit = (openingLimitOf(of, { side, cushion }, mark) ?? 0n) + spared;
      const lots = side === 'buy' ? 3n : -3n;
      const rest = (price: bigint) => {
        const leg = { lots, cost: valueOf(of, lots, price), leverage, timeMs: 0 };
        const { state } = applyLeg(of, flatPosition('ISOLATED'), leg);
        return equityAt(of, state, mark) - maintenanceOf(of, state);
      };
      expect(rest(limit) >= -2n).toBe(true);
      expect(rest(limit + spared) < 0n).toBe(true);
    }
  });

  it('is nothing when the margin covers more than the value', () => {
    expect(openingLimitOf(terms, { side: 'buy', cushion: rateOne }, mark)).toBeNull();
  });
});
