import { describe, expect, it } from 'vitest';
import { ether, inverse, linear } from '../testing/venue-kit.ts';
import {
  createTerms,
  levelOf,
  markUnits,
  moneyUnitsBelow,
  priceOfWorth,
  valueOf,
  valueSign,
  worthOf,
  writeMoney,
  writePrice,
  writeRate,
} from './terms.ts';

const straight = createTerms(linear);
const inverted = createTerms(inverse);

describe('the terms of a contract', () => {
  it('values lots: linear as lots × multiplier × price, inverse as lots × multiplier ÷ price', () => {
    expect(writeMoney(straight, worthOf(straight, 3n, 6_743_090n))).toBe('202.2927');
    expect(writeMoney(inverted, worthOf(inverted, 100n, 5_000_000n))).toBe('0.002');
  });

  it('signs values so that PnL is value − cost: an inverse long is negative', () => {
    expect([3n, -3n, 0n].map(lots => writeMoney(straight, valueOf(straight, lots, 5_000_000n)))).toEqual([
      '150',
      '-150',
      '0',
    ]);
    expect([3n, -3n].map(lots => writeMoney(inverted, valueOf(inverted, lots, 5_000_000n)))).toEqual([
      '-0.00006',
      '0.00006',
    ]);
    expect([
      valueSign(straight, 2n),
      valueSign(straight, -2n),
      valueSign(inverted, 2n),
      valueSign(inverted, -2n),
    ]).toEqual([1n, -1n, -1n, 1n]);
  });

  it('finds the price of a value, rounded to steps', () => {
    const half = worthOf(straight, 2n, 5_000_003n);
    const price = (rounding: 'up' | 'down') =>
      priceOfWorth(straight, { lots: 2n, worth: half }, { step: 10n, rounding });
    expect([price('down'), price('up')]).toEqual([5_000_000n, 5_000_010n]);
    const worth = worthOf(inverted, 100n, 5_000_000n);
    expect(priceOfWorth(inverted, { lots: 100n, worth }, { step: 10n, rounding: 'down' })).toBe(5_000_000n);
  });

  it('finds the risk limit level, whose upper limit belongs to it, and the last level beyond all', () => {
    const amounts = (['0', '1000', '1000.0000000001', '5000', '7000000'] as const).map(amount =>
      moneyUnitsBelow(straight, amount),
    );
    expect(amounts.map(amount => levelOf(straight, amount).source.level)).toEqual([1, 1, 2, 2, 3]);
  });

  it('keeps enough digits for small multipliers and prices', () => {
    const tiny = createTerms({
      ...linear,
      multiplier: '0.00000001',
      tickSize: '0.0001',
      indexPriceTickSize: '0.00001',
    });
    expect(writeMoney(tiny, worthOf(tiny, 1n, 1n))).toBe('0.0000000000001');
  });

  it('rounds external prices to the mark step', () => {
    const terms = createTerms(ether);
    const prices = ['2000.004', '2000.005', '2000.0149'] as const;
    expect(prices.map(price => writePrice(terms, markUnits(terms, price)))).toEqual(['2000', '2000', '2000.01']);
    expect(markUnits(terms, '0.0000001')).toBe(terms.markTick);
    for (const price of ['0', '-1'] as const) expect(() => markUnits(terms, price)).toThrow('must be positive');
    const coarse = createTerms({ ...ether, indexPriceTickSize: '0.05' });
    expect(writePrice(coarse, markUnits(coarse, '2000.03'))).toBe('2000.05');
  });

  it('truncates amounts with too many digits, and writes rates', () => {
    expect(writeMoney(straight, moneyUnitsBelow(straight, '1.00000000009'))).toBe('1');
    expect(writeRate(straight.takerFee)).toBe('0.0006');
  });

  it('rejects an invalid contract', () => {
    expect(() => createTerms({ ...linear, lotSize: '0.5' })).toThrow('a lot must be a whole number');
    expect(() => createTerms({ ...linear, riskLevels: [] })).toThrow('no risk limit levels');
  });
});
