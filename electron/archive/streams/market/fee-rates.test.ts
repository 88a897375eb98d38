import { expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import type { MarketFeeRate } from '#client/endpoints/past-pages/page-calls.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { futuresFeeRates, spotFeeRates, toFeeRateRow } from './fee-rates.ts';

const dayMs = 86_400_000;
const noon = Date.parse('2026-03-24T12:00:00Z');
const rate: MarketFeeRate = { symbol: 'BTC-USDT', takerFeeRate: '0.0010', makerFeeRate: '0.0008' };

it('a row of fee rates holds for the UTC day of the question, with exact rates', () => {
  const row = toFeeRateRow(rate, noon);
  expect(row).toMatchObject({
    timeMs: noon - dayMs / 2,
    columns: { symbol: 'BTC-USDT' },
    rest: { takerFeeRate: '0.0010', makerFeeRate: '0.0008', heldUntilMs: String(noon + dayMs / 2) },
  });
  expect(toFeeRateRow(rate, noon + dayMs / 2 - 1)).toEqual(row);
});

it('fee rates of another day, and rates that changed within a day, have a row of their own', () => {
  const { key } = toFeeRateRow(rate, noon);
  expect(toFeeRateRow(rate, noon + dayMs / 2).key).not.toBe(key);
  expect(toFeeRateRow({ ...rate, makerFeeRate: '0.0009' }, noon).key).not.toBe(key);
});

it.each([
  ['spotFeeRates', spotFeeRates],
  ['futuresFeeRates', futuresFeeRates],
] as const)(
  'a read of %s asks for one market and has the day of the question, not of its window',
  async (name, stream) => {
    const asked: string[] = [];
    const { pastPages } = createFakeClient({
      pastPages: {
        [name]: ({ symbol }: { readonly symbol: string }) => {
          asked.push(symbol);
          const page = { unreadableCount: 0, total: null, next: null, text: '', endpoint: '' };
          return Promise.resolve(succeed({ ...page, rows: symbol === 'BTC-USDT' ? [rate] : [] }));
        },
      },
    });
    const query = { fromMs: 0, toMs: 9, unmet: [], askedAtMs: noon };
    const read = await stream.readPage(pastPages, { ...query, symbol: 'BTC-USDT' }, { priority: 'background' });
    expect(read).toMatchObject({ value: { rows: [toFeeRateRow(rate, noon)], isUnfinished: false } });
    const none = await stream.readPage(pastPages, { ...query, symbol: 'XBTUSDTM' }, { priority: 'background' });
    expect(none).toMatchObject({ value: { rows: [], isUnfinished: true } });
    expect(asked).toEqual(['BTC-USDT', 'XBTUSDTM']);
  },
);
