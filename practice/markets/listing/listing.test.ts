import { describe, expect, it } from 'vitest';
import { compare, isMultipleOf, isPositive } from '#shared/decimal.ts';
import { createFairPrices, indexPriceOf } from '../fair-prices.ts';
import { contracts } from './contracts.ts';
import { futuresShapes, spotShapes } from './market-shape.ts';
import { spotPairs } from './spot-pairs.ts';

describe('spot pairs', () => {
  it('number at least eight, each once, with the main pair first', () => {
    expect(spotPairs.length).toBeGreaterThanOrEqual(8);
    expect(new Set(spotPairs.map(pair => pair.symbol)).size).toBe(spotPairs.length);
    expect(spotPairs[0]).toMatchObject({
      symbol: 'BTC-USDT',
      baseMinSize: '0.00001',
      baseIncrement: '0.00000001',
      quoteIncrement: '0.000001',
      priceIncrement: '0.1',
      priceLimitRate: '0.1',
      minFunds: '0.1',
    });
  });

  it.each(spotPairs.map(pair => [pair.symbol, pair] as const))('%s has sizes on its own steps', (symbol, pair) => {
    expect(symbol).toBe(`${pair.baseCurrency}-${pair.quoteCurrency}`);
    expect(isMultipleOf(pair.baseMinSize, pair.baseIncrement)).toBe(true);
    expect(isMultipleOf(pair.baseMaxSize, pair.baseIncrement)).toBe(true);
    for (const step of [pair.priceIncrement, pair.quoteIncrement, pair.minFunds]) expect(isPositive(step)).toBe(true);
  });

  it('each have a market, and every market a pair', () => {
    expect(spotShapes.map(shape => shape.symbol).toSorted()).toEqual(spotPairs.map(pair => pair.symbol).toSorted());
  });
});

describe('contracts', () => {
  it('number at least five, one of them inverse', () => {
    expect(contracts.length).toBeGreaterThanOrEqual(5);
    expect(contracts.filter(contract => contract.isInverse).map(contract => contract.symbol)).toEqual(['XBTUSDM']);
    expect(contracts.find(contract => contract.symbol === 'XBTUSDM')).toMatchObject({
      settleCurrency: 'XBT',
      quoteCurrency: 'USD',
      multiplier: '1',
    });
  });

  it('each have a market, and every market a contract', () => {
    const symbols = contracts.map(contract => contract.symbol);
    expect(futuresShapes.map(shape => shape.symbol).toSorted()).toEqual(symbols.toSorted());
  });

  it('use the published table for bitcoin', () => {
    const levels = contracts.find(contract => contract.symbol === 'XBTUSDTM')?.riskLevels;
    expect(levels).toHaveLength(12);
    expect(levels?.[0]).toEqual({
      level: 1,
      minRiskLimit: '0',
      maxRiskLimit: '100000',
      maxLeverage: 125,
      initialMargin: '0.008',
      maintainMargin: '0.004',
    });
    expect(levels?.[7]).toMatchObject({ minRiskLimit: '8000000', maxRiskLimit: '12000000', maxLeverage: 5 });
  });

  it.each(contracts.map(contract => [contract.symbol, contract] as const))(
    '%s requires more margin the larger the position',
    (_symbol, { riskLevels, maxLeverage }) => {
      expect(maxLeverage).toBe(riskLevels[0]?.maxLeverage);
      for (const [index, level] of riskLevels.entries()) {
        const next = riskLevels[index + 1];
        expect(level.level).toBe(index + 1);
        expect(compare(level.initialMargin, level.maintainMargin)).toBe(1);
        expect(Number(level.initialMargin) * level.maxLeverage).toBeGreaterThanOrEqual(0.99);
        if (next === undefined) continue;
        expect(next.minRiskLimit).toBe(level.maxRiskLimit);
        expect(compare(next.maxRiskLimit, level.maxRiskLimit)).toBe(1);
        expect(next.maxLeverage).toBeLessThan(level.maxLeverage);
        expect(compare(next.initialMargin, level.initialMargin)).toBe(1);
        expect(compare(next.maintainMargin, level.maintainMargin)).toBe(1);
      }
    },
  );
});

describe('indexPriceOf', () => {
  it('keeps the crosses consistent', () => {
    const prices = createFairPrices(1);
    const price = (symbol: string): number => {
      const shape = spotShapes.find(candidate => candidate.symbol === symbol);
      if (shape === undefined) throw new Error(symbol);
      return indexPriceOf(shape, prices);
    };
    expect(price('ETH-BTC') * price('BTC-USDT')).toBeCloseTo(price('ETH-USDT'), 6);
    expect(price('BTC-USDC') * price('USDC-USDT')).toBeCloseTo(price('BTC-USDT'), 6);
  });
});
