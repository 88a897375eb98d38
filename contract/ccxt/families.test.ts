import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { type CcxtClient, ccxtClient, figure } from './testing/ccxt-client.ts';

const pair = 'BTC/USDT';

describe.each(['hf', 'classic'] as const)('ccxt with an account of the family %s', label => {
  let exchange: ContractExchange;
  let client: CcxtClient;

  beforeAll(async () => {
    exchange = await startExchange('live');
    client = ccxtClient(exchange.ready, 'spot', { label });
    await client.ask('loadMarkets');
  });
  afterAll(() => exchange.stop());

  const openIds = async (params: object = {}) =>
    (await client.rows('fetchOpenOrders', pair, undefined, undefined, params)).map(order => order['id']);

  it('finds the family with the orders and the fills', async () => {
    expect(await openIds()).toHaveLength(4);
    expect(await client.rows('fetchMyTrades', pair)).toHaveLength(2);
    expect(await client.rows('fetchClosedOrders', pair)).toHaveLength(2);
  });

  it('has no orders and no fills in the other family', async () => {
    const hf = label === 'classic';
    expect(await openIds({ hf })).toEqual([]);
    expect(await client.rows('fetchMyTrades', pair, undefined, undefined, { hf })).toEqual([]);
  });

  it('places, reads and cancels an order, and fills one', async () => {
    const bid = Math.floor(figure(await client.one('fetchOrderBook', pair), 'bids', 0, 0) * 0.95);
    const id = await client.id('createOrder', pair, 'limit', 'buy', 0.001, bid);
    expect(await openIds()).toContain(id);
    expect(await client.one('fetchOrder', id, pair)).toMatchObject({ id, status: 'open', amount: 0.001 });
    await client.ask('cancelOrder', id, pair);
    expect(await openIds()).not.toContain(id);
    const filled = await client.id('createOrder', pair, 'market', 'sell', 0.001);
    expect(await client.one('fetchOrder', filled, pair)).toMatchObject({ status: 'closed', filled: 0.001 });
    const own = (await client.rows('fetchMyTrades', pair)).map(trade => trade['order']);
    expect(own).toContain(filled);
  });

  it('cancels all orders of a pair and keeps those of other pairs', async () => {
    await client.ask('cancelAllOrders', pair);
    expect(await openIds()).toEqual([]);
    expect(await client.rows('fetchOpenOrders', 'ETH/USDT')).toHaveLength(3);
  });
});
