import { expect, it } from 'vitest';
import { inCurrency } from './worth.ts';

it('a worth is told in any currency that has a price', () => {
  expect(inCurrency('100', '50000')).toBe('0.002');
  expect(inCurrency('100', null)).toBeNull();
  expect(inCurrency('100', '0')).toBeNull();
  expect(inCurrency(null, '2')).toBeNull();
});
