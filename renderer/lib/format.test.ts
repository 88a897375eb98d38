import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromUnits, isDecimal, scaleOf, toFixed } from '#shared/decimal.ts';
import { splitPair } from '#shared/domain/market/market.ts';
import { formatCompact, shortenId } from './compact.ts';
import { directionOf, formatDecimal, formatPercent, significantLength } from './format.ts';

it('format groups thousands and keeps every digit', () => {
  expect(formatDecimal('1234567.8901')).toBe('1,234,567.8901');
  expect(formatDecimal('999')).toBe('999');
  expect(formatDecimal('123456789012345678901234.5')).toBe('123,456,789,012,345,678,901,234.5');
});

it('format pads to the decimals of a tick and never cuts digits of the exchange', () => {
  expect(formatDecimal('64250', { minimumDecimals: 1 })).toBe('64,250.0');
  expect(formatDecimal('64250.123', { minimumDecimals: 1 })).toBe('64,250.123');
  expect(formatDecimal('0.00000001', { minimumDecimals: 2 })).toBe('0.00000001');
});

it('format rounds half to even only with a maximum', () => {
  expect(formatDecimal('0.125', { maximumDecimals: 2 })).toBe('0.12');
  expect(formatDecimal('0.135', { maximumDecimals: 2 })).toBe('0.14');
  expect(formatDecimal('1.5', { minimumDecimals: 2, maximumDecimals: 2 })).toBe('1.50');
});

it('format writes a true minus sign, a plus on request, and no sign on zero', () => {
  expect(formatDecimal('-1234.5')).toBe('−1,234.5');
  expect(formatDecimal('12', { isSigned: true })).toBe('+12');
  expect(formatDecimal('0', { isSigned: true })).toBe('0');
  expect(formatDecimal('-0.001', { maximumDecimals: 2 })).toBe('0.00');
});

it('format finds padding zeros', () => {
  expect(significantLength('0.02100000')).toBe('0.021'.length);
  expect(significantLength('5.00')).toBe('5'.length);
  expect(significantLength('0.5')).toBe(3);
  expect(significantLength('1,000')).toBe(5);
});

it('format shows an invalid decimal unchanged', () => {
  expect(formatDecimal('1e5')).toBe('1e5');
  expect(formatPercent('1e5')).toBe('1e5');
});

it('format writes a fraction as per cent', () => {
  expect(formatPercent('0.0125')).toBe('1.25 %');
  expect(formatPercent('-0.5')).toBe('−50.00 %');
  expect(formatPercent('0.5', { maximumDecimals: 0 })).toBe('50 %');
});

it('format gives the direction of a value', () => {
  expect(directionOf('0.01')).toBe('up');
  expect(directionOf('-0.01')).toBe('down');
  expect(directionOf('0.00')).toBe('none');
  expect(directionOf('1e5')).toBe('none');
});

it('format splits a pair, and leaves a contract whole', () => {
  expect(splitPair('BTC-USDT')).toEqual({ base: 'BTC', quote: 'USDT' });
  expect(splitPair('XBTUSDTM')).toEqual({ base: 'XBTUSDTM', quote: null });
});

it('format shortens only long identifiers', () => {
  expect(shortenId('abc')).toBe('abc');
  expect(shortenId('5c35c02703aa673ceec2a168')).toBe('5c35c…2a168');
});

it('format gives the same result by the fast path for plain amounts', () => {
  const decimal = fc
    .tuple(fc.bigInt(0n, 10n ** 14n), fc.integer({ min: 0, max: 9 }), fc.boolean())
    .map(
      ([units, scale, isPadded]) =>
        `${fromUnits(units, scale)}${isPadded && scale > 0 && units % 10n !== 0n ? '0' : ''}`,
    )
    .filter(text => isDecimal(text));
  const places = fc.integer({ min: 0, max: 8 });
  fc.assert(
    fc.property(decimal, places, fc.option(places), (text, minimumDecimals, most) => {
      const maximumDecimals = most ?? undefined;
      const format = { minimumDecimals, maximumDecimals };
      const shown = Math.min(Math.max(scaleOf(text), minimumDecimals), maximumDecimals ?? Number.POSITIVE_INFINITY);
      expect(formatDecimal(text, format).replaceAll(',', '')).toBe(toFixed(text, shown));
    }),
  );
});

it.each([
  ['0', '0'],
  ['999.999', '1,000.00'],
  ['1234', '1.23k'],
  ['-1234567', '−1.23M'],
  ['98765432100', '98.77B'],
  ['0.126', '0.13'],
] as const)('format of an amount by its size: %s → %s', (text, expected) => {
  expect(formatCompact(text)).toBe(expected);
});
