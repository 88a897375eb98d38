import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { compareAmounts } from './sorting.ts';
import { tickDecimals } from './tick.ts';

it('sorting compares amounts as numbers, unknown ones below all', () => {
  const amounts: (Decimal | null)[] = ['10', null, '9', '-1', null];
  expect(amounts.toSorted(compareAmounts)).toEqual([null, null, '-1', '9', '10']);
});

it('the tick gives the digits, and an unknown symbol none', () => {
  const instrument = buildSpotSymbol({ priceIncrement: '0.10' });
  expect(tickDecimals(new Map([['BTC-USDT', instrument]]), 'BTC-USDT')).toBe(1);
  expect(tickDecimals(new Map(), 'BTC-USDT')).toBeUndefined();
});
