import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalise, uncheckedDecimal } from '#shared/decimal.ts';
import { type AmountField, readDecimalText, readTypedAmount, stepDecimalText } from './decimal-text.ts';

const usdt = { decimal: '.', unit: 'USDT' } as const;
const keptOf = (typed: string, field: AmountField = usdt) => {
  const read = readTypedAmount(typed, field);
  return read.state === 'kept' ? read.kept : null;
};

it('decimal text keeps only characters of a decimal', () => {
  expect(keptOf('12,5')).toBe('12.5');
  expect(keptOf(' 1 000 ')).toBe('1000');
  expect(keptOf('97,123.4')).toBe('97123.4');
  expect(keptOf('1,000,000')).toBe('1000000');
  expect(keptOf('1.5K')).toBe('1.5k');
  expect(keptOf('')).toBe('');
  expect(keptOf('-1')).toBeNull();
  expect(keptOf('1e5')).toBeNull();
  expect(keptOf('1.2.3')).toBeNull();
});

it.each(['.', ','] as const)(
  'decimal text reads a figure of a page with %s by the order of its keys, never as another one',
  decimal => {
    const other = decimal === '.' ? ',' : '.';
    for (const typed of [`1${other}234`, `12${other}345`]) {
      const read = readTypedAmount(typed, { decimal, unit: '' });
      expect(read).toMatchObject({ state: 'kept', reason: expect.stringMatching(/may be thousands or decimals/) });
      expect(readDecimalText(keptOf(typed, { decimal, unit: '' }) ?? '')).toBeNull();
    }
    expect(readDecimalText(keptOf(`1${other}234${decimal}5`, { decimal, unit: '' }) ?? '')).toBe('1234.5');
  },
);

it('decimal text accepts its own unit after the figure, also while typing, and names the accepted one', () => {
  expect(keptOf('0.5 USDT')).toBe('0.5');
  expect(keptOf('0.5usdt')).toBe('0.5');
  expect(keptOf('1.234,5 USDT', { decimal: ',', unit: 'USDT' })).toBe('1234.5');
  expect(readDecimalText(keptOf('0.5 US') ?? '')).toBeNull();
  expect(readTypedAmount('0.5 BTC', usdt)).toEqual({
    state: 'rejected',
    reason: 'This field takes amounts in USDT only.',
  });
  expect(readTypedAmount('5 BTC', { decimal: '.', unit: '' })).toEqual({
    state: 'rejected',
    reason: 'This field takes a number without a unit.',
  });
  expect(keptOf('5 1INCH', { decimal: '.', unit: '1INCH' })).toBe('5');
  expect(keptOf('51INCH', { decimal: '.', unit: '1INCH' })).toBeNull();
});

it('decimal text reads every amount as the page shows it, or gives the reason, in both languages and with every unit', () => {
  const amount = fc.tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.stringMatching(/^\d{0,8}$/u));
  const signs = fc.constantFrom([',', '.'] as const, ['.', ','] as const, ['\u202f', ','] as const);
  fc.assert(
    fc.property(amount, signs, fc.constantFrom('', ' USDT'), ([whole, fraction], [group, decimal], unit) => {
      const exact = fraction === '' ? String(whole) : `${whole}.${fraction}`;
      const grouped = String(whole).replaceAll(/\B(?=(?:\d{3})+$)/g, group);
      const shown = `${grouped}${fraction === '' ? '' : decimal + fraction}${unit}`;
      const read = readTypedAmount(shown, { decimal, unit: 'USDT' });
      const value = read.state === 'kept' ? readDecimalText(read.kept) : null;
      expect(value ?? read.reason).toBe(read.reason ?? normalise(uncheckedDecimal(exact)));
    }),
  );
});

it('decimal text is read exactly', () => {
  expect(readDecimalText('.5')).toBe('0.5');
  expect(readDecimalText('2.')).toBe('2');
  expect(readDecimalText('1.25k')).toBe('1250');
  expect(readDecimalText('0.1m')).toBe('100000');
  expect(readDecimalText('0.000000000000000001')).toBe('0.000000000000000001');
  expect(readDecimalText('')).toBeNull();
  expect(readDecimalText('.')).toBeNull();
  expect(readDecimalText('k')).toBeNull();
  expect(readDecimalText('1x')).toBeNull();
});

it('decimal text steps by whole increments and stops at zero', () => {
  expect(stepDecimalText('1.5', '0.1', 10)).toBe('2.5');
  expect(stepDecimalText('', '0.1', 1)).toBe('0.1');
  expect(stepDecimalText('0.05', '0.1', -1)).toBe('0');
  expect(stepDecimalText('2', '1e5', 1)).toBe('2');
});
