import { expect, it } from 'vitest';
import { inCurrency } from './worth.ts';

it('a value is shown in any currency with a price', () => {
  expect(inCurrency('100', '50000')).toBe('0.002');
  expect(inCurrency('100', null)).toBeNull();
  expect(inCurrency('100', '0')).toBeNull();
  expect(inCurrency(null, '2')).toBeNull();
});
