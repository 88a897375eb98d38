import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, type Decimal, sum } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { baseAmountOf } from '../market-terms.ts';
import { coinAmount, sizeInMarket } from './size-in-market.ts';
import type { SizeAsk } from './size-ask.ts';
import { buildComparedBook, inverse, linear, noBook, usdt } from './testing/build-comparison.ts';

describe('an amount of coin in the lots of a market', () => {
  it('rounds down, and states the rest', () => {
    expect(sizeInMarket([['50000', '9']], '2.0000012', usdt)).toEqual({
      size: '2',
      coin: '2',
      rest: '0.0000012',
      isTooThin: false,
    });
    expect(sizeInMarket([['50000', '2000']], '2.0004', linear)).toEqual({
      size: '2000',
      coin: '2',
      rest: '0.0004',
      isTooThin: false,
    });
    expect(sizeInMarket([['50000', '1999']], '2', linear)).toMatchObject({ isTooThin: true });
  });

  it('takes quote currency on an inverse contract, level by level', () => {
    const levels: BookLevel[] = [
      ['50000', '50000'],
      ['40000', '90000'],
    ];
    expect(sizeInMarket(levels, '2', inverse)).toEqual({ size: '90000', coin: '2', rest: '0', isTooThin: false });
    expect(sizeInMarket(levels, '3.25', inverse)).toEqual({
      size: '140000',
      coin: '3.25',
      rest: '0',
      isTooThin: false,
    });
    expect(sizeInMarket(levels, '4', inverse)).toMatchObject({ size: '140000', isTooThin: true });
    expect(sizeInMarket([], '4', inverse)).toMatchObject({ size: '0', isTooThin: true });
  });

  it('gives the most lots that fit, one after the other', () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 20 }));
    const book = fc.uniqueArray(level, { minLength: 1, maxLength: 6, selector: ([price]) => price });
    fc.assert(
      fc.property(book, fc.integer({ min: 1, max: 600 }), fc.boolean(), (rows, hundredths, isBuy) => {
        const sorted = rows.toSorted(([one], [other]) => (isBuy ? one - other : other - one));
        const levels = sorted.map(([price, size]): BookLevel => [`${price}`, `${size}`]);
        const coin: Decimal = `${hundredths / 100}`;
        const lots = sorted.flatMap(([price, size]) => Array.from({ length: size }, () => price));
        const coinOf = (count: number) =>
          sum(lots.slice(0, count).map(price => baseAmountOf('1', `${price}`, inverse)));
        const sized = sizeInMarket(levels, coin, inverse);
        const count = Number(sized.size);
        // a lot is a fraction like 1/3: the last of its 24 digits is no lot
        const near: Decimal = '0.000000000000000001';
        expect(compare(coinOf(count), sum([coin, near]))).toBeLessThanOrEqual(0);
        if (count < lots.length) expect(compare(sum([coinOf(count + 1), near]), coin)).toBe(1);
        if (sized.isTooThin) expect(count).toBe(lots.length);
      }),
    );
  });
});

function reasonOf(ask: SizeAsk, pair: Parameters<typeof coinAmount>[1]): string {
  const found = coinAmount(ask, pair);
  return found.ok ? found.coin : found.reason;
}

describe('the requested amount of coin', () => {
  const ask: SizeAsk = { side: 'buy', amount: '150', coin: 'BTC', money: 'USDT', target: null };
  const book = buildComparedBook(
    [['99', '1']],
    [
      ['100', '1'],
      ['125', '1'],
    ],
  );

  it('equals the amount, or what the money buys or sells in the pair', () => {
    expect(coinAmount({ ...ask, money: null }, null)).toEqual({ ok: true, coin: '150' });
    expect(coinAmount(ask, { terms: usdt, book })).toEqual({ ok: true, coin: '1.4' });
    expect(coinAmount({ ...ask, side: 'sell', amount: '49.5' }, { terms: usdt, book })).toEqual({
      ok: true,
      coin: '0.5',
    });
  });

  it('states why it is unknown', () => {
    expect(reasonOf(ask, null)).toBe('No pair here prices BTC in USDT.');
    expect(reasonOf(ask, { terms: usdt, book: noBook })).toBe('BTC-USDT: The book is stale.');
    expect(reasonOf({ ...ask, amount: '226' }, { terms: usdt, book })).toMatch(/too thin for 226 USDT/);
    expect(reasonOf({ ...ask, amount: '0.0001' }, { terms: usdt, book })).toMatch(/smallest step of BTC-USDT/);
  });
});
