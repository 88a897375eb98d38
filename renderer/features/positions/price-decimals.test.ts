import { expect, it } from 'vitest';
import { priceDecimals } from './price-decimals.ts';

it('prices of a contract keep the digits of the longest known one', () => {
  const position = { symbol: 'A', markPrice: '2.3', liquidationPrice: '2.25' } as const;
  expect(priceDecimals(position)).toBe(2);
  expect(priceDecimals({ ...position, markPrice: '2.3151' })).toBe(4);
  expect(priceDecimals({ ...position, markPrice: '2.31', liquidationPrice: null })).toBe(4);
  expect(priceDecimals({ ...position, symbol: 'B', liquidationPrice: null })).toBe(1);
});
