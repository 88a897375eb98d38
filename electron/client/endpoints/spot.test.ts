import { describe, expect, it } from 'vitest';
import { action, createFixture, page } from './testing/endpoint-fixture.ts';

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
  it('spot orders are read from the unwrapped page, with unset values as null', async () => {
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
    expect(await client.spot.orders(query, action)).toEqual({
      ok: true,
      value: { page: 1, pageSize: 50, totalItems: 1, totalPages: 1, items: [order] },
    });
    expect(sent()).toEqual([
      'GET s.example /api/v1/orders?status=done&symbol=BTC-USDT&side=buy&type=limit_stop&tradeType=MARGIN_ISOLATED_TRADE&startAt=1&endAt=604800001&currentPage=2&pageSize=50',
    ]);
  });

  it('spot orders are read with all fields set, in the terms of the high-frequency record', async () => {
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
    expect(await client.spot.orderByClientOid({ clientOid: 'c-1', symbol: 'BTC-USDT' }, action)).toEqual({
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

  it('spot orders are read without the filled amount, which is then unknown', async () => {
    const { client } = createFixture({ code: '200000', data: page([{ ...spotOrder, dealSize: null }]) });
    expect(await client.spot.orders({ status: 'done' }, action)).toMatchObject({
      value: { items: [{ id: order.id, filledSize: null }] },
    });
  });

  it('spot orders are not guessed when their type is unknown', async () => {
    const wire = { ...spotOrder, type: 'oco_limit', timeInForce: 'DAY', stp: 'XX' };
    const { client } = createFixture(page([wire]));
    const answer = await client.spot.orders({ status: 'active' }, action);
    expect(answer).toMatchObject({
      value: { items: [{ type: 'unknown', timeInForce: null, selfTradePrevention: null }] },
    });
  });

  it('take their state from the requested list when they do not state it; a single one is a bad reply', async () => {
    const { isActive: _dropped, ...rest } = spotOrder;
    const { client } = createFixture(page([rest]));
    for (const [status, isActive] of [
      ['active', true],
      ['done', false],
    ] as const)
      expect(await client.spot.orders({ status }, action)).toMatchObject({ value: { items: [{ isActive }] } });
    const one = createFixture({ code: '200000', data: rest });
    expect(await one.client.spot.order({ orderId: 'o', symbol: 'S' }, action)).toMatchObject({
      error: { kind: 'bad-reply', field: 'isActive' },
    });
  });

  it('spot orders are requested at most 7 days at a time, checked before sending', async () => {
    const { client, sent } = createFixture(page([]));
    const wide = { startAtMs: 0, endAtMs: 7 * 86_400_000 + 1 };
    expect(await client.spot.orders({ status: 'done', ...wide }, action)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request', field: 'startAtMs' },
    });
    expect(await client.spot.allOrders({ status: 'done', ...wide }, action)).toMatchObject({ ok: false });
    for (const bad of [{ startAtMs: 5, endAtMs: 4 }, { startAtMs: 1.5 }, { endAtMs: -1 }]) {
      expect(await client.spot.orders({ status: 'active', ...bad }, action)).toMatchObject({
        ok: false,
        error: { kind: 'invalid-request' },
      });
      expect(await client.stops.list(bad, action)).toMatchObject({ ok: false });
      expect(await client.futures.orders({ status: 'done', ...bad }, action)).toMatchObject({ ok: false });
      expect(await client.futures.stops(bad, action)).toMatchObject({ ok: false });
    }
    expect(sent()).toEqual([]);
    expect((await client.spot.orders({ status: 'active', ...wide }, action)).ok).toBe(true);
    expect((await client.spot.orders({ status: 'done', startAtMs: 0 }, action)).ok).toBe(true);
  });

  it('spot orders are collected over all pages', async () => {
    const { client, sent } = createFixture(page([spotOrder]));
    expect(await client.spot.allOrders({ status: 'active' }, action)).toEqual({
      ok: true,
      value: { items: [order], isComplete: true },
    });
    expect(sent()).toEqual(['GET s.example /api/v1/orders?status=active&currentPage=1&pageSize=500']);
  });

  it.each([
    ['wrapped', { code: '200000', data: null }],
    ['wrapped without data', { code: '200000' }],
    ['bare', null],
  ])('spot orders are neither found nor missing when the answer is null: %s', async (_, body) => {
    const { client } = createFixture(body);
    const missing = { ok: false, error: { kind: 'bad-reply', field: 'data' } };
    expect(await client.spot.order({ orderId: 'x', symbol: 'BTC-USDT' }, action)).toMatchObject(missing);
    expect(await client.stops.order({ orderId: 'x' }, action)).toMatchObject(missing);
    expect(await client.stops.orderByClientOid({ clientOid: 'x', symbol: 'BTC-USDT' }, action)).toMatchObject(missing);
    expect(await client.futures.order({ orderId: 'x' }, action)).toMatchObject(missing);
    expect(await client.futures.orderByClientOid({ clientOid: 'x' }, action)).toMatchObject(missing);
    expect(await client.margin.orderByClientOid({ clientOid: 'x', symbol: 'BTC-USDT' }, action)).toMatchObject(missing);
    expect(await client.margin.order({ orderId: 'x', symbol: 'BTC-USDT' }, action)).toMatchObject(missing);
    // nor is a list empty then
    expect(await client.spot.recentFills({}, action)).toMatchObject(missing);
    expect(await client.futures.positions({}, action)).toMatchObject(missing);
    expect(await client.futures.recentDoneOrders({}, action)).toMatchObject(missing);
    // and what was sent may have happened
    expect(await client.spot.cancel({ orderId: 'x', symbol: 'BTC-USDT' }, action)).toMatchObject({
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
      action,
    );
    expect(sent()).toEqual([
      'POST s.example /api/v1/hf/orders {"clientOid":"c","symbol":"BTC-USDT","type":"limit","side":"sell","price":"1.10","size":"2","timeInForce":"GTT","cancelAfter":60,"stp":"CN","postOnly":true,"hidden":false,"iceberg":true,"visibleSize":"1","tags":"desk","remark":"a \\"b\\""}',
    ]);
  });

  it('rejects labels that the exchange would reject', async () => {
    const { client, sent } = createFixture({});
    const one = { clientOid: 'c', symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '1', size: '1' } as const;
    for (const bad of [{ remark: 'x'.repeat(21) }, { tags: 'ü' }]) {
      expect(await client.spot.place({ ...one, ...bad }, action)).toMatchObject({
        ok: false,
        error: { kind: 'invalid-request' },
      });
      expect(await client.spot.placeBatch({ orders: [{ ...one, ...bad }] }, action)).toMatchObject({ ok: false });
    }
    expect(sent()).toEqual([]);
  });

  it('sends a batch as one list, 5 asynchronously or 20 synchronously', async () => {
    const rows = [{ orderId: '1', success: true }];
    const { client, sent } = createFixture({ success: true, code: '200', msg: 'success', retry: false, data: rows });
    const one = { clientOid: 'c', symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '1', size: '1' } as const;
    const answer = await client.spot.placeBatch({ orders: [one] }, action);
    expect(answer).toMatchObject({ ok: true, value: [{ clientOid: 'c', orderId: '1', outcome: 'acknowledged' }] });
    await client.spot.placeBatchSync({ orders: [one] }, action);
    const list =
      '{"orderList":[{"clientOid":"c","symbol":"BTC-USDT","type":"limit","side":"buy","price":"1","size":"1"}]}';
    expect(sent()).toEqual([
      `POST s.example /api/v1/hf/orders/multi ${list}`,
      `POST s.example /api/v1/hf/orders/multi/sync ${list}`,
    ]);
    const six = Array.from('abcdef', clientOid => ({ ...one, clientOid }));
    expect(await client.spot.placeBatch({ orders: six }, action)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request' },
    });
    expect((await client.spot.placeBatchSync({ orders: six }, action)).ok).toBe(true);
  });

  it('reports a batch with unreadable rows as unknown', async () => {
    const { client } = createFixture({ code: '200000', data: 'ok' });
    const one = { clientOid: 'c', symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '1', size: '1' } as const;
    expect(await client.spot.placeBatch({ orders: [one] }, action)).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown' },
    });
  });
});

describe('cancelling on spot', () => {
  it.each([
    [{ orderId: 'a' }, ['a']],
    [{ cancelledOrderIds: ['a', 'b'] }, ['a', 'b']],
    [{ cancelledOrderId: 'a', clientOid: 'c' }, ['a']],
    [{ clientOid: 'c' }, []],
  ])('reads %j', async (data, orderIds) => {
    const { client } = createFixture({ code: '200000', data });
    expect(await client.spot.cancelByClientOid({ clientOid: 'c', symbol: 'S' }, action)).toEqual({
      ok: true,
      value: { orderIds },
    });
  });

  it('uses the right addresses', async () => {
    const { client, sent } = createFixture({ code: '200000', data: { orderId: 'a' } });
    const named = { clientOid: 'c', symbol: 'BTC-USDT' };
    await client.spot.cancel({ orderId: 'a', symbol: 'BTC-USDT' }, action);
    await client.spot.cancelByClientOid(named, action);
    await client.stops.cancel({ orderId: 'vs1' }, action);
    await client.stops.cancelByClientOid(named, action);
    await client.futures.cancel({ orderId: 'a' }, action);
    await client.futures.cancelByClientOid(named, action);
    expect(sent()).toEqual([
      'DELETE s.example /api/v1/hf/orders/a?symbol=BTC-USDT',
      'DELETE s.example /api/v1/hf/orders/client-order/c?symbol=BTC-USDT',
      'DELETE s.example /api/v1/stop-order/vs1',
      'DELETE s.example /api/v1/stop-order/cancelOrderByClientOid?clientOid=c&symbol=BTC-USDT',
      'DELETE f.example /api/v1/orders/a',
      'DELETE f.example /api/v1/orders/client-order/c?symbol=BTC-USDT',
    ]);
  });

  it.each([
    null,
    {},
    'ok',
    { cancelledOrderIds: null },
    { cancelledOrderIds: [null] },
    { orderId: null },
    { orderId: 7 },
  ])('has an unknown outcome, never none, for the answer %j', async data => {
    const { client } = createFixture({ code: '200000', data });
    const answers = [
      await client.futures.cancel({ orderId: 'a' }, action),
      await client.stops.cancel({ orderId: 'a' }, action),
      await client.spot.cancel({ orderId: 'a', symbol: 'S' }, action),
    ];
    for (const answer of answers) expect(answer.ok || answer.error.isOutcomeUnknown, JSON.stringify(answer)).toBe(true);
  });

  it('cancelling on spot reports not found for an unknown order, and unknown for an answer without an id', async () => {
    const nothing = createFixture({ code: '200000', data: { cancelledOrderIds: [] } });
    expect(await nothing.client.stops.cancel({ orderId: 'a' }, action)).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    });
    expect(await nothing.client.futures.cancel({ orderId: 'a' }, action)).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    });
    const odd = createFixture({ code: '200000', data: {} });
    expect(await odd.client.futures.cancel({ orderId: 'a' }, action)).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown' },
    });
  });
});
