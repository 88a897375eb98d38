import { expect, it } from 'vitest';
import { buildFill } from '#shared/testing/build-fill.ts';
import { summariseFills } from './fill-summary.ts';

const fill = buildFill({ tradeId: '1', orderId: 'o', price: '1', funds: '1', liquidity: 'maker', createdAtMs: 0 });

it('fill summary counts, and sums fees by currency only', () => {
  expect(summariseFills([])).toBe('no fills');
  expect(summariseFills([fill])).toBe('1 fill, 1 as maker, fees 0.1 USDT');
  expect(
    summariseFills([fill, { ...fill, fee: '0.2', liquidity: 'taker' }, { ...fill, fee: '1', feeCurrency: 'KCS' }]),
  ).toBe('3 fills, 2 as maker, fees 0.3 USDT + 1 KCS');
});
