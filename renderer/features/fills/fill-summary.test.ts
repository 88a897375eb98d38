import { expect, it } from 'vitest';
import type { Fill } from '#shared/domain/fill.ts';
import { summariseFills } from './fill-summary.ts';

const fill: Fill = {
  venue: 'spot',
  tradeId: '1',
  orderId: 'o',
  symbol: 'BTC-USDT',
  tradeType: 'spot',
  side: 'buy',
  price: '1',
  size: '1',
  funds: '1',
  fee: '0.1',
  feeRate: '0.001',
  feeCurrency: 'USDT',
  openFee: null,
  closeFee: null,
  settleCurrency: null,
  liquidity: 'maker',
  isForceTaker: false,
  cause: 'trade',
  createdAtMs: 0,
};

it('counts, and adds fees up by currency only', () => {
  expect(summariseFills([])).toBe('no fills');
  expect(
    summariseFills([fill, { ...fill, fee: '0.2', liquidity: 'taker' }, { ...fill, fee: '1', feeCurrency: 'KCS' }]),
  ).toBe('3 fills, 2 as maker, fees 0.3 USDT + 1 KCS');
});
