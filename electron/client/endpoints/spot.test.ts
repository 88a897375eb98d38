import { describe, expect, it } from 'vitest';
import { act, createFixture, page } from './testing/endpoint-fixture.ts';

const spotOrder = {
  id: '5c35c02703aa673ceec2a168',
  symbol: 'BTC-USDT',
  opType: 'DEAL',
  type: 'limit',
  side: 'buy',
  price: '10',
  size: '2.00',
  funds: '0',
  dealFunds: '0.166',
  dealSize: '2',
  fee: '0',
  feeCurrency: 'USDT',
  stp: '',
  stop: '',
  stopTriggered: false,
  stopPrice: '0',
  timeInForce: 'GTC',
  postOnly: false,
  hidden: false,
  iceberg: false,
  visibleSize: '0',
  cancelAfter: 0,
  channel: 'IOS',
  clientOid: '',
  remark: null,
  tags: null,
  isActive: false,
  cancelExist: true,
  createdAt: 1547026471000,
  tradeType: 'TRADE',
};

const order = {
  venue: 'spot',
  id: '5c35c02703aa673ceec2a168',
  clientOid: null,
  symbol: 'BTC-USDT',
  tradeType: 'spot',
  type: 'limit',
  side: 'buy',
  price: '10',
  size: '2',
  funds: null,
  filledSize: '2',
  filledFunds: '0.166',
  fee: '0',
  feeCurrency: 'USDT',
  timeInForce: 'GTC',
  selfTradePrevention: null,
  cancelAfterS: null,
  isPostOnly: false,
  isHidden: false,
  isIceberg: false,
  visibleSize: null,
  leverage: null,
  isReduceOnly: false,
  stopPrice: null,
  remark: null,
  isActive: false,
  isCancelled: true,
  createdAtMs: 1547026471000,
  updatedAtMs: null,
};

describe('spot orders', () => {
  it('are read out of the bare page, unset values as null', async () => {
    const { client, sent } = createFixture(page([spotOrder]));
    const query = {
      status: 'done',
      symbol: 'BTC-USDT',
      side: 'buy',
      type: 'limit_stop',
      tradeType: 'isolated',
      startAtMs: 1,
      endAtMs: 7 * 86_400_000 + 1,
      page: 2,
      pageSize: 50,
    } as const;
    expect(await client.spot.orders(query, act)).toEqual({
      ok: true,
      value: { page: 1, pageSize: 50, totalItems: 1, totalPages: 1, items: [order] },
    });
    expect(sent()).toEqual([
      'GET s.example /api/v1/orders?status=done&symbol=BTC-USDT&side=buy&type=limit_stop&tradeType=MARGIN_ISOLATED_TRADE&startAt=1&endAt=604800001&currentPage=2&pageSize=50',
    ]);
  });

  it('are read with everything set, in the words of the high-frequency record', async () => {
    const { isActive: _dropped, ...rest } = spotOrder;
    const wire = {
      ...rest,
      active: true,
      cancelExist: false,
      clientOid: 'c-1',
      stp: 'DC',
      timeInForce: 'GTT',
      cancelAfter: 30,
      type: 'market_stop',
      funds: '5.0',
      price: '0',
      size: '0',
      visibleSize: '1',
      stopPrice: '9.5',
      remark: 'r',
      postOnly: true,
      tradeType: 'MARGIN_TRADE',
      lastUpdatedAt: 1547026471999,
      unknownField: { a: 1 },
    };
    const { client, sent } = createFixture({ code: '200000', data: wire });
    expect(await client.spot.orderByClientOid({ clientOid: 'c-1', symbol: 'BTC-USDT' }, act)).toEqual({
      ok: true,
      value: {
        ...order,
        isActive: true,
        isCancelled: false,
        clientOid: 'c-1',
        selfTradePrevention: 'DC',
        timeInForce: 'GTT',
        cancelAfterS: 30,
        type: 'market',
        funds: '5',
        price: null,
        size: null,
        visibleSize: '1',
        stopPrice: '9.5',
        remark: 'r',
        isPostOnly: true,
        tradeType: 'cross',
        updatedAtMs: 1547026471999,
      },
    });
    expect(sent()).toEqual(['GET s.example /api/v1/hf/orders/client-order/c-1?symbol=BTC-USDT']);
  });

  it('of unknown kinds are not guessed', async () => {
    const wire = { ...spotOrder, type: 'oco_limit', timeInForce: 'DAY', stp: 'XX' };
    const { client } = createFixture(page([wire]));
    const answer = await client.spot.orders({ status: 'active' }, act);
    expect(answer).toMatchObject({
      value: { items: [{ type: 'unknown', timeInForce: null, selfTradePrevention: null }] },
    });
  });

  it('that do not say whether they are active are a bad reply', async () => {
    const { isActive: _dropped, ...rest } = spotOrder;
    const { client } = createFixture(page([rest]));
    expect(await client.spot.orders({ status: 'active' }, act)).toMatchObject({
      ok: false,
      error: { kind: 'bad-reply', field: 'items.0.isActive' },
    });
  });

  it('that are done are asked for at most 7 days at a time, before anything is sent', async () => {
    const { client, sent } = createFixture(page([]));
    const wide = { startAtMs: 0, endAtMs: 7 * 86_400_000 + 1 };
    expect(await client.spot.orders({ status: 'done', ...wide }, act)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request', field: 'startAtMs' },
    });
    expect(await client.spot.allOrders({ status: 'done', ...wide }, act)).toMatchObject({ ok: false });
    for (const bad of [{ startAtMs: 5, endAtMs: 4 }, { startAtMs: 1.5 }, { endAtMs: -1 }]) {
      expect(await client.spot.orders({ status: 'active', ...bad }, act)).toMatchObject({
        ok: false,
        error: { kind: 'invalid-request' },
      });
      expect(await client.stops.list(bad, act)).toMatchObject({ ok: false });
      expect(await client.futures.orders({ status: 'done', ...bad }, act)).toMatchObject({ ok: false });
      expect(await client.futures.stops(bad, act)).toMatchObject({ ok: false });
    }
    expect(sent()).toEqual([]);
    expect((await client.spot.orders({ status: 'active', ...wide }, act)).ok).toBe(true);
    expect((await client.spot.orders({ status: 'done', startAtMs: 0 }, act)).ok).toBe(true);
  });

  it('are collected over all pages', async () => {
    const { client, sent } = createFixture(page([spotOrder]));
    expect(await client.spot.allOrders({ status: 'active' }, act)).toEqual({
      ok: true,
      value: { items: [order], isComplete: true },
    });
    expect(sent()).toEqual(['GET s.example /api/v1/orders?status=active&currentPage=1&pageSize=500']);
  });

  it.each([
    ['wrapped', { code: '200000', data: null }],
    ['wrapped without data', { code: '200000' }],
    ['bare', null],
  ])('that are answered by null, %s, are neither found nor known to be missing', async (_, body) => {
    const { client } = createFixture(body);
    const missing = { ok: false, error: { kind: 'bad-reply', field: 'data' } };
    expect(await client.spot.order({ orderId: 'x', symbol: 'BTC-USDT' }, act)).toMatchObject(missing);
    expect(await client.stops.order({ orderId: 'x' }, act)).toMatchObject(missing);
    expect(await client.stops.orderByClientOid({ clientOid: 'x', symbol: 'BTC-USDT' }, act)).toMatchObject(missing);
    expect(await client.futures.order({ orderId: 'x' }, act)).toMatchObject(missing);
    expect(await client.futures.orderByClientOid({ clientOid: 'x' }, act)).toMatchObject(missing);
    expect(await client.margin.orderByClientOid({ clientOid: 'x', symbol: 'BTC-USDT' }, act)).toMatchObject(missing);
    expect(await client.margin.order({ orderId: 'x', symbol: 'BTC-USDT' }, act)).toMatchObject(missing);
    // nor is a list empty then
    expect(await client.spot.recentFills({}, act)).toMatchObject(missing);
    expect(await client.futures.positions({}, act)).toMatchObject(missing);
    expect(await client.futures.recentDoneOrders({}, act)).toMatchObject(missing);
    // and what was sent may have happened
    expect(await client.spot.cancel({ orderId: 'x', symbol: 'BTC-USDT' }, act)).toMatchObject({
      error: { kind: 'outcome-unknown', isOutcomeUnknown: true },
    });
  });
});

describe('placing on spot', () => {
  it('writes every field of docs/exchange/endpoints.md §3.2', async () => {
    const { client, sent } = createFixture({ code: '200000', data: { orderId: 'o', clientOid: 'c' } });
    await client.spot.place(
      {
        clientOid: 'c',
        symbol: 'BTC-USDT',
        side: 'sell',
        type: 'limit',
        price: '1.10',
        size: '2',
        timeInForce: 'GTT',
        cancelAfterS: 60,
        selfTradePrevention: 'CN',
        isPostOnly: true,
        isHidden: false,
        isIceberg: true,
        visibleSize: '1',
        tags: 'desk',
        remark: 'a "b"',
      },
      act,
    );
    expect(sent()).toEqual([
      'POST s.example /api/v1/hf/orders {"clientOid":"c","symbol":"BTC-USDT","type":"limit","side":"sell","price":"1.10","size":"2","timeInForce":"GTT","cancelAfter":60,"stp":"CN","postOnly":true,"hidden":false,"iceberg":true,"visibleSize":"1","tags":"desk","remark":"a \\"b\\""}',
    ]);
  });

  it('refuses labels that the exchange would refuse', async () => {
    const { client, sent } = createFixture({});
    const one = { clientOid: 'c', symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '1', size: '1' } as const;
    for (const bad of [{ remark: 'x'.repeat(21) }, { tags: 'ü' }]) {
      expect(await client.spot.place({ ...one, ...bad }, act)).toMatchObject({
        ok: false,
        error: { kind: 'invalid-request' },
      });
      expect(await client.spot.placeBatch({ orders: [{ ...one, ...bad }] }, act)).toMatchObject({ ok: false });
    }
    expect(sent()).toEqual([]);
  });

  it('sends a batch as one list, 5 at once or 20 in step', async () => {
    const rows = [{ orderId: '1', success: true }];
    const { client, sent } = createFixture({ success: true, code: '200', msg: 'success', retry: false, data: rows });
    const one = { clientOid: 'c', symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '1', size: '1' } as const;
    const answer = await client.spot.placeBatch({ orders: [one] }, act);
    expect(answer).toMatchObject({ ok: true, value: [{ clientOid: 'c', orderId: '1', outcome: 'acknowledged' }] });
    await client.spot.placeBatchSync({ orders: [one] }, act);
    const list =
      '{"orderList":[{"clientOid":"c","symbol":"BTC-USDT","type":"limit","side":"buy","price":"1","size":"1"}]}';
    expect(sent()).toEqual([
      `POST s.example /api/v1/hf/orders/multi ${list}`,
      `POST s.example /api/v1/hf/orders/multi/sync ${list}`,
    ]);
    const six = Array.from('abcdef', clientOid => ({ ...one, clientOid }));
    expect(await client.spot.placeBatch({ orders: six }, act)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request' },
    });
    expect((await client.spot.placeBatchSync({ orders: six }, act)).ok).toBe(true);
  });

  it('calls a batch unknown when its rows cannot be read', async () => {
    const { client } = createFixture({ code: '200000', data: 'ok' });
    const one = { clientOid: 'c', symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '1', size: '1' } as const;
    expect(await client.spot.placeBatch({ orders: [one] }, act)).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown' },
    });
  });
});

describe('cancelling', () => {
  it.each([
    [{ orderId: 'a' }, ['a']],
    [{ cancelledOrderIds: ['a', 'b'] }, ['a', 'b']],
    [{ cancelledOrderId: 'a', clientOid: 'c' }, ['a']],
    [{ clientOid: 'c' }, []],
  ])('reads %j', async (data, orderIds) => {
    const { client } = createFixture({ code: '200000', data });
    expect(await client.spot.cancelByClientOid({ clientOid: 'c', symbol: 'S' }, act)).toEqual({
      ok: true,
      value: { orderIds },
    });
  });

  it('goes to the right addresses', async () => {
    const { client, sent } = createFixture({ code: '200000', data: { orderId: 'a' } });
    const named = { clientOid: 'c', symbol: 'BTC-USDT' };
    await client.spot.cancel({ orderId: 'a', symbol: 'BTC-USDT' }, act);
    await client.spot.cancelByClientOid(named, act);
    await client.stops.cancel({ orderId: 'vs1' }, act);
    await client.stops.cancelByClientOid(named, act);
    await client.futures.cancel({ orderId: 'a' }, act);
    await client.futures.cancelByClientOid(named, act);
    expect(sent()).toEqual([
      'DELETE s.example /api/v1/hf/orders/a?symbol=BTC-USDT',
      'DELETE s.example /api/v1/hf/orders/client-order/c?symbol=BTC-USDT',
      'DELETE s.example /api/v1/stop-order/vs1',
      'DELETE s.example /api/v1/stop-order/cancelOrderByClientOid?clientOid=c&symbol=BTC-USDT',
      'DELETE f.example /api/v1/orders/a',
      'DELETE f.example /api/v1/orders/client-order/c?symbol=BTC-USDT',
    ]);
  });

  it('of nothing is not found; an answer without any id is unknown', async () => {
    const nothing = createFixture({ code: '200000', data: { cancelledOrderIds: [] } });
    expect(await nothing.client.stops.cancel({ orderId: 'a' }, act)).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    });
    expect(await nothing.client.futures.cancel({ orderId: 'a' }, act)).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    });
    const odd = createFixture({ code: '200000', data: {} });
    expect(await odd.client.futures.cancel({ orderId: 'a' }, act)).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown' },
    });
  });
});
