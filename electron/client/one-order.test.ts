import { expect, it } from 'vitest';
import { createAnsweringFixture } from './endpoints/testing/endpoint-fixture.ts';
import { readOrder } from './one-order.ts';
import { json } from './testing/fake-exchange.ts';

const spot = { venue: 'spot', symbol: 'BTC-USDT', tradeType: 'spot', orderId: 'o' } as const;
const cross = { ...spot, tradeType: 'cross' } as const;
const futures = { venue: 'futures', symbol: 'XBTUSDTM', tradeType: 'futures', orderId: 'o' } as const;

it.each([
  [spot, 'GET s.example /api/v1/hf/orders/o?symbol=BTC-USDT'],
  [cross, 'GET s.example /api/v3/hf/margin/orders/o?symbol=BTC-USDT'],
  [futures, 'GET f.example /api/v1/orders/o'],
])('requests %o where such orders exist', async (order, request) => {
  const { client, sent } = createAnsweringFixture(() => json({ code: '200000', data: null }));
  expect(await readOrder(client, order, { priority: 'visible' })).toMatchObject({ ok: false });
  expect(sent()).toEqual([request]);
});
