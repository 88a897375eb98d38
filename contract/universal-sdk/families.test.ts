import { Account, Spot } from 'kucoin-universal-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { request, universalClient, type UniversalClient } from './testing/universal-client.ts';

const symbol = 'BTC-USDT';
const { Order } = Spot;

describe.each(['hf', 'classic'] as const)('the official client with an account of the family %s', label => {
  let exchange: ContractExchange;
  let client: UniversalClient;

  beforeAll(async () => {
    exchange = await startExchange('live');
    client = universalClient(exchange.ready, label);
  });
  afterAll(() => exchange.stop());

  const isHf = label === 'hf';
  const farBid = async () => {
    const { bestBid } = await client.spotMarket.getTicker(request(Spot.Market.GetTickerReq, { symbol }));
    return String(Math.floor(Number(bestBid) * 0.95));
  };

  it('reads the kind of the account', async () => {
    expect((await client.accounts.getSpotAccountType()).data).toBe(isHf);
  });

  it('has the open orders in the lists of its family alone', async () => {
    const orders = client.spotOrders;
    const symbols = (await orders.getSymbolsWithOpenOrder()).symbols;
    expect(symbols).toHaveLength(isHf ? 5 : 0);
    const open = await orders.getOpenOrders(request(Order.GetOpenOrdersReq, { symbol }));
    expect(open.data).toHaveLength(isHf ? 4 : 0);
    const classic = orders.getOrdersListOld(request(Order.GetOrdersListOldReq, { status: 'active' }));
    // the client's own declaration has no null there
    if (isHf) await expect(classic).rejects.toThrow('items is null');
    else expect((await classic).items).toHaveLength(13);
  });

  it('has past orders, fills and the high-frequency ledger in its family alone', async () => {
    const orders = client.spotOrders;
    const done = await orders.getClosedOrders(request(Order.GetClosedOrdersReq, { symbol }));
    expect(done.items).toHaveLength(isHf ? 2 : 0);
    const fills = await orders.getTradeHistory(request(Order.GetTradeHistoryReq, { symbol }));
    expect(fills.items).toHaveLength(isHf ? 2 : 0);
    const classicFills = await orders.getTradeHistoryOld(request(Order.GetTradeHistoryOldReq, {}));
    expect(classicFills.items).toHaveLength(isHf ? 0 : 5);
    const recent = await orders.getRecentTradeHistoryOld();
    expect(recent.data).toHaveLength(isHf ? 0 : 5);
    const ledger = await client.accounts.getSpotHFLedger(request(Account.Account.GetSpotHFLedgerReq, {}));
    expect(ledger.data.length > 0).toBe(isHf);
  });

  it('places and cancels an order in its family', async () => {
    const orders = client.spotOrders;
    const order = {
      clientOid: `families-${label}`,
      side: 'buy',
      symbol,
      type: 'limit',
      price: await farBid(),
      size: '0.002',
    };
    if (isHf) {
      const { orderId } = await orders.addOrder(request(Order.AddOrderReq, order));
      await orders.cancelOrderByOrderId(request(Order.CancelOrderByOrderIdReq, { orderId, symbol }));
      return;
    }
    await expect(orders.addOrder(request(Order.AddOrderReq, order))).rejects.toMatchObject({
      response: { code: '200004' },
    });
    const { orderId } = await orders.addOrderOld(request(Order.AddOrderOldReq, order));
    const cancelled = await orders.cancelOrderByOrderIdOld(request(Order.CancelOrderByOrderIdOldReq, { orderId }));
    expect(cancelled.cancelledOrderIds).toEqual([orderId]);
  });
});
