import { expect, it } from 'vitest';
import { inCurrency, together } from './worth.ts';

const part = { scope: '', leftOut: [] };

it('a worth is told in any currency that has a price', () => {
  expect(inCurrency('100', '50000')).toBe('0.002');
  expect(inCurrency('100', null)).toBeNull();
  expect(inCurrency('100', '0')).toBeNull();
  expect(inCurrency(null, '2')).toBeNull();
});

it('all of it is known when each part is', () => {
  expect(
    together([
      { ...part, value: '1.5' },
      { ...part, value: '2' },
    ]),
  ).toBe('3.5');
  expect(
    together([
      { ...part, value: '1.5' },
      { ...part, value: null },
    ]),
  ).toBeNull();
});
