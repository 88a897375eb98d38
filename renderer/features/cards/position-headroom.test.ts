import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { RiskLimitLevel } from '#shared/domain/market/futures.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { riskPlace } from './position-headroom.ts';

const linear = { multiplier: '0.001', isInverse: false } as const;
const inverse = { multiplier: '-1', isInverse: true } as const;
const level = (number: number, maxRiskLimit: RiskLimitLevel['maxRiskLimit']): RiskLimitLevel => ({
  symbol: 'XBTUSDTM',
  level: number,
  minRiskLimit: '0',
  maxRiskLimit,
  maxLeverage: 100,
  initialMargin: '0.01',
  maintainMargin: '0.005',
});
const levels = [level(1, '100000'), level(2, '500000'), level(3, '1000000')];
const at50k = { markPrice: '50000' } as const;

it('position headroom uses the level that the exchange names by its limit', () => {
  // a user may stand higher than the value asks for
  const place = riskPlace(buildPosition({ ...at50k, positionCost: '60000', riskLimit: '500000' }), levels, linear);
  expect(place?.level.level).toBe(2);
  // (500 000 − 60 000) ÷ (0.001 × 50 000)
  expect(place).toMatchObject({ used: '60000', headroom: '440000', lots: '8800' });
});

const levelFor = (positionCost: Decimal) =>
  riskPlace(buildPosition({ positionCost, riskLimit: null }), levels, linear)?.level.level;

it('position headroom uses otherwise the lowest level with the value at entry, upper end included', () => {
  expect(levelFor('100000')).toBe(1);
  expect(levelFor('100000.01')).toBe(2);
  expect(levelFor('-600000')).toBe(3);
  expect(levelFor('9000000')).toBe(3);
});

it('position headroom ignores a limit that no level has', () => {
  expect(riskPlace(buildPosition({ positionCost: '5', riskLimit: '777' }), levels, linear)?.level.level).toBe(1);
});

it('position headroom of an inverse position, long or short, is in its base currency and whole lots', () => {
  const small = [level(1, '10')];
  const short = buildPosition({ ...at50k, positionCost: '-9.99999', riskLimit: '10' });
  // 0.00001 XBT are half a lot of 1 ÷ 50 000
  expect(riskPlace(short, small, inverse)).toMatchObject({ headroom: '0.00001', lots: '0' });
  const roomy = buildPosition({ ...at50k, positionCost: '4', riskLimit: '10' });
  expect(riskPlace(roomy, small, inverse)).toMatchObject({ headroom: '6', lots: '300000' });
});

it('position headroom is none over the limit, and names no lots without a mark', () => {
  const over = buildPosition({ ...at50k, positionCost: '1000001', riskLimit: '1000000' });
  expect(riskPlace(over, levels, linear)).toMatchObject({ headroom: '-1', lots: '0' });
  expect(riskPlace(buildPosition({ markPrice: '0' }), levels, linear)?.lots).toBeNull();
  expect(riskPlace(buildPosition(), levels, { ...linear, multiplier: '0' })?.lots).toBeNull();
});

it('a cross position has no place in the deleveraging queue, and no position without a known level', () => {
  expect(riskPlace(buildPosition({ marginMode: 'cross' }), levels, linear)).toBeNull();
  expect(riskPlace(buildPosition({ riskLimit: null }), [], linear)).toBeNull();
});
