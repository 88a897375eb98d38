import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, fromUnits, sum } from '../decimal.ts';
import { readNumber, readSizeText } from './size-text.ts';

const read = (value: unknown) => ({ state: 'read', value });
const amount = (text: string, unit: string | null = null) => read({ kind: 'amount', amount: text, unit });

describe('a typed size', () => {
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
    expect(readSizeText(text, null)).toEqual(reading);
  });

  const market = { baseCurrency: 'BTC', quoteCurrency: 'USDT' } as const;
  it.each([
    ['0.5 BTC', amount('0.5', 'base')],
    ['0.5btc', amount('0.5', 'base')],
    ['200 USDT', amount('200', 'quote')],
    ['5k usdt', amount('5000', 'quote')],
    ['1+0.5 BTC', amount('1.5', 'base')],
    ['5q+3 USDT', amount('8', 'quote')],
    ['10 lots', amount('10', 'lots')],
    ['25%', read({ kind: 'share', fraction: '0.25' })],
    ['0.5', amount('0.5')],
  ])('reads %s in the currencies of its market', (text, reading) => {
    expect(readSizeText(text, market)).toEqual(reading);
  });

  it('reads BTC as the base currency of a contract of XBT', () => {
    expect(readSizeText('2 BTC', { baseCurrency: 'XBT', quoteCurrency: 'USDT' })).toEqual(amount('2', 'base'));
  });

  it.each(['5q BTC', '25% BTC', 'pos BTC', 'r5 BTC'])('rejects %s, which names two units', text => {
    expect(readSizeText(text, market).state).toBe('invalid');
  });

  it('rejects a currency of another market, and reads signs before a currency of one letter', () => {
    expect(readSizeText('1 ETH', market).state).toBe('invalid');
    expect(readSizeText('5q', { baseCurrency: 'Q', quoteCurrency: 'USDT' })).toEqual(amount('5', 'quote'));
  });

  it('accepts an empty text', () => {
    expect(readSizeText('  ', null)).toEqual({ state: 'empty' });
  });

  it.each(['abc', '1.2.3', '-', '1+', '1++2', '1e3', 'r', 'r-5', '%', 'q', '5x'])('rejects %s', text => {
    expect(readSizeText(text, null)).toEqual({ state: 'invalid', reason: expect.stringMatching(/^Type a size like/) });
  });

  it.each(['0', '1-1', '1-2', '-1', '0%', 'r0', '0q'])('rejects %s, which is not above zero', text => {
    expect(readSizeText(text, null)).toEqual({ state: 'invalid', reason: 'The size must be above zero.' });
  });

  it.each(['pos/', 'pos/0', 'pos+2', 'posx', 'pos*a'])('rejects %s as a part of a position', text => {
    expect(readSizeText(text, null)).toEqual({
      state: 'invalid',
      reason: expect.stringMatching(/part of the position/),
    });
  });

  it('rejects a sum of two units', () => {
    expect(readSizeText('5000q+3c', null)).toEqual({ state: 'invalid', reason: 'A sum counts in one unit.' });
    for (const text of ['25%+10', '0.5+10%', '25%+5q'])
      expect(readSizeText(text, null)).toEqual({
        state: 'invalid',
        reason: expect.stringMatching(/adds to shares only: 25%/),
      });
    expect(readSizeText('10%-10%', null)).toEqual({ state: 'invalid', reason: 'The size must be above zero.' });
  });
});

it('a plain number takes the unit of the field', () => {
  expect(readNumber('1.50k')).toBe('1500');
  expect(readNumber('')).toBeNull();
  expect(readNumber('.')).toBeNull();
});

const amounts = fc.bigInt({ min: 1n, max: 10n ** 14n }).map(units => fromUnits(units, 8));

it('a sum equals the total of its terms', () => {
  fc.assert(
    fc.property(fc.array(amounts, { minLength: 1, maxLength: 6 }), terms => {
      const reading = readSizeText(terms.join(' + '), null);
      expect(reading.state === 'read' && reading.value.kind === 'amount' ? reading.value.amount : null).toBe(
        sum(terms),
      );
    }),
  );
});

it('any typed text is read, rejected or empty, and a size is above zero', () => {
  const keys = fc.string({ unit: fc.constantFrom(...'0123456789.,+-kmqc%rpos/* _x'.split('')), maxLength: 10 });
  fc.assert(
    fc.property(keys, text => {
      const reading = readSizeText(text, null);
      if (reading.state !== 'read') return;
      const { value } = reading;
      expect(compare('amount' in value ? value.amount : value.fraction, '0')).toBe(1);
    }),
    { numRuns: 2000 },
  );
});

it('size reader rejects an invalid figure before a currency', () => {
  expect(readSizeText('x1 BTC', { baseCurrency: 'BTC', quoteCurrency: 'USDT' }).state).toBe('invalid');
  expect(readSizeText('3 lots 1 BTC', { baseCurrency: 'BTC', quoteCurrency: 'USDT' }).state).toBe('invalid');
});
