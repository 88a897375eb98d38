import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRangeText } from './ladder/range-text.ts';
import { readDistanceText, readPriceText } from './price-text.ts';
import { readSizeText } from './size-text.ts';
import { isAmbiguous, tidyFigure } from './typed-figure.ts';

it.each(['1,000', '97,123', '1,000q', 'r1,500', 'mid-1,250', '1 ,000', '2+1,000'])(
  'a comma that may be thousands or decimals is told: %s',
  typed => expect(isAmbiguous(typed)).toBe(true),
);

it.each([
  '1,000,000',
  '97,123.4',
  '1,000.',
  '1000',
  '1.000',
  '0,500',
  '1,5',
  '1,50',
  '97123,4',
  '1234,567',
  '1,0005',
  '',
])('what can be read in one way only is not: %s', typed => expect(isAmbiguous(typed)).toBe(false));

it('no size, price, distance or end of a range is read from it', () => {
  for (const read of [readSizeText, readPriceText, readDistanceText, readRangeText])
    expect(read('1,000').state).toBe('wrong');
});

it.each([
  ['97,123.4', '97123.4'],
  ['1,234,567', '1234567'],
  ['1,234,567.89', '1234567.89'],
  ['12\u202f345,6', '12345.6'],
  ['12\u00a0345.6', '12345.6'],
  ['1,5', '1.5'],
  ['0,500', '0.500'],
  ['−2.5%', '-2.5%'],
  ['1,234.5q+2,000.0q', '1234.5q+2000.0q'],
  ['MID−1,5', 'mid-1.5'],
])('reads the separators and the minus sign that the page writes: %s', (typed, tidy) => {
  expect(tidyFigure(typed)).toBe(tidy);
});

it('never makes a figure of the page a thousand times larger or smaller', () => {
  const figure = fc.tuple(fc.integer({ min: 0, max: 999_999_999_999 }), fc.stringMatching(/^\d{0,8}$/u));
  const separators = fc.constantFrom([',', '.'], ['\u202f', ',']);
  fc.assert(
    fc.property(figure, separators, ([whole, fraction], [group, decimal]) => {
      const grouped = String(whole).replaceAll(/\B(?=(?:\d{3})+$)/g, group ?? '');
      const shown = fraction === '' ? grouped : `${grouped}${decimal}${fraction}`;
      const exact = fraction === '' ? String(whole) : `${whole}.${fraction}`;
      // in German a whole number before three decimals is shown as another figure is in English
      const isGermanDecimal = decimal === ',' && isAmbiguous(shown);
      expect(isGermanDecimal || isAmbiguous(shown) || tidyFigure(shown) === exact).toBe(true);
    }),
  );
});
