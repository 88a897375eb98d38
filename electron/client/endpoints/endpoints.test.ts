import { describe, expect, it } from 'vitest';
import { type Decimal, uncheckedDecimal } from '#shared/decimal.ts';
import { catalogue } from '../catalogue.ts';
import { createClient } from '../client.ts';
import { createFakeExchange, createFakeTime, json } from '../fake-world.ts';
import { createSigner } from '../sign.ts';

const act = { priority: 'act' } as const;

/** A desk whose exchange answers every call with `body`. */
function createDesk(body: unknown) {
  const time = createFakeTime();
  const exchange = createFakeExchange(time.nowMs, () => json(body));
  const signer = createSigner({ key: 'k', secret: 's', passphrase: 'p', keyVersion: '3', headerPrefix: 'KC' });
  const settings = {
    spotUrl: 'https://s.example',
    futuresUrl: 'https://f.example',
    headerPrefix: 'KC',
    keyVersion: '3',
  } as const;
  const client = createClient(settings, signer, { ...time, fetch: exchange.fetch });
  const sent = () =>
    exchange.calls().map(({ method, url, target, body: text }) => [method, url.host, target, text].join(' ').trim());
  return { client, sent };
}

const page = (items: readonly unknown[]) => ({
  currentPage: 1,
  pageSize: 50,
  totalNum: items.length,
  totalPage: 1,
  items,
});

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
    const { client, sent } = createDesk(page([spotOrder]));
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
    const { client, sent } = createDesk({ code: '200000', data: wire });
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
    const { client } = createDesk(page([wire]));
    const answer = await client.spot.orders({ status: 'active' }, act);
    expect(answer).toMatchObject({
      value: { items: [{ type: 'unknown', timeInForce: null, selfTradePrevention: null }] },
    });
  });

  it('that do not say whether they are active are a bad reply', async () => {
    const { isActive: _dropped, ...rest } = spotOrder;
    const { client } = createDesk(page([rest]));
    expect(await client.spot.orders({ status: 'active' }, act)).toMatchObject({
      ok: false,
      error: { kind: 'bad-reply', field: 'items.0.isActive' },
    });
  });

  it('that are done are asked for at most 7 days at a time, before anything is sent', async () => {
    const { client, sent } = createDesk(page([]));
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
    const { client, sent } = createDesk(page([spotOrder]));
    expect(await client.spot.allOrders({ status: 'active' }, act)).toEqual({
      ok: true,
      value: { items: [order], isComplete: true },
    });
    expect(sent()).toEqual(['GET s.example /api/v1/orders?status=active&currentPage=1&pageSize=500']);
  });

  it('that are unknown are not found', async () => {
    const { client } = createDesk({ code: '200000', data: null });
    const missing = { ok: false, error: { kind: 'not-found' } };
    expect(await client.spot.order({ orderId: 'x', symbol: 'BTC-USDT' }, act)).toMatchObject(missing);
    expect(await client.stops.order({ orderId: 'x' }, act)).toMatchObject(missing);
    expect(await client.stops.orderByClientOid({ clientOid: 'x', symbol: 'BTC-USDT' }, act)).toMatchObject(missing);
    expect(await client.futures.order({ orderId: 'x' }, act)).toMatchObject(missing);
    expect(await client.futures.orderByClientOid({ clientOid: 'x' }, act)).toMatchObject(missing);
  });
});

describe('placing on spot', () => {
  it('writes every field of the document', async () => {
    const { client, sent } = createDesk({ code: '200000', data: { orderId: 'o', clientOid: 'c' } });
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
    const { client, sent } = createDesk({});
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
    const { client, sent } = createDesk({ success: true, code: '200', msg: 'success', retry: false, data: rows });
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
    const { client } = createDesk({ code: '200000', data: 'ok' });
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
    const { client } = createDesk({ code: '200000', data });
    expect(await client.spot.cancelByClientOid({ clientOid: 'c', symbol: 'S' }, act)).toEqual({
      ok: true,
      value: { orderIds },
    });
  });

  it('goes to the right addresses', async () => {
    const { client, sent } = createDesk({ code: '200000', data: { orderId: 'a' } });
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
    const nothing = createDesk({ code: '200000', data: { cancelledOrderIds: [] } });
    expect(await nothing.client.stops.cancel({ orderId: 'a' }, act)).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    });
    expect(await nothing.client.futures.cancel({ orderId: 'a' }, act)).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    });
    const odd = createDesk({ code: '200000', data: {} });
    expect(await odd.client.futures.cancel({ orderId: 'a' }, act)).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown' },
    });
  });
});

const spotStop = {
  id: 'vs93gpqc6kkmkk57003gok16',
  symbol: 'BTC-USDT',
  userId: '5c',
  status: 'NEW',
  type: 'limit',
  side: 'sell',
  price: '49000.00000000000000000000',
  size: '0.10000000000000000000',
  funds: null,
  stp: null,
  timeInForce: 'GTC',
  cancelAfter: -1,
  postOnly: false,
  hidden: false,
  iceberg: false,
  visibleSize: null,
  channel: 'API',
  clientOid: 'c',
  remark: null,
  tags: null,
  orderTime: 1740626554883000024n.toString(),
  domainId: 'kucoin',
  tradeSource: 'USER',
  tradeType: 'TRADE',
  feeCurrency: 'USDT',
  takerFeeRate: '0.001',
  makerFeeRate: '0.001',
  createdAt: 1740626554883,
  stop: 'loss',
  stopTriggerTime: null,
  stopPrice: '50000.00000000000000000000',
};

describe('spot stops', () => {
  it('are read', async () => {
    const { client, sent } = createDesk(page([spotStop]));
    const query = {
      symbol: 'BTC-USDT',
      tradeType: 'spot',
      orderIds: ['a', 'b'],
      stop: 'oco',
      page: 1,
      pageSize: 10,
    } as const;
    expect(await client.stops.list(query, act)).toMatchObject({
      ok: true,
      value: {
        items: [
          {
            venue: 'spot',
            id: 'vs93gpqc6kkmkk57003gok16',
            clientOid: 'c',
            symbol: 'BTC-USDT',
            tradeType: 'spot',
            type: 'limit',
            side: 'sell',
            price: '49000',
            size: '0.1',
            funds: null,
            stop: 'loss',
            stopPrice: '50000',
            stopPriceType: null,
            timeInForce: 'GTC',
            isReduceOnly: false,
            status: 'new',
            placedBy: 'user',
            remark: null,
            createdAtMs: 1740626554883,
          },
        ],
      },
    });
    expect(sent()).toEqual([
      'GET s.example /api/v1/stop-order?symbol=BTC-USDT&tradeType=TRADE&currentPage=1&orderIds=a%2Cb&pageSize=10&stop=oco',
    ]);
  });

  it.each([
    [
      { status: 'TRIGGERED', tradeSource: 'MARGIN_SYSTEM', stop: 'entry' },
      { status: 'triggered', placedBy: 'margin-system', stop: 'entry' },
    ],
    [
      { status: 'ODD', tradeSource: 'ODD', stop: 'o' },
      { status: 'unknown', placedBy: 'unknown', stop: 'unknown' },
    ],
    [{ tradeSource: undefined }, { placedBy: 'unknown' }],
  ])('%j is %j', async (change, expected) => {
    const { client } = createDesk({ code: '200000', data: [{ ...spotStop, ...change }] });
    expect(await client.stops.orderByClientOid({ clientOid: 'c', symbol: 'S' }, act)).toMatchObject({
      ok: true,
      value: expected,
    });
  });

  it('are placed and collected', async () => {
    const placed = createDesk({ code: '200000', data: { orderId: 'vs1' } });
    const stop = {
      clientOid: 'c',
      symbol: 'BTC-USDT',
      side: 'sell',
      type: 'limit',
      stop: 'loss',
      stopPrice: '5',
      price: '4.9',
      size: '1',
    } as const;
    expect(await placed.client.stops.place(stop, act)).toEqual({
      ok: true,
      value: { orderId: 'vs1', clientOid: null },
    });
    expect(placed.sent()[0]).toContain(
      '{"clientOid":"c","symbol":"BTC-USDT","type":"limit","side":"sell","stop":"loss","stopPrice":"5","price":"4.9","size":"1"}',
    );
    const all = createDesk({ code: '200000', data: page([spotStop]) });
    expect(await all.client.stops.all({}, act)).toMatchObject({
      ok: true,
      value: { isComplete: true, items: [{ id: spotStop.id }] },
    });
  });
});

const futuresOrder = {
  id: '5cdfc138b21023a909e5ad55',
  symbol: 'XBTUSDM',
  type: 'limit',
  side: 'buy',
  price: '3600',
  size: 20000,
  value: '56.17',
  dealValue: '56.10',
  dealSize: 19999,
  stp: '',
  stop: '',
  stopPriceType: '',
  stopTriggered: null,
  stopPrice: null,
  timeInForce: 'GTC',
  postOnly: false,
  hidden: false,
  iceberg: false,
  leverage: '20',
  forceHold: false,
  closeOrder: false,
  visibleSize: 0,
  clientOid: '5ce24c16b210233c36ee321d',
  remark: null,
  tags: null,
  isActive: true,
  cancelExist: false,
  createdAt: 1558167872000,
  updatedAt: 1558167872123,
  endAt: null,
  orderTime: '1558167872000000000',
  settleCurrency: 'XBT',
  status: 'open',
  filledValue: '56.1',
  filledSize: 19999,
  reduceOnly: false,
};

describe('futures orders', () => {
  it('are read, sizes in lots', async () => {
    const { client, sent } = createDesk({ code: '200000', data: page([futuresOrder]) });
    const answer = await client.futures.orders(
      { status: 'active', symbol: 'XBTUSDM', side: 'buy', type: 'limit', page: 1, pageSize: 5 },
      act,
    );
    expect(answer).toMatchObject({
      ok: true,
      value: {
        items: [
          {
            venue: 'futures',
            tradeType: 'futures',
            size: '20000',
            filledSize: '19999',
            filledFunds: '56.1',
            leverage: '20',
            visibleSize: null,
            funds: null,
            fee: null,
            feeCurrency: 'XBT',
            isActive: true,
            updatedAtMs: 1558167872123,
          },
        ],
      },
    });
    expect(sent()).toEqual([
      'GET f.example /api/v1/orders?status=active&symbol=XBTUSDM&side=buy&type=limit&currentPage=1&pageSize=5',
    ]);
  });

  it.each([
    [{ isActive: undefined }, { isActive: true }],
    [{ isActive: undefined, status: 'done' }, { isActive: false }],
    [
      { dealSize: undefined, dealValue: undefined },
      { filledSize: '19999', filledFunds: '56.1' },
    ],
    [{ closeOrder: true }, { isReduceOnly: true }],
    [
      { reduceOnly: true, price: '0', type: 'market' },
      { isReduceOnly: true, price: null, type: 'market' },
    ],
  ])('with %j are %j', async (change, expected) => {
    const { client } = createDesk({ code: '200000', data: [{ ...futuresOrder, ...change }] });
    expect(await client.futures.recentDoneOrders({ symbol: 'X' }, act)).toMatchObject({ ok: true, value: [expected] });
  });

  it.each([
    [{ isActive: undefined, status: 'odd' }, '0.isActive'],
    [{ dealSize: undefined, filledSize: undefined }, '0.dealSize'],
  ])('with %j are a bad reply', async (change, field) => {
    const { client } = createDesk({ code: '200000', data: [{ ...futuresOrder, ...change }] });
    expect(await client.futures.recentDoneOrders({}, act)).toMatchObject({
      ok: false,
      error: { kind: 'bad-reply', field },
    });
  });

  it('that wait for a price are stops', async () => {
    const wire = { ...futuresOrder, stop: 'down', stopPriceType: 'MP', stopPrice: '3500.5', stopTriggered: false };
    const { client, sent } = createDesk({ code: '200000', data: page([wire]) });
    expect(await client.futures.allStops({ symbol: 'XBTUSDM' }, act)).toMatchObject({
      ok: true,
      value: {
        items: [{ stop: 'down', stopPriceType: 'MP', stopPrice: '3500.5', status: 'new', placedBy: 'unknown' }],
      },
    });
    expect(sent()).toEqual(['GET f.example /api/v1/stopOrders?symbol=XBTUSDM&currentPage=1&pageSize=1000']);
    const odd = createDesk({
      code: '200000',
      data: page([{ ...wire, stop: 'x', stopPriceType: 'x', stopTriggered: true }]),
    });
    expect(await odd.client.futures.stops({}, act)).toMatchObject({
      value: { items: [{ stop: 'unknown', stopPriceType: null, status: 'triggered' }] },
    });
    const none = createDesk({ code: '200000', data: page([futuresOrder]) });
    expect(await none.client.futures.stops({}, act)).toMatchObject({
      ok: false,
      error: { field: 'items.0.stopPrice' },
    });
  });

  it('are collected, looked up and placed', async () => {
    const all = createDesk({ code: '200000', data: page([futuresOrder]) });
    expect(await all.client.futures.allOrders({ status: 'done' }, act)).toMatchObject({
      ok: true,
      value: { isComplete: true },
    });
    const one = createDesk({ code: '200000', data: futuresOrder });
    expect(await one.client.futures.order({ orderId: 'a' }, act)).toMatchObject({
      ok: true,
      value: { id: futuresOrder.id },
    });
    await one.client.futures.orderByClientOid({ clientOid: 'c' }, act);
    expect(one.sent()).toEqual([
      'GET f.example /api/v1/orders/a',
      'GET f.example /api/v1/orders/byClientOid?clientOid=c',
    ]);
    const placed = createDesk({ code: '200000', data: { orderId: 'o', clientOid: 'c' } });
    await placed.client.futures.place(
      {
        clientOid: 'c',
        symbol: 'XBTUSDTM',
        side: 'buy',
        type: 'limit',
        leverage: '3.0',
        price: '100.10',
        size: '7',
        isReduceOnly: true,
        stop: 'up',
        stopPrice: '101',
        stopPriceType: 'TP',
      },
      act,
    );
    expect(placed.sent()).toEqual([
      'POST f.example /api/v1/orders {"clientOid":"c","symbol":"XBTUSDTM","side":"buy","type":"limit","leverage":3,"price":"100.10","size":7,"reduceOnly":true,"stop":"up","stopPrice":"101","stopPriceType":"TP"}',
    ]);
    await placed.client.futures.place(
      { clientOid: 'd', symbol: 'X', side: 'sell', type: 'market', isCloseOrder: true },
      act,
    );
    expect(placed.sent()[1]).toContain(
      '{"clientOid":"d","symbol":"X","side":"sell","type":"market","closeOrder":true}',
    );
  });
});

const position = {
  id: 'p',
  symbol: 'XBTUSDTM',
  autoDeposit: false,
  maintMarginReq: 0.005,
  riskLimit: 500000,
  realLeverage: 4.97,
  crossMode: false,
  delevPercentage: 0.35,
  openingTimestamp: 1623832410892,
  currentTimestamp: 1623832488929,
  currentQty: -1,
  currentCost: 40.008,
  currentComm: 0.0240048,
  isOpen: true,
  markPrice: 40014.93,
  markValue: 40.01493,
  posCost: 40.008,
  posCross: 0.0000166,
  posInit: 8.0016,
  posComm: 0.02880576,
  posLoss: 1e-8,
  posMargin: 8.03,
  posMaint: 0.23,
  maintMargin: 8.04,
  realisedGrossPnl: 0,
  realisedPnl: -0.0253,
  unrealisedPnl: 0.00693,
  unrealisedPnlPcnt: 0.0002,
  unrealisedRoePcnt: 0.0009,
  avgEntryPrice: 40008,
  liquidationPrice: 0,
  bankruptPrice: 32007,
  userId: 1234321123,
  settleCurrency: 'USDT',
};

describe('positions', () => {
  it('are read digit for digit, closed ones left out', async () => {
    const { client } = createDesk({ code: '200000', data: [position, { ...position, id: 'flat', isOpen: false }] });
    expect(await client.futures.positions({}, act)).toEqual({
      ok: true,
      value: [
        {
          id: 'p',
          symbol: 'XBTUSDTM',
          settleCurrency: 'USDT',
          isOpen: true,
          marginMode: 'isolated',
          isInverse: null,
          quantity: '-1',
          averageEntryPrice: '40008',
          markPrice: '40014.93',
          markValue: '40.01493',
          liquidationPrice: null,
          bankruptPrice: '32007',
          realLeverage: '4.97',
          riskLimit: '500000',
          maintenanceMarginRate: '0.005',
          adlPercentile: '0.35',
          positionCost: '40.008',
          addedMargin: '0.0000166',
          initialMargin: '8.0016',
          bankruptcyCost: '0.02880576',
          fundingPaid: '0.00000001',
          positionMargin: '8.03',
          maintenanceMargin: '0.23',
          marginWithPnl: '8.04',
          realisedPnl: '-0.0253',
          unrealisedPnl: '0.00693',
          unrealisedPnlRatio: '0.0002',
          returnOnEquity: '0.0009',
          isAutoDeposit: false,
          openedAtMs: 1623832410892,
          asOfMs: 1623832488929,
        },
      ],
    });
  });

  it('under cross margin lack the isolated figures', async () => {
    const {
      autoDeposit,
      maintMarginReq,
      riskLimit,
      realLeverage,
      posCross,
      posComm,
      posLoss,
      posMaint,
      maintMargin,
      ...rest
    } = position;
    expect([
      autoDeposit,
      maintMarginReq,
      riskLimit,
      realLeverage,
      posCross,
      posComm,
      posLoss,
      maintMargin,
    ]).toHaveLength(8);
    const cross = createDesk({ code: '200000', data: [{ ...rest, marginMode: 'CROSS' }] });
    expect(await cross.client.futures.positions({ currency: 'USDT' }, act)).toMatchObject({
      ok: true,
      value: [
        {
          marginMode: 'cross',
          realLeverage: null,
          addedMargin: null,
          bankruptcyCost: null,
          maintenanceMargin: null,
          marginWithPnl: null,
        },
      ],
    });
    const isolated = createDesk({ code: '200000', data: [rest] });
    expect(await isolated.client.futures.positions({}, act)).toMatchObject({
      ok: false,
      error: { field: '0.posMaint' },
    });
    expect(posMaint).toBe(0.23);
  });

  it('that do not exist are an empty list', async () => {
    const { client } = createDesk({ code: '200000', msg: 'Position does not exist' });
    expect(await client.futures.positions({}, act)).toEqual({ ok: true, value: [] });
    expect(await client.futures.depositMargin({ symbol: 'X', amount: '1', bizNo: 'b' }, act)).toMatchObject({
      ok: false,
      error: { kind: 'not-found', isOutcomeUnknown: false },
    });
    const refused = createDesk({ code: '404000', msg: 'Url Not Found' });
    expect((await refused.client.futures.positions({}, act)).ok).toBe(false);
  });
});

describe('adding margin', () => {
  it.each<[Decimal, string]>([
    ['0.00001667', '0.00001667'],
    ['5', '5'],
    ['1.50', '1.5'],
    ['007', '7'],
    ['123456789.123456789123456789', '123456789.123456789123456789'],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
  ])('writes %s as the number %s', async (amount, digits) => {
    const { client, sent } = createDesk(position);
    const answer = await client.futures.depositMargin({ symbol: 'XBTUSDTM', amount, bizNo: 'b-1' }, act);
    expect(answer).toMatchObject({ ok: true, value: { addedMargin: '0.0000166' } });
    expect(sent()).toEqual([
      `POST f.example /api/v1/position/margin/deposit-margin {"symbol":"XBTUSDTM","margin":${digits},"bizNo":"b-1"}`,
    ]);
  });

  it.each([
    ['0', 'b', 'amount'],
    ['-1', 'b', 'amount'],
    ['1e3', 'b', 'amount'],
    ['1,5', 'b', 'amount'],
    ['', 'b', 'amount'],
    ['1', '', 'bizNo'],
    ['1', 'x'.repeat(37), 'bizNo'],
  ])('of %j under %j is refused before it is sent', async (amount, bizNo, field) => {
    const { client, sent } = createDesk(position);
    expect(
      await client.futures.depositMargin({ symbol: 'X', amount: uncheckedDecimal(amount), bizNo }, act),
    ).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request', field },
    });
    expect(sent()).toEqual([]);
  });
});

describe('reference data', () => {
  it('reads the book and believes only one that is in order', async () => {
    const good = {
      sequence: 9007199254740993n.toString(),
      time: 1700000000000,
      bids: [
        ['2.50', '1'],
        ['2', '3', 'x9'],
      ],
      asks: [['3', '1.0']],
    };
    const { client, sent } = createDesk(good);
    const wanted = { symbol: 'BTC-USDT', depth: 20 } as const;
    expect(await client.reference.book(wanted, act)).toMatchObject({ ok: false });
    const clean = createDesk({
      ...good,
      bids: [
        ['2.50', '1'],
        ['2', '3'],
      ],
    });
    expect(await clean.client.reference.book({ ...wanted, depth: 100 }, act)).toEqual({
      ok: true,
      value: {
        symbol: 'BTC-USDT',
        sequence: '9007199254740993',
        timeMs: 1700000000000,
        bids: [
          ['2.5', '1'],
          ['2', '3'],
        ],
        asks: [['3', '1']],
      },
    });
    expect(sent()).toEqual(['GET s.example /api/v1/market/orderbook/level2_20?symbol=BTC-USDT']);
    expect(clean.sent()).toEqual(['GET s.example /api/v1/market/orderbook/level2_100?symbol=BTC-USDT']);
  });

  it.each([
    [
      'bids upside down',
      {
        bids: [
          ['1', '1'],
          ['2', '1'],
        ],
      },
      'bids',
    ],
    [
      'a price twice',
      {
        asks: [
          ['1', '1'],
          ['1.0', '1'],
        ],
      },
      'asks',
    ],
    ['an empty level', { asks: [['1', '0']] }, 'asks'],
    ['a negative price', { asks: [['-1', '1']] }, 'asks'],
    ['half a level', { asks: [['1']] }, 'asks.0'],
  ])('refuses %s', async (_name, change, field) => {
    const { client } = createDesk({ sequence: '1', time: 1, bids: [], asks: [], ...change });
    expect(await client.reference.book({ symbol: 'S', depth: 20 }, act)).toMatchObject({
      ok: false,
      error: { kind: 'bad-reply', field },
    });
  });

  it('takes an empty side that is null', async () => {
    const { client } = createDesk({ code: '200000', data: { sequence: 5, time: 1, bids: null, asks: [] } });
    expect(await client.reference.book({ symbol: 'S', depth: 20 }, act)).toMatchObject({
      ok: true,
      value: { sequence: '5', bids: [] },
    });
  });

  it('reads contracts, a bare one as well', async () => {
    const wire = {
      symbol: 'XBTUSDTM',
      type: 'FFWCSX',
      status: 'Open',
      baseCurrency: 'XBT',
      quoteCurrency: 'USDT',
      settleCurrency: 'USDT',
      lotSize: 1,
      tickSize: 0.1,
      indexPriceTickSize: 0.01,
      multiplier: 0.001,
      maxOrderQty: 1000000,
      maxPrice: 1000000.0,
      initialMargin: 0.008,
      maintainMargin: 0.004,
      makerFeeRate: 2e-4,
      takerFeeRate: 0.0006,
      isInverse: false,
      isDeleverage: true,
      maxLeverage: 125,
      markPrice: 97333.1,
      indexPrice: null,
      fundingFeeRate: 0.000001,
      nextFundingRateTime: 17752926,
      openInterest: '4977',
      expireDate: null,
      takerFixFee: 0.0,
    };
    const contract = {
      symbol: 'XBTUSDTM',
      type: 'FFWCSX',
      status: 'Open',
      baseCurrency: 'XBT',
      quoteCurrency: 'USDT',
      settleCurrency: 'USDT',
      lotSize: '1',
      tickSize: '0.1',
      indexPriceTickSize: '0.01',
      multiplier: '0.001',
      maxOrderQty: '1000000',
      maxPrice: '1000000',
      initialMargin: '0.008',
      maintainMargin: '0.004',
      makerFeeRate: '0.0002',
      takerFeeRate: '0.0006',
      isInverse: false,
      isDeleverage: true,
      maxLeverage: 125,
      markPrice: '97333.1',
      indexPrice: null,
      lastTradePrice: null,
      fundingFeeRate: '0.000001',
      predictedFundingFeeRate: null,
      nextFundingInMs: 17752926,
      openInterest: '4977',
      expireAtMs: null,
    };
    const one = createDesk(wire);
    expect(await one.client.reference.contract({ symbol: 'XBTUSDTM' }, act)).toEqual({ ok: true, value: contract });
    expect(one.sent()).toEqual(['GET f.example /api/v1/contracts/XBTUSDTM']);
    const all = createDesk({ code: '200000', data: [wire] });
    expect(await all.client.reference.contracts({}, act)).toEqual({ ok: true, value: [contract] });
  });

  it('reads risk limits and the ticker', async () => {
    const level = {
      symbol: 'X',
      level: 1,
      maxRiskLimit: 100000,
      minRiskLimit: 0,
      maxLeverage: 125,
      initialMargin: 0.008,
      maintainMargin: 0.004,
    };
    const limits = createDesk({ code: '200000', data: [level] });
    expect(await limits.client.reference.riskLimits({ symbol: 'X' }, act)).toEqual({
      ok: true,
      value: [
        {
          symbol: 'X',
          level: 1,
          minRiskLimit: '0',
          maxRiskLimit: '100000',
          maxLeverage: 125,
          initialMargin: '0.008',
          maintainMargin: '0.004',
        },
      ],
    });
    const ticker = createDesk(
      '{"code":"200000","data":{"sequence":1638444978558,"symbol":"ETHUSDTM","side":"sell","size":4,"price":"4229.90","bestBidSize":1,"bestBidPrice":"4229","bestAskPrice":"4231","bestAskSize":7,"tradeId":"t","ts":1638519600162158909}}',
    );
    expect(await ticker.client.reference.ticker({ symbol: 'ETHUSDTM' }, act)).toEqual({
      ok: true,
      value: {
        symbol: 'ETHUSDTM',
        sequence: '1638444978558',
        side: 'sell',
        price: '4229.9',
        size: '4',
        bestBidPrice: '4229',
        bestBidSize: '1',
        bestAskPrice: '4231',
        bestAskSize: '7',
        tradeId: 't',
        timeMs: 1638519600162,
      },
    });
  });

  it('reads the time of both hosts', async () => {
    const { client } = createDesk({});
    expect((await client.reference.serverTime({ venue: 'spot' }, act)).ok).toBe(true);
    expect((await client.reference.serverTime({ venue: 'futures' }, act)).ok).toBe(true);
  });

  it('reads symbols', async () => {
    const wire = {
      symbol: 'BTC-USDT',
      baseCurrency: 'BTC',
      quoteCurrency: 'USDT',
      feeCurrency: 'USDT',
      priceIncrement: '0.1',
      baseIncrement: '0.00000001',
      quoteIncrement: '0.000001',
      baseMinSize: '0.00001',
      baseMaxSize: '10000000000',
      quoteMinSize: '0.1',
      minFunds: null,
      priceLimitRate: '0.1',
      isMarginEnabled: true,
      enableTrading: false,
      name: 'BTC-USDT',
    };
    const { client } = createDesk({ code: '200000', data: [wire] });
    const { enableTrading, name, ...rest } = wire;
    expect(await client.reference.symbols({}, act)).toEqual({
      ok: true,
      value: [{ ...rest, isTradingEnabled: enableTrading }],
    });
    expect(name).toBe('BTC-USDT');
  });
});

function holding(currency: string) {
  return {
    currency,
    balance: '2',
    available: '1.50',
    holds: '0.5',
    baseCurrency: 'BTC',
    baseCurrencyPrice: '0.00001',
    baseAmount: '0.00002',
    tag: 'DEFAULT',
  };
}

describe('accounts', () => {
  it('reads balances, fees and the key, of which only the end goes on', async () => {
    const balances = createDesk({
      code: '200000',
      data: [{ id: 'a', currency: 'BTC', type: 'trade', balance: '1.0', available: '0.4', holds: '0.6' }],
    });
    expect(await balances.client.accounts.balances({ currency: 'BTC', wallet: 'trade' }, act)).toEqual({
      ok: true,
      value: [{ accountId: 'a', wallet: 'trade', currency: 'BTC', total: '1', available: '0.4', held: '0.6' }],
    });
    expect(balances.sent()).toEqual(['GET s.example /api/v1/accounts?currency=BTC&type=trade']);
    const key = createDesk({
      code: '200000',
      data: {
        remark: '',
        apiKey: '64fc7d1c2b6a1e0001abcd12',
        apiVersion: 3,
        permission: 'General, Spot',
        ipWhitelist: '1.2.3.4',
        createdAt: 1700000000000,
        uid: 1,
        isMaster: true,
      },
    });
    const info = await key.client.accounts.apiKey({}, act);
    expect(info).toEqual({
      ok: true,
      value: {
        keyHint: 'cd12',
        version: 3,
        permissions: ['General', 'Spot'],
        ipWhitelist: ['1.2.3.4'],
        remark: null,
        isMaster: true,
        createdAtMs: 1700000000000,
      },
    });
    expect(JSON.stringify(info)).not.toContain('64fc7d1c');
    const bare = createDesk({ apiKey: 'abcdef', apiVersion: 2 });
    expect(await bare.client.accounts.apiKey({}, act)).toMatchObject({
      value: { permissions: [], ipWhitelist: [], isMaster: null, createdAtMs: null },
    });
    const fees = createDesk({ code: '200000', data: { takerFeeRate: '0.001', makerFeeRate: '0.001' } });
    await fees.client.accounts.baseFee({}, act);
    await fees.client.accounts.baseFee({ currencyType: 'crypto' }, act);
    await fees.client.accounts.baseFee({ currencyType: 'fiat' }, act);
    expect(fees.sent()).toEqual([
      'GET s.example /api/v1/base-fee',
      'GET s.example /api/v1/base-fee?currencyType=0',
      'GET s.example /api/v1/base-fee?currencyType=1',
    ]);
  });

  it('reads sub-accounts and their four wallets', async () => {
    const user = {
      userId: 'u',
      uid: 170014914,
      subName: 'desk',
      status: 2,
      type: 0,
      access: 'All',
      createdAt: 1700000000000,
      remarks: '',
    };
    const users = createDesk({ code: '200000', data: page([user]) });
    expect(await users.client.accounts.allSubAccounts({}, act)).toEqual({
      ok: true,
      value: {
        isComplete: true,
        items: [
          {
            userId: 'u',
            uid: '170014914',
            name: 'desk',
            status: 2,
            type: 0,
            access: 'All',
            createdAtMs: 1700000000000,
            remarks: null,
          },
        ],
      },
    });
    expect(users.sent()).toEqual(['GET s.example /api/v2/sub/user?currentPage=1&pageSize=100']);
    const holdings = {
      subUserId: 'u',
      subName: 'desk',
      mainAccounts: [holding('USDT')],
      tradeAccounts: [holding('BTC')],
      marginAccounts: [holding('ETH')],
      tradeHFAccounts: [holding('SOL')],
    };
    const all = createDesk({
      code: '200000',
      data: page([holdings, { subUserId: 'v', subName: 'empty', mainAccounts: [] }]),
    });
    const answer = await all.client.accounts.allSubHoldings({}, act);
    expect(answer).toMatchObject({
      ok: true,
      value: { isComplete: true, items: [{ userId: 'u' }, { userId: 'v', balances: [] }] },
    });
    if (!answer.ok) return;
    expect(answer.value.items[0]?.balances.map(balance => [balance.wallet, balance.currency])).toEqual([
      ['main', 'USDT'],
      ['trade', 'BTC'],
      ['margin', 'ETH'],
      ['trade-hf', 'SOL'],
    ]);
    expect(answer.value.items[0]?.balances[0]).toEqual({
      wallet: 'main',
      currency: 'USDT',
      total: '2',
      available: '1.5',
      held: '0.5',
      valueCurrency: 'BTC',
      unitPrice: '0.00001',
      value: '0.00002',
    });
  });

  it('reads the futures wallet', async () => {
    const wire = {
      accountEquity: 99.8,
      unrealisedPNL: -1e-8,
      marginBalance: 90,
      positionMargin: 0,
      orderMargin: 0,
      frozenFunds: 0,
      availableBalance: 99.8,
      currency: 'USDT',
    };
    const { client, sent } = createDesk({ code: '200000', data: wire });
    expect(await client.futures.overview({ currency: 'USDT' }, act)).toEqual({
      ok: true,
      value: {
        accountEquity: '99.8',
        unrealisedPnl: '-0.00000001',
        marginBalance: '90',
        positionMargin: '0',
        orderMargin: '0',
        frozenFunds: '0',
        availableBalance: '99.8',
        currency: 'USDT',
      },
    });
    expect(sent()).toEqual(['GET f.example /api/v1/account-overview?currency=USDT']);
  });
});

describe('the catalogue', () => {
  it('holds the weights and pools of the document', () => {
    const facts = Object.values(catalogue)
      .filter(({ source }) => source === 'document')
      .map(({ method, path, pool, weight }) => `${method} ${path} ${pool} ${weight}`);
    expect(facts.toSorted()).toEqual([
      'GET /api/v1/base-fee spot 3',
      'GET /api/v1/contracts/risk-limit/{symbol} futures 5',
      'GET /api/v1/contracts/{symbol} public 3',
      'GET /api/v1/limit/fills spot 20',
      'GET /api/v1/market/orderbook/level2_100 public 4',
      'GET /api/v1/market/orderbook/level2_20 public 2',
      'GET /api/v1/orders spot 2',
      'GET /api/v1/recentDoneOrders futures 5',
      'GET /api/v1/stop-order spot 8',
      'GET /api/v1/stopOrders futures 6',
      'GET /api/v1/ticker public 2',
      'GET /api/v2/sub-accounts management 20',
      'GET /api/v2/sub/user management 20',
      'POST /api/v1/hf/orders/multi spot 1',
      'POST /api/v1/hf/orders/multi/sync spot 1',
      'POST /api/v1/position/margin/deposit-margin futures 4',
    ]);
  });

  it('signs whatever needs a right', () => {
    const open = Object.entries(catalogue).flatMap(([name, { permission }]) => (permission === 'none' ? [name] : []));
    expect(open.toSorted()).toEqual([
      'futures.book',
      'futures.bulletPublic',
      'futures.candles',
      'futures.contract',
      'futures.contracts',
      'futures.ticker',
      'futures.time',
      'futures.trades',
      'spot.book100',
      'spot.book20',
      'spot.bulletPublic',
      'spot.candles',
      'spot.symbols',
      'spot.time',
      'spot.trades',
    ]);
  });
});
