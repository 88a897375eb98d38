import { describe, expect, it } from 'vitest';
import { buildComparedBook, noBook } from './testing/build-comparison.ts';
import { type ConversionOptions, convert } from './conversion.ts';

const book = buildComparedBook(
  [
    ['0.99', '100'],
    ['0.98', '100'],
  ],
  [
    ['1.01', '100'],
    ['1.02', '100'],
  ],
);
const options: ConversionOptions = { pairs: new Set(['USDC-USDT']), bookOf: () => book, isDollarAtPar: false };

describe('conversion with our own books, level by level', () => {
  it('sells received base currency at the bids', () => {
    expect(convert({ side: 'sell', amount: '150', from: 'USDC', to: 'USDT' }, options)).toEqual({
      ok: true,
      amount: '148',
      by: { symbol: 'USDC-USDT', side: 'sell', price: '0.986666666666666666666667' },
    });
  });

  it('buys payable base currency at the asks', () => {
    expect(convert({ side: 'buy', amount: '150', from: 'USDC', to: 'USDT' }, options)).toMatchObject({
      amount: '152',
      by: { side: 'buy' },
    });
  });

  it('spends received quote currency at the asks', () => {
    expect(convert({ side: 'sell', amount: '152', from: 'USDT', to: 'USDC' }, options)).toMatchObject({
      amount: '150',
      by: { symbol: 'USDC-USDT', side: 'buy' },
    });
  });

  it('obtains payable quote currency at the bids', () => {
    expect(convert({ side: 'buy', amount: '148', from: 'USDT', to: 'USDC' }, options)).toMatchObject({
      amount: '150',
      by: { side: 'sell' },
    });
  });

  it('converts nothing for the same currency, by any name', () => {
    expect(convert({ side: 'buy', amount: '7', from: 'XBT', to: 'BTC' }, options)).toEqual({
      ok: true,
      amount: '7',
      by: null,
    });
  });
});

describe('conversion without a price', () => {
  it.each([
    [{ side: 'sell', amount: '201', from: 'USDC', to: 'USDT' } as const, /USDC-USDT.*too thin/],
    [{ side: 'buy', amount: '204', from: 'USDT', to: 'USDC' } as const, /USDC-USDT.*too thin/],
    [{ side: 'sell', amount: '1', from: 'USD', to: 'USDT' } as const, /No pair here turns USD into USDT/],
  ])('states the reason', (exchange, reason) => {
    const converted = convert(exchange, options);
    expect(converted.ok ? '' : converted.reason).toMatch(reason);
  });

  it('ignores an unreliable book', () => {
    const stale = { ...options, bookOf: () => noBook };
    expect(convert({ side: 'sell', amount: '1', from: 'USDC', to: 'USDT' }, stale)).toEqual({
      ok: false,
      reason: 'For the conversion, USDC-USDT: The book is stale.',
    });
  });
});

it('a dollar counts as a stable coin only when the user agrees, and nothing else does', () => {
  const atPar = { ...options, isDollarAtPar: true };
  const par = { ok: true, amount: '5', by: { symbol: null, side: 'sell', price: '1' } };
  expect(convert({ side: 'sell', amount: '5', from: 'USD', to: 'USDT' }, atPar)).toEqual(par);
  expect(convert({ side: 'sell', amount: '5', from: 'USDC', to: 'USD' }, atPar)).toEqual(par);
  for (const [from, to] of [
    ['USD', 'EUR'],
    ['EUR', 'USD'],
    ['EUR', 'BRL'],
  ] as const)
    expect(convert({ side: 'sell', amount: '5', from, to }, atPar)).toMatchObject({ ok: false });
  // a pair that has a price is never passed by
  expect(convert({ side: 'sell', amount: '100', from: 'USDC', to: 'USDT' }, atPar)).toMatchObject({ amount: '99' });
});
