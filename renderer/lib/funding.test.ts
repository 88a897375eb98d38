import { expect, it } from 'vitest';
import { clockText, fundingCost, fundingInMs, valueAt } from './funding.ts';

const linear = { multiplier: '0.001', isInverse: false, fundingFeeRate: '0.0001' } as const;
const inverse = { multiplier: '-1', isInverse: true, fundingFeeRate: '0.0001' } as const;
const at50k = { markPrice: '50000' } as const;

it('funding of a linear contract: a long pays a positive rate, a short receives it', () => {
  // 12 × 0.001 × 50 000 × 0.0001
  expect(fundingCost({ ...at50k, quantity: '12' }, linear)).toBe('0.06');
  expect(fundingCost({ ...at50k, quantity: '-12' }, linear)).toBe('-0.06');
  expect(fundingCost({ ...at50k, quantity: '12' }, { ...linear, fundingFeeRate: '-0.0001' })).toBe('-0.06');
});

it('funding of an inverse contract is counted in its base currency', () => {
  // 1000 × 1 ÷ 50 000 × 0.0001 = 0.000002
  expect(fundingCost({ ...at50k, quantity: '1000' }, inverse)).toBe('0.000002');
  expect(fundingCost({ ...at50k, quantity: '-1000' }, inverse)).toBe('-0.000002');
});

it('funding is missing without a rate or a mark', () => {
  expect(fundingCost({ ...at50k, quantity: '12' }, { ...linear, fundingFeeRate: null })).toBeNull();
  expect(fundingCost({ markPrice: '0', quantity: '12' }, linear)).toBeNull();
  expect(fundingCost({ ...at50k, quantity: '0' }, linear)).toBe('0');
});

it('value has the sign of the lots, with any sign of the multiplier', () => {
  expect(valueAt('-10', '50000', linear)).toBe('-500');
  expect(valueAt('1000', '50000', inverse)).toBe('0.02');
});

it('the countdown continues from its last value, and stops at zero', () => {
  expect(fundingInMs(10_000, 1000, 4000)).toBe(7000);
  expect(fundingInMs(10_000, 1000, 40_000)).toBe(0);
  expect(fundingInMs(null, 1000, 4000)).toBeNull();
  expect(fundingInMs(10_000, null, 4000)).toBeNull();
  expect(clockText(7 * 3_600_000 + 4 * 60_000 + 9999)).toBe('7:04:09');
});
