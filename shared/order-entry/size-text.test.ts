import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, fromUnits, sum } from '../decimal.ts';
import { readNumber, readSizeText } from './size-text.ts';

const read = (value: unknown) => ({ state: 'read', value });
const amount = (text: string, unit: string | null = null) => read({ kind: 'amount', amount: text, unit });

describe('a size as typed', () => {
  it.each([
    ['0.5', amount('0.5')],
    ['.5', amount('0.5')],
    ['2.', amount('2')],
    ['0,5', amount('0.5')],
    ['1_000', amount('1000')],
    ['1.5K', amount('1500')],
    ['2m', amount('2000000')],
    ['1 + 0.5', amount('1.5')],
    ['1-0.25', amount('0.75')],
    ['+1', amount('1')],
    ['5000q', amount('5000', 'quote')],
    ['5kq', amount('5000', 'quote')],
    ['3c', amount('3', 'lots')],
    ['3c+1', amount('4', 'lots')],
    ['25%', read({ kind: 'share', fraction: '0.25' })],
    ['25%+10%', read({ kind: 'share', fraction: '0.35' })],
    ['50% - 12.5%', read({ kind: 'share', fraction: '0.375' })],
    ['pos', read({ kind: 'position', fraction: '1' })],
    ['pos/2', read({ kind: 'position', fraction: '0.5' })],
    ['pos*0.3', read({ kind: 'position', fraction: '0.3' })],
    ['r200', read({ kind: 'risk', amount: '200' })],
    ['r1.5k', read({ kind: 'risk', amount: '1500' })],
  ])('%s', (text, reading) => {
    expect(readSizeText(text)).toEqual(reading);
  });

  it('nothing typed is no error', () => {
    expect(readSizeText('  ')).toEqual({ state: 'empty' });
  });

  it.each(['abc', '1.2.3', '-', '1+', '1++2', '1e3', 'r', 'r-5', '%', 'q', '5x'])('%s is not read', text => {
    expect(readSizeText(text)).toEqual({ state: 'wrong', reason: expect.stringMatching(/^Type a size like/) });
  });

  it.each(['0', '1-1', '1-2', '-1', '0%', 'r0', '0q'])('%s is not above zero', text => {
    expect(readSizeText(text)).toEqual({ state: 'wrong', reason: 'The size must be above zero.' });
  });

  it.each(['pos/', 'pos/0', 'pos+2', 'posx', 'pos*a'])('%s is no part of a position', text => {
    expect(readSizeText(text)).toEqual({ state: 'wrong', reason: expect.stringMatching(/part of the position/) });
  });

  it('a sum of two units has no meaning', () => {
    expect(readSizeText('5000q+3c')).toEqual({ state: 'wrong', reason: 'A sum counts in one unit.' });
    for (const text of ['25%+10', '0.5+10%', '25%+5q'])
      expect(readSizeText(text)).toEqual({ state: 'wrong', reason: expect.stringMatching(/adds to shares only: 25%/) });
    expect(readSizeText('10%-10%')).toEqual({ state: 'wrong', reason: 'The size must be above zero.' });
  });
});

it('a number alone', () => {
  expect(readNumber('1.50k')).toBe('1500');
  expect(readNumber('')).toBeNull();
  expect(readNumber('.')).toBeNull();
});

const amounts = fc.bigInt({ min: 1n, max: 10n ** 14n }).map(units => fromUnits(units, 8));

it('a sum comes to what its terms come to', () => {
  fc.assert(
    fc.property(fc.array(amounts, { minLength: 1, maxLength: 6 }), terms => {
      const reading = readSizeText(terms.join(' + '));
      expect(reading.state === 'read' && reading.value.kind === 'amount' ? reading.value.amount : null).toBe(
        sum(terms),
      );
    }),
  );
});

it('whatever is typed is read, refused or nothing, and what is read is above zero', () => {
  const keys = fc.string({ unit: fc.constantFrom(...'0123456789.,+-kmqc%rpos/* _x'.split('')), maxLength: 10 });
  fc.assert(
    fc.property(keys, text => {
      const reading = readSizeText(text);
      if (reading.state !== 'read') return;
      const { value } = reading;
      expect(compare('amount' in value ? value.amount : value.fraction, '0')).toBe(1);
    }),
    { numRuns: 2000 },
  );
});
