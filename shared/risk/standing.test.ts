import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { compare, type Decimal, divide, multiply, negate, subtract } from '../decimal.ts';
import { factorOf } from './price-move.ts';
import { gainOf, legFactor, standingOf } from './standing.ts';
import { buildCross, buildIsolated, buildLeg, buildMargin } from './testing/risk-units.ts';
import { dollarConstants as still } from './price-move.ts';

const all = (by: Decimal) => ({ coin: null, by });
const inverse = buildLeg({ settleCurrency: 'XBT', quoteCurrency: 'USD', units: '1000', isInverse: true });

const factors = (coin: string | null) =>
  ['BTC', 'XBT', 'ETH', 'USDT', 'USDC'].map(currency => factorOf(currency, { coin, by: '-0.1' }, still));

describe('a move of prices', () => {
  it('moves one coin, under any name in contracts, or all of them, and never quote currencies', () => {
    expect(factors('BTC')).toEqual(['0.9', '0.9', '1', '1', '1']);
    expect(factors(null)).toEqual(['0.9', '0.9', '0.9', '1', '1']);
  });

  it('moves a contract as its base moves against its quote', () => {
    const cross = buildLeg({ baseCurrency: 'ETH', quoteCurrency: 'XBT' });
    expect(legFactor(buildLeg(), all('0.1'), still)).toBe('1.1');
    expect(legFactor(cross, all('0.1'), still)).toBe('1');
    expect(legFactor(cross, { coin: 'ETH', by: '0.1' }, still)).toBe('1.1');
    expect(legFactor(cross, { coin: 'BTC', by: '0.25' }, still)).toBe('0.8');
  });
});

describe('the gain of a leg', () => {
  it('equals units times the move of the mark, by reciprocals on an inverse contract', () => {
    expect(gainOf(buildLeg(), '0.9')).toBe('-20');
    expect(gainOf(buildLeg({ units: '-2' }), '0.9')).toBe('20');
    // 1000/100 − 1000/80
    expect(gainOf(inverse, '0.8')).toBe('-2.5');
    expect(gainOf({ ...inverse, units: '-1000' }, '0.8')).toBe('2.5');
  });

  it('equals zero without a move, and for a short the opposite of a long', () => {
    const positive = fc
      .integer({ min: 1, max: 10 ** 9 })
      .map((each): Decimal => divide(`${each}`, '1000', { scale: 3, rounding: 'down' }));
    fc.assert(
      fc.property(positive, positive, positive, fc.boolean(), (units, markPrice, factor, isInverse) => {
        const leg = buildLeg({ units, markPrice, isInverse });
        expect(gainOf(leg, '1')).toBe('0');
        expect(gainOf({ ...leg, units: negate(units) }, factor)).toBe(negate(gainOf(leg, factor)));
        expect(compare(gainOf(leg, factor), '0')).toBe(compare(factor, '1'));
      }),
    );
  });
});

describe('an isolated position after a move', () => {
  it('survives until the mark reaches the stated price, and then loses its whole margin', () => {
    expect(standingOf(buildIsolated(), all('0'), still)).toEqual({
      isLiquidated: false,
      change: '0',
      currency: 'USDT',
      ratio: '0.09091',
    });
    expect(standingOf(buildIsolated(), all('-0.0999'), still)).toMatchObject({ isLiquidated: false, change: '-19.98' });
    expect(standingOf(buildIsolated(), all('-0.1'), still)).toEqual({
      isLiquidated: true,
      change: '-22',
      currency: 'USDT',
      ratio: '1',
    });
  });

  it('has the opposite direction when short', () => {
    const short = buildIsolated({ leg: buildLeg({ units: '-2' }), liquidationPrice: '110' });
    expect(standingOf(short, all('0.0999'), still).isLiquidated).toBe(false);
    expect(standingOf(short, all('0.1'), still).isLiquidated).toBe(true);
    expect(standingOf(short, all('-0.5'), still)).toMatchObject({ isLiquidated: false, change: '100' });
  });

  it('an isolated position is never liquidated without a price, and its ratio is full when nothing is left', () => {
    const safe = buildIsolated({ liquidationPrice: null });
    expect(standingOf(safe, all('-0.5'), still)).toEqual({
      isLiquidated: false,
      change: '-100',
      currency: 'USDT',
      ratio: '1',
    });
  });

  it('ignores another coin', () => {
    expect(standingOf(buildIsolated(), { coin: 'ETH', by: '-0.5' }, still)).toMatchObject({
      isLiquidated: false,
      change: '0',
    });
  });
});

describe('a cross wallet after a move', () => {
  it('a cross wallet is liquidated as a whole when the losses of its positions reach its limit', () => {
    expect(standingOf(buildCross(), all('-0.0999'), still)).toEqual({
      isLiquidated: false,
      change: '-19.98',
      currency: 'USDT',
      ratio: null,
    });
    expect(standingOf(buildCross(), all('-0.1'), still)).toEqual({
      isLiquidated: true,
      change: '-20',
      currency: 'USDT',
      ratio: '1',
    });
  });

  it('a cross wallet is supported by a position with a gain', () => {
    const hedged = buildCross({ legs: [buildLeg(), buildLeg({ units: '-2' })] });
    expect(standingOf(hedged, all('-0.5'), still)).toMatchObject({ isLiquidated: false, change: '0' });
    const twoCoins = buildCross({ legs: [buildLeg(), buildLeg({ baseCurrency: 'ETH', units: '-1' })] });
    expect(standingOf(twoCoins, all('-0.15'), still)).toMatchObject({ isLiquidated: false, change: '-15' });
    expect(standingOf(twoCoins, { coin: 'BTC', by: '-0.15' }, still)).toMatchObject({ isLiquidated: true });
  });
});

describe('a margin account after a move', () => {
  it('scales the stated ratio by liabilities and assets, and changes nothing without a move', () => {
    expect(standingOf(buildMargin({ debtRatio: '0.8123' }), all('0'), still)).toEqual({
      isLiquidated: false,
      change: '0',
      currency: 'USDT',
      ratio: '0.837423',
    });
    // 80 over 90
    expect(standingOf(buildMargin(), all('-0.1'), still)).toMatchObject({
      isLiquidated: false,
      change: '-10',
      ratio: '0.916381',
    });
    expect(standingOf(buildMargin(), all('-0.18'), still)).toMatchObject({
      isLiquidated: true,
      change: '-18',
      ratio: '1',
    });
  });

  it('keeps its ratio without liabilities, without assets, or with nothing left', () => {
    const free = buildMargin({
      debtRatio: '0',
      holdings: [{ currency: 'ETH', total: '1', liability: '0', price: '10' }],
    });
    expect(standingOf(free, all('-0.5'), still)).toMatchObject({ isLiquidated: false, ratio: '0' });
    const bare = buildMargin({
      debtRatio: '1',
      holdings: [{ currency: 'USDT', total: '0', liability: '5', price: '1' }],
    });
    expect(standingOf(bare, all('-0.5'), still)).toMatchObject({ isLiquidated: true });
  });

  it('has the ratio of a plain division after any move, except for rounding', () => {
    const by = fc
      .integer({ min: -900, max: 900 })
      .map((each): Decimal => divide(`${each}`, '1000', { scale: 3, rounding: 'down' }));
    fc.assert(
      fc.property(by, fc.integer({ min: 1, max: 70 }), (move, owed) => {
        const unit = buildMargin({
          holdings: [
            { currency: 'ETH', total: '10', liability: '0', price: '10' },
            { currency: 'USDT', total: '0', liability: `${owed}`, price: '1' },
          ],
          debtRatio: divide(`${owed}`, '100', { scale: 4, rounding: 'down' }),
          liquidationRatio: '9',
        });
        const assets = multiply('100', factorOf('ETH', all(move), still));
        const plain = divide(divide(`${owed}`, assets, { scale: 30, rounding: 'down' }), '9', {
          scale: 6,
          rounding: 'ceil',
        });
        const { ratio } = standingOf(unit, all(move), still);
        const near = subtract(ratio ?? '-1', plain);
        expect(compare(near, '-0.000002') > 0 && compare(near, '0.000002') < 0).toBe(true);
      }),
    );
  });
});
