import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeExchange, openFakeExchange, startMs } from '../testing/fake-exchange.ts';
import { sampleFuturesFill } from '#practice/futures/testing/fake-futures.ts';
import { member, rows, wrappedData } from '../testing/unwrap.ts';
import { misfits, sharedShapes } from '../testing/wire-shapes.ts';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

describe.each(['document', 'live'] as const)('futures fills, dialect %s', dialect => {
  let exchange: FakeExchange;
  beforeEach(async () => {
    exchange = await openFakeExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  const get = (target: string) => exchange.call({ venue: 'futures', target });
  const ids = async (target: string) => rows(wrappedData(await get(target))).map(row => member(row, 'tradeId'));
  const add = (tradeId: bigint, change: Partial<ReturnType<typeof sampleFuturesFill>> = {}) =>
    exchange.futures.fills.push(sampleFuturesFill({ createdAtMs: startMs, ...change, tradeId }));

  it('have the format of the service, ids and times beyond 2^53 to the last digit', async () => {
    exchange.futures.fills.push(
      sampleFuturesFill({ createdAtMs: startMs, stop: 'down', orderType: 'limit', tradeType: 'adl' }),
    );
    const recent = await get('/api/v1/recentFills');
    const [row] = rows(wrappedData(recent));
    expect(misfits(row, sharedShapes.futuresFill)).toEqual([]);
    expect(recent.text).toContain('"tradeTime":1729155616320000001,');
    expect(row).toMatchObject({
      tradeId: '11040911994273793',
      size: 1,
      openFeePay: '0.03',
      closeFeePay: '0.01045854',
      fee: '0.04045854',
      settleCurrency: 'USDT',
      stop: 'down',
      orderType: 'limit',
      displayType: 'limit_stop',
      tradeType: 'adl',
      subTradeType: null,
      createdAt: startMs,
    });
    const page = wrappedData(await get('/api/v1/fills'));
    expect(misfits(page, sharedShapes.page)).toEqual([]);
    const shape = dialect === 'document' ? sharedShapes.futuresFill : sharedShapes.taxedFuturesFill;
    expect(misfits(rows(page)[0], shape)).toEqual([]);
    expect(rows(page)[0]).toMatchObject({ tradeId: '11040911994273793', fee: '0.04045854' });
  });

  it('return the 1000 newest of 24 hours, of one contract or of all', async () => {
    add(1n);
    add(2n, { symbol: 'XBTUSDM' });
    add(3n, { createdAtMs: startMs - dayMs });
    add(4n, { createdAtMs: startMs - dayMs - 1 });
    add(5n, { accountId: 'sub-1' });
    expect(await ids('/api/v1/recentFills')).toEqual(['1', '2', '3']);
    expect(await ids('/api/v1/recentFills?symbol=XBTUSDM')).toEqual(['2']);
    for (let more = 0; more < 1000; more += 1) add(100n);
    const many = await ids('/api/v1/recentFills');
    expect(many).toHaveLength(1000);
    expect(many[0]).toBe('1');
  });

  it('stay for three months', async () => {
    add(1n, { orderId: 'a', createdAtMs: startMs - 90 * dayMs });
    add(2n, { orderId: 'a', createdAtMs: startMs - 90 * dayMs - 1 });
    const window = `startAt=${startMs - 92 * dayMs}&endAt=${startMs - 86 * dayMs}`;
    expect(await ids(`/api/v1/fills?${window}`)).toEqual(['1']);
    expect(await ids('/api/v1/fills?orderId=a')).toEqual(['1']);
  });

  it('filter, and an order id replaces the other filters', async () => {
    add(1n, { side: 'sell', orderId: 'a' });
    add(2n, { symbol: 'XBTUSDM', tradeType: 'liquid' });
    add(3n, { stop: 'up', tradeType: 'adl' });
    add(4n, { orderId: 'a', createdAtMs: startMs - 2 * weekMs });
    expect(await ids('/api/v1/fills')).toEqual(['1', '2', '3']);
    expect(await ids('/api/v1/fills?side=sell')).toEqual(['1']);
    expect(await ids('/api/v1/fills?symbol=XBTUSDM')).toEqual(['2']);
    expect(await ids('/api/v1/fills?type=market_stop')).toEqual(['3']);
    expect(await ids('/api/v1/fills?type=market')).toEqual(['1', '2']);
    expect(await ids('/api/v1/fills?tradeTypes=adl,liquid')).toEqual(['2', '3']);
    expect(await ids('/api/v1/fills?orderId=a&side=buy')).toEqual(['1', '4']);
  });

  it('span at most seven days, with one end derived from the other', async () => {
    add(1n);
    add(2n, { createdAtMs: startMs - weekMs });
    add(3n, { createdAtMs: startMs - weekMs - 1 });
    expect(await ids('/api/v1/fills')).toEqual(['1', '2']);
    expect(await ids(`/api/v1/fills?endAt=${startMs - 1}`)).toEqual(['2', '3']);
    expect(await ids(`/api/v1/fills?startAt=${startMs - weekMs - 1}`)).toEqual(['2', '3']);
    expect(await ids(`/api/v1/fills?startAt=${startMs}&endAt=${startMs}`)).toEqual(['1']);
    expect((await get(`/api/v1/fills?startAt=${startMs - weekMs - 1}&endAt=${startMs}`)).json).toMatchObject({
      code: '300000',
      msg: 'startAt and endAt must not be more than 7*24 hours apart for fills',
    });
    expect((await get('/api/v1/fills?startAt=2&endAt=1')).json).toMatchObject({ code: '300000' });
  });

  it('page by 50 up to 1000', async () => {
    for (let tradeId = 0n; tradeId < 51n; tradeId += 1n) add(tradeId);
    expect(await ids('/api/v1/fills')).toHaveLength(50);
    expect(await ids('/api/v1/fills?currentPage=2')).toEqual(['50']);
    expect(wrappedData(await get('/api/v1/fills?pageSize=1000'))).toMatchObject({ totalNum: 51, totalPage: 1 });
    expect((await get('/api/v1/fills?pageSize=1001')).json).toMatchObject({ code: '300000' });
    expect((await get('/api/v1/fills?type=stop')).json).toMatchObject({ code: '300000' });
  });
});
