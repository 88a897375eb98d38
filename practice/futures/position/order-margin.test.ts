import { describe, expect, it } from 'vitest';
import { createTerms, rateOne, rateUnits, valueOf } from '../contract/terms.ts';
import { inverse, linear } from '../testing/venue-kit.ts';
import { maintenanceOf, equityAt } from './figures.ts';
import { openingLimitOf, orderMargin } from './order-margin.ts';
import { applyLeg, flatPosition } from './state.ts';

const terms = createTerms(linear);
const inverted = createTerms(inverse);

describe('orderMargin', () => {
  it('adds leverage margin, closing reserve and taker fee', () => {
    // 100 USDT at 10x: 10 + 0.066 + 0.06
    expect(orderMargin(terms, { lots: 2n, price: 5_000_000n, leverage: rateUnits('10') })).toBe(101_260_000_000n);
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

  it('returns nothing when the margin covers more than the value', () => {
    expect(openingLimitOf(terms, { side: 'buy', cushion: rateOne }, mark)).toBeNull();
  });
});
