import { Spot } from 'kucoin-universal-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { request, universalClient, type UniversalClient } from './testing/universal-client.ts';

const symbol = 'BTC-USDT';
const { Order } = Spot;

describe('spot orders with the official client', () => {
  let exchange: ContractExchange;
  let client: UniversalClient;
  let orders: UniversalClient['spotOrders'];
  let bid = 0;
  let placed = 0;

  beforeAll(async () => {
    exchange = await startExchange('live');
    client = universalClient(exchange.ready);
    orders = client.spotOrders;
    const { bestBid } = await client.spotMarket.getTicker(request(Spot.Market.GetTickerReq, { symbol }));
    bid = Math.floor(Number(bestBid) * 0.95);
  });
  afterAll(() => exchange.stop());

  const newId = () => `universal-${(placed += 1)}`;
  /** Limit order of its own price, which the market does not reach. */
  const resting = () => {
    const clientOid = newId();
    return { clientOid, side: 'buy', symbol, type: 'limit', price: String(bid - placed), size: '0.002' };
  };
  const place = (fields: object = {}) => orders.addOrder(request(Order.AddOrderReq, { ...resting(), ...fields }));
  const order = (orderId: string) => orders.getOrderByOrderId(request(Order.GetOrderByOrderIdReq, { orderId, symbol }));
  const open = async () => (await orders.getOpenOrders(request(Order.GetOpenOrdersReq, { symbol }))).data;
  const isOpen = async (id: string) => (await open()).some(each => each.id === id);
  /** what the book shows at a price */
  const shownAt = async (price: string) => {
    const book = await client.spotMarket.getFullOrderBook(request(Spot.Market.GetFullOrderBookReq, { symbol }));
    return book.bids.find(([level]) => Number(level) === Number(price))?.[1] ?? '0';
  };

  it.each([
    ['limit', {}, { timeInForce: 'GTC' }, '0.002'],
    ['post-only', { postOnly: true, remark: 'patient' }, { postOnly: true, remark: 'patient' }, '0.002'],
    ['GTT', { timeInForce: 'GTT', cancelAfter: 600 }, { timeInForce: 'GTT', cancelAfter: 600 }, '0.002'],
    ['hidden', { hidden: true }, { hidden: true }, '0'],
    ['iceberg', { iceberg: true, visibleSize: '0.0005' }, { iceberg: true, visibleSize: '0.0005' }, '0.0005'],
    ['self-trade preventing', { stp: 'CN' }, { stp: 'CN' }, '0.002'],
  ])('a %s order rests, is shown in the book, and is cancelled', async (_, fields, shown, visible) => {
    const { orderId } = await place(fields);
    const placedOrder = await order(orderId);
    expect(placedOrder).toMatchObject({
      id: orderId,
      clientOid: `universal-${placed}`,
      symbol,
      opType: 'DEAL',
      side: 'buy',
      type: 'limit',
      size: '0.002',
      dealSize: '0',
      active: true,
      inOrderBook: true,
      cancelExist: false,
      ...shown,
    });
    expect(await shownAt(placedOrder.price)).toBe(visible);
    await orders.cancelOrderByOrderId(request(Order.CancelOrderByOrderIdReq, { orderId, symbol }));
    expect(await order(orderId)).toMatchObject({ active: false, cancelExist: true, cancelledSize: '0.002' });
    expect(await shownAt(placedOrder.price)).toBe('0');
  });

  it.each(['IOC', 'FOK'])('an %s order without a counterparty ends at once', async timeInForce => {
    const { orderId } = await place({ timeInForce });
    expect(await order(orderId)).toMatchObject({ timeInForce, active: false, dealSize: '0', cancelExist: true });
  });

  it.each([
    ['size', 'sell', { size: '0.002' }, 'dealSize', 0.002],
    ['funds', 'buy', { funds: '50' }, 'dealFunds', 50],
  ] as const)('a market order by %s is filled, with its own fills', async (_, side, amount, field, figure) => {
    const clientOid = newId();
    const { orderId } = await orders.addOrder(
      request(Order.AddOrderReq, { clientOid, side, symbol, type: 'market', ...amount }),
    );
    const done = await order(orderId);
    expect(done).toMatchObject({ type: 'market', side, active: false });
    expect(Number(done[field])).toBeCloseTo(figure, 2);
    const fills = await orders.getTradeHistory(request(Order.GetTradeHistoryReq, { symbol, orderId }));
    const total = (name: 'size' | 'funds' | 'fee') => fills.items.reduce((all, fill) => all + Number(fill[name]), 0);
    expect(total('size')).toBeCloseTo(Number(done.dealSize), 8);
    expect(total('funds')).toBeCloseTo(Number(done.dealFunds), 8);
    expect(total('fee')).toBeCloseTo(Number(done.dealFunds) * 0.001, 6);
    expect(new Set(fills.items.map(fill => `${fill.liquidity} ${fill.orderId}`))).toEqual(
      new Set([`taker ${orderId}`]),
    );
  });

  it('a rejection has its code', async () => {
    await expect(place({ size: '10000' })).rejects.toMatchObject({ response: { code: '200004' } });
    await expect(order('670fd33bf9406e0007ab3945')).rejects.toMatchObject({ response: { code: '400100' } });
  });

  it('an order is placed and cancelled with the outcome in the answer', async () => {
    const add = () => orders.addOrderSync(request(Order.AddOrderSyncReq, resting()));
    const first = await add();
    expect(first).toMatchObject({ status: 'open', originSize: '0.002', remainSize: '0.002', dealSize: '0' });
    const cancelled = { status: 'done', originSize: '0.002', canceledSize: '0.002' };
    const byId = request(Order.CancelOrderByOrderIdSyncReq, { orderId: first.orderId, symbol });
    expect(await orders.cancelOrderByOrderIdSync(byId)).toMatchObject(cancelled);
    const { clientOid } = await add();
    const byOwnId = request(Order.CancelOrderByClientOidSyncReq, { clientOid, symbol });
    expect(await orders.cancelOrderByClientOidSync(byOwnId)).toMatchObject({ clientOid, ...cancelled });
  });

  it('an order is read, cancelled, cancelled in part, amended and tested by its client id', async () => {
    const { orderId, clientOid } = await place();
    const byOwnId = { clientOid, symbol };
    const read = await orders.getOrderByClientOid(request(Order.GetOrderByClientOidReq, byOwnId));
    expect(read).toMatchObject({ id: orderId, clientOid });
    const part = request(Order.CancelPartialOrderReq, { orderId, symbol, cancelSize: '0.0005' });
    expect(await orders.cancelPartialOrder(part)).toMatchObject({ orderId, cancelSize: '0.0005' });
    expect(await order(orderId)).toMatchObject({ active: true, cancelledSize: '0.0005', remainSize: '0.0015' });
    await orders.cancelOrderByClientOid(request(Order.CancelOrderByClientOidReq, byOwnId));
    expect(await isOpen(orderId)).toBe(false);

    const before = await place();
    const change = { symbol, orderId: before.orderId, newSize: '0.003', newPrice: String(bid) };
    const { newOrderId } = await orders.modifyOrder(request(Order.ModifyOrderReq, change));
    expect(await order(newOrderId)).toMatchObject({ size: '0.003', price: String(bid), active: true });
    expect(await isOpen(before.orderId)).toBe(false);

    const count = (await open()).length;
    await orders.addOrderTest(request(Order.AddOrderTestReq, resting()));
    expect(await open()).toHaveLength(count);
  });

  it('several orders are placed at once, each with its outcome', async () => {
    const tooSmall = '0.000000001';
    const some = await orders.batchAddOrders(
      request(Order.BatchAddOrdersReq, {
        orderList: [resting(), { ...resting(), size: tooSmall }].map(row =>
          request(Order.BatchAddOrdersOrderList, row),
        ),
      }),
    );
    expect(some.data).toMatchObject([{ success: true }, { success: false }]);
    expect(some.data[1]?.failMsg).toContain('size');
    expect(await isOpen(some.data[0]?.orderId ?? '')).toBe(true);
    const synced = await orders.batchAddOrdersSync(
      request(Order.BatchAddOrdersSyncReq, {
        orderList: [resting(), { ...resting(), size: tooSmall }].map(row =>
          request(Order.BatchAddOrdersSyncOrderList, row),
        ),
      }),
    );
    expect(synced.data).toMatchObject([{ success: true, status: 'open', remainSize: '0.002' }, { success: false }]);
  });

  it('a stop order waits in its own list until it is cancelled', async () => {
    const add = (fields: object = {}) =>
      orders.addStopOrder(request(Order.AddStopOrderReq, { ...resting(), stopPrice: String(bid), ...fields }));
    const listed = async () => {
      const answer = await orders.getStopOrdersList(request(Order.GetStopOrdersListReq, { symbol }));
      return answer.items.map(each => each.id);
    };
    const { orderId } = await add();
    const stop = await orders.getStopOrderByOrderId(request(Order.GetStopOrderByOrderIdReq, { orderId }));
    expect(stop).toMatchObject({ id: orderId, status: 'NEW', stop: 'loss', tradeType: 'TRADE', side: 'buy' });
    expect(Number(stop.stopPrice)).toBe(bid);
    const byOwnId = request(Order.GetStopOrderByClientOidReq, { clientOid: stop.clientOid ?? '', symbol });
    expect((await orders.getStopOrderByClientOid(byOwnId)).data).toMatchObject([{ id: orderId }]);
    expect(await listed()).toContain(orderId);
    const cancel = request(Order.CancelStopOrderByOrderIdReq, { orderId });
    expect(await orders.cancelStopOrderByOrderId(cancel)).toMatchObject({ cancelledOrderIds: [orderId] });

    const byFunds = { clientOid: newId(), side: 'buy', symbol, type: 'market', funds: '20', stopPrice: String(bid) };
    const market = await orders.addStopOrder(request(Order.AddStopOrderReq, byFunds));
    const cancelOwn = request(Order.CancelStopOrderByClientOidReq, { clientOid: byFunds.clientOid, symbol });
    expect(await orders.cancelStopOrderByClientOid(cancelOwn)).toMatchObject({ cancelledOrderId: market.orderId });

    const last = await add({ stop: 'entry', stopPrice: String(bid * 2) });
    const all = await orders.batchCancelStopOrder(request(Order.BatchCancelStopOrderReq, { symbol }));
    expect(all.cancelledOrderIds).toContain(last.orderId);
    expect(await listed()).toEqual([]);
  });

  it('an OCO is two orders', async () => {
    const add = async () => {
      const { clientOid, price } = resting();
      const exit = String(Math.floor(bid * 1.1));
      const fields = { clientOid, side: 'buy', symbol, price, size: '0.002', stopPrice: exit, limitPrice: exit };
      const { orderId } = await orders.addOcoOrder(request(Order.AddOcoOrderReq, fields));
      return { clientOid, orderId };
    };
    const { orderId, clientOid } = await add();
    const known = { orderId, clientOid, symbol, status: 'NEW' };
    const byId = { orderId };
    expect(await orders.getOcoOrderByOrderId(request(Order.GetOcoOrderByOrderIdReq, byId))).toMatchObject(known);
    const byOwnId = request(Order.GetOcoOrderByClientOidReq, { clientOid });
    expect(await orders.getOcoOrderByClientOid(byOwnId)).toMatchObject(known);
    const detail = await orders.getOcoOrderDetailByOrderId(request(Order.GetOcoOrderDetailByOrderIdReq, byId));
    expect(detail.orders).toMatchObject([
      { side: 'buy', symbol, status: 'NEW' },
      { side: 'buy', symbol, status: 'NEW' },
    ]);
    const legs = detail.orders.map(each => each.id);
    expect((await orders.getOcoOrderList(request(Order.GetOcoOrderListReq, { symbol }))).items).toMatchObject([known]);
    const cancelled = await orders.cancelOcoOrderByOrderId(request(Order.CancelOcoOrderByOrderIdReq, byId));
    expect(cancelled.cancelledOrderIds.toSorted()).toEqual(legs.toSorted());
    const second = await add();
    const cancelOwn = request(Order.CancelOcoOrderByClientOidReq, { clientOid: second.clientOid });
    expect((await orders.cancelOcoOrderByClientOid(cancelOwn)).cancelledOrderIds).toHaveLength(2);
    await add();
    const all = await orders.batchCancelOcoOrders(request(Order.BatchCancelOcoOrdersReq, { symbol }));
    expect(all.cancelledOrderIds).toHaveLength(2);
    const { items } = await orders.getOcoOrderList(request(Order.GetOcoOrderListReq, { symbol }));
    expect(items.map(each => each.status)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
  });

  it('the endpoints before the high-frequency ones still answer', async () => {
    const add = () => orders.addOrderOld(request(Order.AddOrderOldReq, resting()));
    const { orderId } = await add();
    const own = { clientOid: `universal-${placed}` };
    const byId = request(Order.GetOrderByOrderIdOldReq, { orderId });
    expect(await orders.getOrderByOrderIdOld(byId)).toMatchObject({ id: orderId, isActive: true, tradeType: 'TRADE' });
    expect(await orders.getOrderByClientOidOld(request(Order.GetOrderByClientOidOldReq, own))).toMatchObject(own);
    const cancel = request(Order.CancelOrderByOrderIdOldReq, { orderId });
    expect(await orders.cancelOrderByOrderIdOld(cancel)).toMatchObject({ cancelledOrderIds: [orderId] });
    const other = await add();
    const cancelOwn = request(Order.CancelOrderByClientOidOldReq, { clientOid: `universal-${placed}` });
    expect(await orders.cancelOrderByClientOidOld(cancelOwn)).toMatchObject({ cancelledOrderId: other.orderId });
    const row = request(Order.BatchAddOrdersOldOrderList, resting());
    const some = await orders.batchAddOrdersOld(request(Order.BatchAddOrdersOldReq, { symbol, orderList: [row] }));
    expect(some.data).toMatchObject([{ status: 'success', symbol }]);
    await orders.addOrderTestOld(request(Order.AddOrderTestOldReq, resting()));
    const active = await orders.getOrdersListOld(request(Order.GetOrdersListOldReq, { symbol, status: 'active' }));
    expect(active.items.map(each => each.id)).toContain(some.data[0]?.id);
    const recent = await orders.getRecentOrdersListOld();
    expect(recent.data.map(each => each.id)).toContain(orderId);
    const fills = await orders.getTradeHistoryOld(request(Order.GetTradeHistoryOldReq, { symbol, tradeType: 'TRADE' }));
    const lately = await orders.getRecentTradeHistoryOld();
    expect(lately.data.map(each => each.tradeId)).toContain(fills.items[0]?.tradeId);
    const all = request(Order.BatchCancelOrderOldReq, { symbol, tradeType: 'TRADE' });
    expect((await orders.batchCancelOrderOld(all)).cancelledOrderIds).toContain(some.data[0]?.id);
  });

  it('everything is cancelled: of a pair, of all, by the timer, and past orders stay readable', async () => {
    const { orderId } = await place();
    expect(await orders.getSymbolsWithOpenOrder()).toMatchObject({ symbols: expect.arrayContaining([symbol]) });
    const page = await orders.getOpenOrdersByPage(request(Order.GetOpenOrdersByPageReq, { symbol, pageSize: 10 }));
    expect(page.items[0]).toMatchObject({ id: orderId });
    expect(await orders.cancelAllOrdersBySymbol(request(Order.CancelAllOrdersBySymbolReq, { symbol }))).toMatchObject({
      data: 'success',
    });
    expect(await open()).toEqual([]);
    const closed = await orders.getClosedOrders(request(Order.GetClosedOrdersReq, { symbol }));
    expect(closed.items.find(each => each.id === orderId)).toMatchObject({ active: false, cancelExist: true });

    const set = await orders.setDCP(request(Order.SetDCPReq, { timeout: 60, symbols: symbol }));
    expect(set.triggerTime - set.currentTime).toBe(60);
    expect(await orders.getDCP()).toMatchObject({ timeout: 60, symbols: symbol, triggerTime: set.triggerTime });
    await orders.setDCP(request(Order.SetDCPReq, { timeout: -1, symbols: symbol }));

    await place();
    const { succeedSymbols, failedSymbols } = await orders.cancelAllOrders();
    expect([succeedSymbols.includes(symbol), failedSymbols]).toEqual([true, []]);
    expect(await open()).toEqual([]);
  });
});
