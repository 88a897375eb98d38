import { describe, expect, it } from 'vitest';
import { linear } from '../testing/venue-kit.ts';
import { dampPremium, fundingRateOf, markOf, premiumOf, shareOf } from './mark.ts';
import { createTerms, rateUnits } from './terms.ts';

const terms = createTerms(linear);

describe('the mark price', () => {
  it('adds the premium of the book to the index, at most half a percent', () => {
    expect(premiumOf(5_010_000n, 5_000_000n)).toBe(rateUnits('0.002'));
    expect(premiumOf(9_000_000n, 5_000_000n)).toBe(rateUnits('0.005'));
    expect(premiumOf(1_000_000n, 5_000_000n)).toBe(rateUnits('-0.005'));
  });

  it('follows the premium slowly: 1/60 a second, all of it after a minute, never backwards in time', () => {
    const sample = rateUnits('0.003');
    expect(dampPremium(0n, sample, 1000)).toBe(rateUnits('0.00005'));
    expect(dampPremium(0n, sample, 90_000)).toBe(sample);
    expect(dampPremium(7n, sample, -5)).toBe(7n);
  });

  it('equals index plus premium on the mark step', () => {
    expect(markOf(terms, 5_000_000n, rateUnits('0.0001'))).toBe(5_000_500n);
    expect(markOf(terms, 5_000_001n, 0n)).toBe(5_000_001n);
    expect(markOf({ ...terms, markTick: 10n }, 5_000_006n, 0n)).toBe(5_000_010n);
    expect(markOf({ ...terms, markTick: 10n }, 1n, 0n)).toBe(10n);
  });
});

describe('the funding rate', () => {
  it('equals the interest for a small premium, else the premium less the band, capped', () => {
    expect(fundingRateOf(terms, 0n)).toBe(rateUnits('0.0001'));
    expect(fundingRateOf(terms, rateUnits('0.0003'))).toBe(rateUnits('0.0001'));
    expect(fundingRateOf(terms, rateUnits('0.002'))).toBe(rateUnits('0.0015'));
    expect(fundingRateOf(terms, rateUnits('-0.002'))).toBe(rateUnits('-0.0015'));
    expect(fundingRateOf(terms, rateUnits('0.005'))).toBe(rateUnits('0.00375'));
    expect(fundingRateOf(terms, rateUnits('-0.005'))).toBe(rateUnits('-0.00375'));
  });

  it('divides an amount, rounded towards zero', () => {
    expect(shareOf(-15_001n, rateUnits('0.0001'))).toBe(1n);
    expect(shareOf(15_001n, rateUnits('-0.0001'))).toBe(-1n);
  });
});
