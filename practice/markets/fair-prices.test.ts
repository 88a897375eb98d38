import { describe, expect, it } from 'vitest';
import { createFairPrices, type FairPrices } from './fair-prices.ts';

function walk(prices: FairPrices, options: { coin: string; steps: number; stepS: number }): number[] {
  return Array.from({ length: options.steps }, () => {
    prices.advance(options.stepS);
    return prices.of(options.coin);
  });
}

function logReturns(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => Math.log(value / (values[index] ?? value)));
}

function lengthOf(values: readonly number[]): number {
  return Math.sqrt(values.reduce((total, value) => total + value * value, 0));
}

function correlation(left: readonly number[], right: readonly number[]): number {
  const product = left.reduce((total, value, index) => total + value * (right[index] ?? 0), 0);
  return product / (lengthOf(left) * lengthOf(right));
}

describe('createFairPrices', () => {
  it('repeats for the same seed', () => {
    const options = { coin: 'BTC', steps: 100, stepS: 1 };
    expect(walk(createFairPrices(4), options)).toEqual(walk(createFairPrices(4), options));
    expect(walk(createFairPrices(5), options)).not.toEqual(walk(createFairPrices(4), options));
  });

  it('moves in a week, but never beyond its bound', () => {
    const bitcoin = walk(createFairPrices(1), { coin: 'BTC', steps: 7 * 1440, stepS: 60 });
    const [low, high] = [Math.min(...bitcoin), Math.max(...bitcoin)];
    expect(high / low).toBeGreaterThan(1.02);
    expect(low).toBeGreaterThanOrEqual(97_412.6 * Math.exp(-0.03));
    expect(high).toBeLessThanOrEqual(97_412.6 * Math.exp(0.03));
  });

  it('keeps ripple so near its anchor that 2.3 % below any price is out of reach', () => {
    const ripple = walk(createFairPrices(1), { coin: 'XRP', steps: 7 * 1440, stepS: 60 });
    expect(Math.min(...ripple) / Math.max(...ripple)).toBeGreaterThan(0.977);
    expect(Math.max(...ripple) / Math.min(...ripple)).toBeGreaterThan(1.005);
  });

  it('moves bitcoin by tens of dollars a minute', () => {
    const returns = logReturns(walk(createFairPrices(2), { coin: 'BTC', steps: 1440, stepS: 60 }));
    const deviation = Math.sqrt(returns.reduce((total, value) => total + value * value, 0) / returns.length);
    expect(deviation * 97_000).toBeGreaterThan(15);
    expect(deviation * 97_000).toBeLessThan(120);
  });

  it('moves the coins together', () => {
    const prices = createFairPrices(3);
    const bitcoin: number[] = [];
    const ether: number[] = [];
    for (let step = 0; step < 2000; step += 1) {
      prices.advance(60);
      bitcoin.push(prices.of('BTC'));
      ether.push(prices.of('ETH'));
    }
    expect(correlation(logReturns(bitcoin), logReturns(ether))).toBeGreaterThan(0.4);
  });

  it('fixes the dollar and keeps the basis small', () => {
    const prices = createFairPrices(3);
    for (let step = 0; step < 1000; step += 1) {
      prices.advance(30);
      expect(prices.of('USDT')).toBe(1);
      expect(Math.abs(prices.of('USDC') - 1)).toBeLessThan(0.001);
      expect(Math.abs(prices.basis('BTC'))).toBeLessThan(0.002);
    }
  });

  it('rejects any other coin', () => {
    expect(() => createFairPrices(1).of('NOPE')).toThrow('NOPE');
  });
});
