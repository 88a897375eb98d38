import { describe, expect, it } from 'vitest';
import { action, createFixture, page } from './testing/endpoint-fixture.ts';

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
  it('spot stops are read', async () => {
    const { client, sent } = createFixture(page([spotStop]));
    const query = {
      symbol: 'BTC-USDT',
      tradeType: 'spot',
      orderIds: ['a', 'b'],
      stop: 'oco',
      page: 1,
      pageSize: 10,
    } as const;
    expect(await client.stops.list(query, action)).toMatchObject({
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
  ])('spot stops are read with %j as %j', async (change, expected) => {
    const { client } = createFixture({ code: '200000', data: [{ ...spotStop, ...change }] });
    expect(await client.stops.orderByClientOid({ clientOid: 'c', symbol: 'S' }, action)).toMatchObject({
      ok: true,
      value: expected,
    });
  });

  it('spot stops are placed and collected', async () => {
    const placed = createFixture({ code: '200000', data: { orderId: 'vs1' } });
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
    expect(await placed.client.stops.place(stop, action)).toEqual({
      ok: true,
      value: { orderId: 'vs1', clientOid: null },
    });
    expect(placed.sent()[0]).toContain(
      '{"clientOid":"c","symbol":"BTC-USDT","type":"limit","side":"sell","stop":"loss","stopPrice":"5","price":"4.9","size":"1"}',
    );
    const all = createFixture({ code: '200000', data: page([spotStop]) });
    expect(await all.client.stops.all({}, action)).toMatchObject({
      ok: true,
      value: { isComplete: true, items: [{ id: spotStop.id }] },
    });
  });
});

describe('stops on margin', () => {
  const stop = {
    clientOid: 'c',
    symbol: 'BTC-USDT',
    side: 'sell',
    type: 'market',
    stop: 'loss',
    stopPrice: '5',
    size: '1',
  } as const;

  it.each([
    ['cross', true, '"isIsolated":false,"autoRepay":true'],
    ['isolated', undefined, '"isIsolated":true'],
  ] as const)(
    'stops on margin are placed on %s margin at their own endpoints',
    async (tradeType, isAutoRepay, last) => {
      const { client, sent } = createFixture({ code: '200000', data: { orderId: 'vs1', clientOid: 'c' } });
      const answer = await client.stops.place({ ...stop, tradeType, isAutoRepay }, action);
      expect(answer).toEqual({ ok: true, value: { orderId: 'vs1', clientOid: 'c' } });
      expect(sent()[0]).toContain('POST s.example /api/v3/hf/margin/stop-order');
      expect(sent()[0]).toContain(`"stopPrice":"5","size":"1",${last}}`);
    },
  );

  it('stops on margin are cancelled and looked up there too, and a cancel without effect says so', async () => {
    const cancelled = createFixture({ code: '200000', data: { cancelledOrderIds: ['vs1'] } });
    const wanted = { orderId: 'vs1', tradeType: 'cross' } as const;
    expect(await cancelled.client.stops.cancel(wanted, action)).toMatchObject({ value: { orderIds: ['vs1'] } });
    expect(cancelled.sent()).toEqual(['DELETE s.example /api/v3/hf/margin/stop-order/cancel-by-id?orderId=vs1']);
    const none = createFixture({ code: '200000', data: { cancelledOrderIds: [] } });
    expect(await none.client.stops.cancel(wanted, action)).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    const found = createFixture({ code: '200000', data: [{ ...spotStop, tradeType: 'MARGIN_TRADE' }] });
    const mark = { clientOid: 'c', symbol: 'BTC-USDT', tradeType: 'cross' } as const;
    expect(await found.client.stops.orderByClientOid(mark, action)).toMatchObject({ value: { tradeType: 'cross' } });
    expect(found.sent()).toEqual(['GET s.example /api/v3/hf/margin/stop-order/clientOid?clientOid=c']);
  });

  it('stops on margin are listed with the spot stops, one list per trade type', async () => {
    const { client, sent } = createFixture({ code: '200000', data: page([spotStop]) });
    expect(await client.stops.ofAllTypes({ symbol: 'BTC-USDT' }, action)).toMatchObject({
      ok: true,
      value: { isComplete: true, items: [{}, {}, {}] },
    });
    const types = sent().map(line => new URLSearchParams(line.split('?')[1]).get('tradeType'));
    expect(types).toEqual([null, 'MARGIN_TRADE', 'MARGIN_ISOLATED_TRADE']);
  });
});
