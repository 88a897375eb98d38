import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeExchange, openFakeExchange, type TestReply, subAccount } from '../testing/fake-exchange.ts';
import { sampleStop } from '#practice/spot/testing/fake-spot.ts';
import { member, rows, wrappedData } from '../testing/unwrap.ts';
import { documentShapes, liveShapes, misfits, sharedShapes } from '../testing/wire-shapes.ts';

const target = '/api/v1/stop-order';

describe.each(['document', 'live'] as const)('spot stop orders, dialect %s', dialect => {
  let exchange: FakeExchange;
  const shapes = dialect === 'document' ? documentShapes : liveShapes;
  beforeEach(async () => {
    exchange = await openFakeExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  const bare = (reply: TestReply): unknown => (dialect === 'document' ? reply.json : wrappedData(reply));
  const ids = async (query: string) =>
    rows(bare(await exchange.call({ target: target + query }))).map(row => member(row, 'id'));
  const cancel = (path: string) => exchange.call({ method: 'DELETE', target: target + path });
  const unknown = { code: '400100', msg: 'order_not_exist_or_not_allow_to_cancel' };

  it('write the record as the dialect does, nanoseconds exactly', async () => {
    exchange.spot.stops.push(sampleStop());
    const reply = await exchange.call({ target });
    const page = bare(reply);
    expect(misfits(page, sharedShapes.page)).toEqual([]);
    const [record] = rows(page);
    expect(misfits(record, shapes.spotStop)).toEqual([]);
    expect(reply.text).toContain('"orderTime":1740626554883000024,');
    const padded = dialect === 'document' ? '' : '.00000000000000000000';
    expect(record).toMatchObject({
      userId: '633559791e1cbc0001f319bc',
      price: `50000${padded}`,
      stopPrice: `60000${padded}`,
      takerFeeRate: dialect === 'document' ? '0.001' : '0.00100000000000000000',
      domainId: dialect === 'document' ? 'practice' : 'kucoin',
      funds: null,
      visibleSize: null,
      cancelAfter: -1,
      stopTriggerTime: null,
      feeCurrency: 'USDT',
    });
  });

  it('pad funds and visible size too, and name the sub-account', async () => {
    const base = sampleStop().placement;
    const placement = { ...base, type: 'market', funds: '25', visibleSize: '0.5', remark: 'r' } as const;
    exchange.spot.stops.push(sampleStop({ accountId: 'sub-1', placement, status: 'TRIGGERED', triggeredAtMs: 7 }));
    const record = wrappedData(await exchange.call({ target: `${target}/${sampleStop().id}`, as: 'sub' }));
    expect(misfits(record, shapes.spotStop)).toEqual([]);
    const padded = dialect === 'document' ? '25' : '25.00000000000000000000';
    expect(record).toMatchObject({
      userId: subAccount(1).userId,
      funds: padded,
      status: 'TRIGGERED',
      stopTriggerTime: 7,
    });
  });

  it('filter and page', async () => {
    for (let number = 0; number < 12; number += 1) exchange.spot.stops.push(sampleStop({ id: `vs${number}` }));
    exchange.spot.stops.push(sampleStop({ id: 'done', status: 'TRIGGERED' }));
    expect(await ids('?orderIds=vs3,vs5')).toEqual(['vs3', 'vs5']);
    expect(await ids('?pageSize=10&currentPage=2')).toEqual(['vs10', 'vs11']);
    expect(await ids('?stop=stop&pageSize=10')).toHaveLength(10);
    expect(await ids('?stop=oco')).toEqual([]);
    expect(await ids('?symbol=ETH-USDT')).toEqual([]);
    expect(await ids('?side=sell')).toEqual([]);
    expect(await ids('?tradeType=MARGIN_ISOLATED_TRADE')).toEqual([]);
    expect(await ids(`?startAt=${sampleStop().createdAtMs + 1}`)).toEqual([]);
    expect(await ids(`?endAt=${sampleStop().createdAtMs - 1}`)).toEqual([]);
  });

  it.each([
    ['stop=1', 'stop must be one of stop, oco'],
    ['type=oco', 'type must be one of limit, market, limit_stop, market_stop'],
    ['currentPage=x', 'currentPage must be a whole number from 1 to 1000000'],
    ['endAt=-1', 'endAt must be a whole number from 0 to 253402300799999'],
  ])('reject ?%s', async (query, msg) => {
    expect((await exchange.call({ target: `${target}?${query}` })).json).toEqual({ code: '400100', msg });
  });

  it('place, read and cancel by id', async () => {
    const body = {
      symbol: 'BTC-USDT',
      side: 'sell',
      type: 'market',
      size: '0.5',
      stopPrice: '49000',
      stop: 'loss',
      remark: 'r',
      clientOid: 's1',
      tradeType: 'TRADE',
    };
    expect(wrappedData(await exchange.call({ method: 'POST', target, body }))).toEqual({ orderId: 'vs-1' });
    expect(exchange.spot.placements).toEqual([{ ...body, channel: 'API' }]);
    expect(wrappedData(await exchange.call({ target: `${target}/vs-1` }))).toMatchObject({ id: 'vs-1', status: 'NEW' });
    expect(wrappedData(await cancel('/vs-1'))).toEqual({ cancelledOrderIds: ['vs-1'] });
    expect((await cancel('/vs-1')).json).toEqual(unknown);
    expect((await exchange.call({ target: `${target}/vs-1` })).json).toEqual({
      code: '400100',
      msg: 'order_not_exist',
    });
  });

  it('read and cancel by client id', async () => {
    exchange.spot.stops.push(sampleStop());
    const query = `${target}/queryOrderByClientOid?clientOid=stop-1`;
    expect(rows(wrappedData(await exchange.call({ target: query })))).toHaveLength(1);
    expect(wrappedData(await exchange.call({ target: `${query}&symbol=ETH-USDT` }))).toEqual([]);
    expect((await cancel('/cancelOrderByClientOid?clientOid=stop-1&symbol=ETH-USDT')).json).toEqual(unknown);
    expect(wrappedData(await cancel('/cancelOrderByClientOid?clientOid=stop-1&symbol=BTC-USDT'))).toEqual({
      cancelledOrderId: sampleStop().id,
      clientOid: 'stop-1',
    });
    expect(wrappedData(await exchange.call({ target: query }))).toEqual([]);
    expect((await cancel('/cancelOrderByClientOid?clientOid=stop-1')).json).toEqual(unknown);
    expect((await cancel('/cancelOrderByClientOid')).json).toEqual({ code: '400100', msg: 'clientOid is required' });
  });

  it('accept a content type without a body', async () => {
    exchange.spot.stops.push(sampleStop());
    const headers = { 'Content-Type': 'application/json' };
    const reply = await exchange.call({ method: 'DELETE', target: `${target}/${sampleStop().id}`, headers });
    expect(wrappedData(reply)).toEqual({ cancelledOrderIds: [sampleStop().id] });
  });

  it('state why a triggered one cannot be cancelled', async () => {
    exchange.spot.stops.push(sampleStop({ status: 'TRIGGERED' }));
    expect((await cancel('/cancelOrderByClientOid?clientOid=stop-1')).json).toEqual(unknown);
  });

  it('cancel all that a query selects', async () => {
    exchange.spot.stops.push(sampleStop({ id: 'a' }), sampleStop({ id: 'b' }), sampleStop({ id: 'c' }));
    expect(wrappedData(await cancel('/cancel?orderIds=a,c'))).toEqual({ cancelledOrderIds: ['a', 'c'] });
    expect(wrappedData(await cancel('/cancel?symbol=ETH-USDT'))).toEqual({ cancelledOrderIds: [] });
    expect(wrappedData(await cancel('/cancel?symbol=BTC-USDT'))).toEqual({ cancelledOrderIds: ['b'] });
  });

  it.each([
    [{ stopPrice: undefined }, 'stopPrice is required'],
    [{ stop: 'up' }, 'stop must be one of loss, entry'],
    [{ tradeType: 'FUTURES' }, 'tradeType must be one of TRADE, MARGIN_TRADE, MARGIN_ISOLATED_TRADE'],
    [{ price: undefined }, 'price is required for a limit order'],
    [{ remark: 'x'.repeat(101) }, 'remark must be text of 1 to 100 characters'],
  ])('reject %j', async (change, msg) => {
    const { clientOid, ...order } = sampleStop().placement;
    const reply = await exchange.call({ method: 'POST', target, body: { ...order, ...change } });
    expect(reply.json).toEqual({ code: '400100', msg });
    expect(clientOid).toBe('stop-1');
  });
});
