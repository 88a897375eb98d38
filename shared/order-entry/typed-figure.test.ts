import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRangeText } from './ladder/range-text.ts';
import { readDistanceText, readPriceText } from './price-text.ts';
import { readSizeText } from './size-text.ts';
import { ambiguityText, isAmbiguous, keptText, shownText, tidyFigure, withoutUnit } from './typed-figure.ts';

it.each(['1,000', '97,123', '1,000q', 'r1,500', 'mid-1,250', '1 ,000', '2+1,000'])(
  'an ambiguous comma is reported: %s',
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
])('an unambiguous figure is not reported: %s', typed => expect(isAmbiguous(typed)).toBe(false));

it('an ambiguous figure is rejected as size, price, distance and end of a range', () => {
  for (const read of [(text: string) => readSizeText(text, null), readPriceText, readDistanceText, readRangeText])
    expect(read('1,000').state).toBe('invalid');
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
])('typed figures accept the separators and the minus sign of the page: %s', (typed, tidy) => {
  expect(tidyFigure(typed)).toBe(tidy);
});

it('typed figures never change by a factor of a thousand', () => {
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

it.each([
  ['1.234,5', ',', '1234.5'],
  ['1234,5', ',', '1234.5'],
  ['1,234.5', '.', '1234.5'],
  // it can be read in two ways, so it keeps a comma, which no reader accepts
  ['1.234', ',', '1,234'],
  ['1,234', '.', '1,234'],
] as const)('keeps %s of a page with the decimal sign %s as %s', (shown, decimal, kept) => {
  expect(keptText(shown, decimal)).toBe(kept);
});

it('typed figures show a stored text with the decimal sign of the page', () => {
  expect([shownText('1234.5', ','), shownText('1234.5', '.')]).toEqual(['1234,5', '1234.5']);
});

it.each([
  ['0.5 BTC', 'BTC', '0.5'],
  ['0.5btc', 'BTC', '0.5'],
  ['2k USDT ', 'USDT', '2k'],
  ['0.5 ETH', 'BTC', '0.5 ETH'],
  ['BTC', 'BTC', 'BTC'],
  ['0.5', '', '0.5'],
  ['5 1INCH', '1INCH', '5'],
  ['51INCH', '1INCH', '51INCH'],
])('takes the unit from %s in a field that counts in %s', (text, unit, figure) => {
  expect(withoutUnit(text, unit)).toBe(figure);
});

it('typed figures explain an ambiguous figure in the separators of the page', () => {
  expect(ambiguityText('.')).toMatch(/^A comma before .* write a point\.$/);
  expect(ambiguityText(',')).toMatch(/^A point before .* write a comma\.$/);
});
