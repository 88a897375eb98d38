import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { SpotSymbol } from '#shared/domain/instrument.ts';
import { byCreation, compareAmounts } from './sorting.ts';
import { tickDecimals } from './tick.ts';

it('amounts sort as numbers, unknown ones below all', () => {
  const amounts: (Decimal | null)[] = ['10', null, '9', '-1', null];
  expect(amounts.toSorted(compareAmounts)).toEqual([null, null, '-1', '9', '10']);
});

it('newest first', () => {
  expect(
    [{ createdAtMs: 1 }, { createdAtMs: 3 }, { createdAtMs: 2 }].toSorted(byCreation).map(each => each.createdAtMs),
  ).toEqual([3, 2, 1]);
});

it('the tick gives the digits, an unknown symbol none', () => {
  const instrument: SpotSymbol = {
    symbol: 'BTC-USDT',
    baseCurrency: 'BTC',
    quoteCurrency: 'USDT',
    feeCurrency: 'USDT',
    priceIncrement: '0.10',
    baseIncrement: '0.00000001',
    quoteIncrement: '0.000001',
    baseMinSize: '0.00001',
    baseMaxSize: '1000',
    quoteMinSize: '0.1',
    minFunds: '0.1',
    priceLimitRate: '0.1',
    isMarginEnabled: true,
    isTradingEnabled: true,
  };
  expect(tickDecimals(new Map([['BTC-USDT', instrument]]), 'BTC-USDT')).toBe(1);
  expect(tickDecimals(new Map(), 'BTC-USDT')).toBeUndefined();
});
