import { describe, expect, it } from 'vitest';
import { type Decimal, uncheckedDecimal } from '#shared/decimal.ts';
import { action, createFixture, page, position } from './testing/endpoint-fixture.ts';

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
  it('futures orders are read with sizes in lots', async () => {
    const { client, sent } = createFixture({ code: '200000', data: page([futuresOrder]) });
    const answer = await client.futures.orders(
      { status: 'active', symbol: 'XBTUSDM', side: 'buy', type: 'limit', page: 1, pageSize: 5 },
      action,
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
    [{ dealSize: null, filledSize: null }, { filledSize: null }],
    [{ closeOrder: true }, { isReduceOnly: true }],
    [
      { reduceOnly: true, price: '0', type: 'market' },
      { isReduceOnly: true, price: null, type: 'market' },
    ],
  ])('futures orders are read with %j as %j', async (change, expected) => {
    const { client } = createFixture({ code: '200000', data: [{ ...futuresOrder, ...change }] });
    expect(await client.futures.recentDoneOrders({ symbol: 'X' }, action)).toMatchObject({
      ok: true,
      value: [expected],
    });
  });

  it('futures orders are a bad reply with an unknown status', async () => {
    const { client } = createFixture({
      code: '200000',
      data: [{ ...futuresOrder, isActive: undefined, status: 'odd' }],
    });
    expect(await client.futures.recentDoneOrders({}, action)).toMatchObject({
      ok: false,
      error: { kind: 'bad-reply', field: '0.isActive' },
    });
  });

  it('take their state from the requested list when they do not state it', async () => {
    const bare = { ...futuresOrder, isActive: undefined, status: undefined };
    const { client } = createFixture({ code: '200000', data: page([bare]) });
    expect(await client.futures.orders({ status: 'active' }, action)).toMatchObject({
      value: { items: [{ isActive: true }] },
    });
    const one = createFixture({ code: '200000', data: bare });
    expect(await one.client.futures.order({ orderId: 'o' }, action)).toMatchObject({ error: { field: 'isActive' } });
  });

  it('futures orders are stops when they have a trigger price', async () => {
    const wire = { ...futuresOrder, stop: 'down', stopPriceType: 'MP', stopPrice: '3500.5', stopTriggered: false };
    const { client, sent } = createFixture({ code: '200000', data: page([wire]) });
    expect(await client.futures.allStops({ symbol: 'XBTUSDM' }, action)).toMatchObject({
      ok: true,
      value: {
        items: [{ stop: 'down', stopPriceType: 'MP', stopPrice: '3500.5', status: 'new', placedBy: 'unknown' }],
      },
    });
    expect(sent()).toEqual(['GET f.example /api/v1/stopOrders?symbol=XBTUSDM&currentPage=1&pageSize=1000']);
    const odd = createFixture({
      code: '200000',
      data: page([{ ...wire, stop: 'x', stopPriceType: 'x', stopTriggered: true }]),
    });
    expect(await odd.client.futures.stops({}, action)).toMatchObject({
      value: { items: [{ stop: 'unknown', stopPriceType: null, status: 'triggered' }] },
    });
    const plain = createFixture({ code: '200000', data: page([futuresOrder]) });
    // it says of no part of a trigger that it has one: it is none
    expect(await plain.client.futures.stops({}, action)).toMatchObject({
      ok: true,
      value: { totalItems: 1, items: [] },
    });
    const none = createFixture({ code: '200000', data: page([{ ...futuresOrder, stop: 'up' }]) });
    expect(await none.client.futures.stops({}, action)).toMatchObject({
      ok: false,
      error: { field: 'items.0.stopPrice' },
    });
  });

  it('keep closeOrder of a stop, which closes the whole position without a size', async () => {
    const trigger = { stop: 'down', stopPriceType: 'TP', stopPrice: '3500', stopTriggered: false };
    const rows = [
      { ...futuresOrder, ...trigger, id: 'a', closeOrder: true, size: 0 },
      { ...futuresOrder, ...trigger, id: 'b', size: 3 },
    ];
    const { client } = createFixture({ code: '200000', data: page(rows) });
    const read = await client.futures.allStops({}, action);
    expect(read).toMatchObject({
      value: {
        items: [
          { id: 'a', size: null, isReduceOnly: true, isCloseOrder: true },
          { id: 'b', size: '3' },
        ],
      },
    });
    expect(read.ok ? read.value.items[1] : null).not.toHaveProperty('isCloseOrder');
  });

  it('futures orders are collected, looked up and placed', async () => {
    const all = createFixture({ code: '200000', data: page([futuresOrder]) });
    expect(await all.client.futures.allOrders({ status: 'done' }, action)).toMatchObject({
      ok: true,
      value: { isComplete: true },
    });
    const one = createFixture({ code: '200000', data: futuresOrder });
    expect(await one.client.futures.order({ orderId: 'a' }, action)).toMatchObject({
      ok: true,
      value: { id: futuresOrder.id },
    });
    await one.client.futures.orderByClientOid({ clientOid: 'c' }, action);
    expect(one.sent()).toEqual([
      'GET f.example /api/v1/orders/a',
      'GET f.example /api/v1/orders/byClientOid?clientOid=c',
    ]);
    const placed = createFixture({ code: '200000', data: { orderId: 'o', clientOid: 'c' } });
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
      action,
    );
    expect(placed.sent()).toEqual([
      'POST f.example /api/v1/orders {"clientOid":"c","symbol":"XBTUSDTM","side":"buy","type":"limit","leverage":3,"price":"100.10","size":7,"reduceOnly":true,"stop":"up","stopPrice":"101","stopPriceType":"TP"}',
    ]);
    await placed.client.futures.place(
      { clientOid: 'd', symbol: 'X', side: 'sell', type: 'market', isCloseOrder: true },
      action,
    );
    expect(placed.sent()[1]).toContain(
      '{"clientOid":"d","symbol":"X","side":"sell","type":"market","closeOrder":true}',
    );
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
    const { client, sent } = createFixture(position);
    const answer = await client.futures.depositMargin({ symbol: 'XBTUSDTM', amount, bizNo: 'b-1' }, action);
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
  ])('rejects %j under %j before sending', async (amount, bizNo, field) => {
    const { client, sent } = createFixture(position);
    expect(
      await client.futures.depositMargin({ symbol: 'X', amount: uncheckedDecimal(amount), bizNo }, action),
    ).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request', field },
    });
    expect(sent()).toEqual([]);
  });
});
