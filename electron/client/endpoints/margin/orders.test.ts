import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '#client/testing/fake-exchange.ts';
import { publishedExample, textOf } from '#client/testing/published.ts';
import { action, createAnsweringFixture, createFixture } from '../testing/endpoint-fixture.ts';

const market = { symbol: 'BTC-USDT', tradeType: 'cross' } as const;
const published = (name: string) => createFixture(textOf(publishedExample(name).body));

const order = {
  clientOid: 'c',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  price: '50000',
  size: '0.00001',
  tradeType: 'cross',
} as const;

const wireFill = (id: number | string, createdAt: number) => ({
  id,
  symbol: 'BTC-USDT',
  tradeId: `9${id}`,
  orderId: 'o',
  side: 'buy',
  liquidity: 'maker',
  forceTaker: false,
  price: '1',
  size: '2',
  funds: '2',
  fee: '0',
  feeRate: '0',
  feeCurrency: 'USDT',
  createdAt,
});

describe('margin orders', () => {
  it('reads the published list of open margin orders', async () => {
    const { client, sent } = published('GET /api/v3/hf/margin/orders/active');
    expect(await client.margin.activeOrders(market, action)).toMatchObject({
      ok: true,
      value: [
        {
          venue: 'spot',
          id: '671667306afcdb000723107f',
          tradeType: 'cross',
          price: '50000',
          funds: '0.5',
          stopPrice: null,
          isActive: true,
          isCancelled: false,
          cancelAfterS: null,
          remark: null,
          updatedAtMs: 1_729_521_460_940,
        },
      ],
    });
    expect(sent()).toEqual(['GET s.example /api/v3/hf/margin/orders/active?symbol=BTC-USDT&tradeType=MARGIN_TRADE']);
  });

  it('reads the shorter record of the document, and takes the requested trade type', async () => {
    const row = {
      id: '1',
      symbol: 'BTC-USDT',
      type: 'limit',
      side: 'sell',
      price: '5',
      size: '1',
      dealFunds: '0',
      dealSize: '0',
      active: true,
      createdAt: 7,
    };
    const { client } = createFixture({ code: '200000', data: [row] });
    expect(await client.margin.activeOrders({ ...market, tradeType: 'isolated' }, action)).toMatchObject({
      value: [{ tradeType: 'isolated', updatedAtMs: null }],
    });
    const { active: _active, ...neither } = row;
    const listed = createFixture({ code: '200000', data: [neither] });
    expect(await listed.client.margin.activeOrders(market, action)).toMatchObject({ value: [{ isActive: true }] });
    const broken = createFixture({ code: '200000', data: neither });
    expect(await broken.client.margin.order({ orderId: '1', symbol: 'S' }, action)).toMatchObject({
      error: { kind: 'bad-reply', field: 'isActive' },
    });
  });

  it('reads one by either id, and the pairs with orders', async () => {
    const one = published('GET /api/v3/hf/margin/orders/{orderId}');
    const known = { ok: true, value: { id: '671667306afcdb000723107f', tradeType: 'cross' } };
    expect(await one.client.margin.order({ orderId: 'o', symbol: 'S' }, action)).toMatchObject(known);
    expect(await one.client.margin.orderByClientOid({ clientOid: 'c', symbol: 'S' }, action)).toMatchObject(known);
    expect(one.sent()).toEqual([
      'GET s.example /api/v3/hf/margin/orders/o?symbol=S',
      'GET s.example /api/v3/hf/margin/orders/client-order/c?symbol=S',
    ]);
    const none = createFixture({ code: '126043', msg: 'The order does not exist' });
    expect(await none.client.margin.order({ orderId: 'o', symbol: 'S' }, action)).toMatchObject({
      error: { kind: 'not-found', code: '126043' },
    });
    const symbols = published('GET /api/v3/hf/margin/order/active/symbols');
    expect(await symbols.client.margin.activeSymbols({ tradeType: 'isolated' }, action)).toMatchObject({
      value: ['BTC-USDT'],
    });
    expect(symbols.sent()).toEqual([
      'GET s.example /api/v3/hf/margin/order/active/symbols?tradeType=MARGIN_ISOLATED_TRADE',
    ]);
  });

  it('places cross and isolated orders, and reads the borrowed amount', async () => {
    const { client, sent } = published('POST /api/v3/hf/margin/order');
    expect(await client.margin.place(order, action)).toEqual({
      ok: true,
      value: {
        orderId: '671663e02188630007e21c9c',
        clientOid: '5c52e11203aa677f33e1493fb',
        borrowedSize: '10.2',
      },
    });
    const { price: _price, size: _size, ...market1 } = order;
    const isolated = { ...market1, type: 'market', funds: '5', tradeType: 'isolated' } as const;
    await client.margin.place({ ...isolated, isAutoBorrow: true, isAutoRepay: false, tags: 't', remark: 'r' }, action);
    expect(sent()).toEqual([
      'POST s.example /api/v3/hf/margin/order {"clientOid":"c","symbol":"BTC-USDT","type":"limit","side":"buy","price":"50000","size":"0.00001","isIsolated":false}',
      'POST s.example /api/v3/hf/margin/order {"clientOid":"c","symbol":"BTC-USDT","type":"market","side":"buy","funds":"5","remark":"r","isIsolated":true,"autoBorrow":true,"autoRepay":false}',
    ]);
    const test = published('POST /api/v3/hf/margin/order/test');
    expect(await test.client.margin.placeTest(order, action)).toMatchObject({ value: { borrowedSize: '10.2' } });
    const plain = createFixture({ code: '200000', data: { orderId: '1', borrowSize: null } });
    expect(await plain.client.margin.place(order, action)).toMatchObject({
      value: { orderId: '1', clientOid: null, borrowedSize: null },
    });
    expect(await plain.client.margin.place({ ...order, remark: 'ü' }, action)).toMatchObject({
      error: { kind: 'invalid-request', field: 'remark' },
    });
    expect(plain.sent()).toHaveLength(1);
  });

  it('cancels one by either id, and all of a pair and trade type', async () => {
    const { client, sent } = published('DELETE /api/v3/hf/margin/orders/{orderId}');
    expect(await client.margin.cancel({ orderId: 'o', symbol: 'S' }, action)).toMatchObject({
      value: { orderIds: ['671663e02188630007e21c9c'] },
    });
    const byMark = published('DELETE /api/v3/hf/margin/orders/client-order/{clientOid}');
    expect(await byMark.client.margin.cancelByClientOid({ clientOid: 'c', symbol: 'S' }, action)).toMatchObject({
      value: { orderIds: [] },
    });
    const all = published('DELETE /api/v3/hf/margin/orders');
    expect(await all.client.margin.cancelAll(market, action)).toEqual({ ok: true, value: 'success' });
    expect([...sent(), ...byMark.sent(), ...all.sent()]).toEqual([
      'DELETE s.example /api/v3/hf/margin/orders/o?symbol=S',
      'DELETE s.example /api/v3/hf/margin/orders/client-order/c?symbol=S',
      'DELETE s.example /api/v3/hf/margin/orders?symbol=BTC-USDT&tradeType=MARGIN_TRADE',
    ]);
  });
});

describe('margin order history', () => {
  it('reads the published batch, and requests the given filters', async () => {
    const { client, sent } = published('GET /api/v3/hf/margin/orders/done');
    const query = {
      ...market,
      side: 'buy',
      type: 'limit',
      startAtMs: 1,
      endAtMs: 2,
      lastId: '254062248624417',
    } as const;
    expect(await client.margin.doneOrders({ ...query, limit: 20 }, action)).toMatchObject({
      value: { lastId: '136112949351', items: [{ id: '6716491f6afcdb00078365c8', isCancelled: true }] },
    });
    expect(sent()).toEqual([
      'GET s.example /api/v3/hf/margin/orders/done?symbol=BTC-USDT&tradeType=MARGIN_TRADE&side=buy&type=limit&startAt=1&endAt=2&lastId=254062248624417&limit=20',
    ]);
    expect(await client.margin.doneOrders({ ...market, startAtMs: 0, endAtMs: 8 * 86_400_000 }, action)).toMatchObject({
      error: { kind: 'invalid-request' },
    });
  });

  it('states that cancelled orders are kept for a shorter time than filled ones', async () => {
    const { client, sent, nowMs } = createFixture({ code: '200000', data: { items: [], lastId: null } });
    const monthMs = 30 * 86_400_000;
    const recent = await client.margin.allDoneOrders({ ...market, fromMs: nowMs() - monthMs, toMs: nowMs() }, action);
    expect(recent).toMatchObject({ value: { items: [], missing: [] } });
    expect(sent()).toHaveLength(5);
    const long = await client.margin.allDoneOrders({ ...market, fromMs: nowMs() - 7 * monthMs, toMs: nowMs() }, action);
    expect(long).toMatchObject({
      value: {
        missing: [
          { reason: 'The exchange keeps cancelled orders for one month.' },
          { reason: 'The exchange keeps filled orders for six months.' },
        ],
      },
    });
    expect(sent()).toHaveLength(5 + 26);
  });
});

/** An exchange with these fills, newest first, in batches of at most `most`. */
function serving(fills: () => readonly ReturnType<typeof wireFill>[], most: number) {
  return createAnsweringFixture(({ url }) => {
    const lastId = url.searchParams.get('lastId');
    const rest = fills().filter(({ id }) => lastId === null || BigInt(id) < BigInt(lastId));
    const items = rest.slice(0, Math.min(most, Number(url.searchParams.get('limit'))));
    return json({ code: '200000', data: { items, lastId: items.at(-1)?.id ?? 0 } });
  });
}

describe('margin fills', () => {
  it('reads the published batch digit for digit', async () => {
    const { client, sent } = published('GET /api/v3/hf/margin/fills');
    expect(await client.margin.fills({ ...market, lastId: '11040911994273793' }, action)).toMatchObject({
      ok: true,
      value: {
        lastId: '137891621991',
        items: [
          {
            id: '137891621991',
            fill: { tradeId: '11040911994273793', tradeType: 'cross', fee: '0.000671416', liquidity: 'taker' },
          },
        ],
      },
    });
    expect(sent()).toEqual([
      'GET s.example /api/v3/hf/margin/fills?symbol=BTC-USDT&tradeType=MARGIN_TRADE&lastId=11040911994273793&limit=100',
    ]);
  });

  it('requests those of one order without filters that the exchange could ignore', async () => {
    const { client, sent } = published('GET /api/v3/hf/margin/fills');
    expect(await client.margin.fillsOfOrder({ ...market, orderId: 'o' }, action)).toMatchObject({
      value: [{ tradeId: '11040911994273793' }],
    });
    expect(sent()).toEqual(['GET s.example /api/v3/hf/margin/fills?orderId=o&symbol=BTC-USDT&tradeType=MARGIN_TRADE']);
  });

  it('walks all of them without loss or duplicates while fills arrive', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(40), fc.integer({ min: 1, max: 9 }), fc.nat(3), async (count, most, perBatch) => {
        const base = 9_007_199_254_740_993n;
        const fills = Array.from({ length: count }, (_, index) => wireFill(String(base + BigInt(count - index)), 1));
        let asked = 0;
        const { client, nowMs } = serving(() => {
          const arrived = Array.from({ length: asked * perBatch }, (_, index) =>
            wireFill(String(base + BigInt(1000 + index)), 1),
          ).toReversed();
          asked += 1;
          return [...arrived, ...fills];
        }, most);
        const answer = await client.margin.allFills({ ...market, fromMs: nowMs() - 1000, toMs: nowMs() }, action);
        const ids = answer.ok ? answer.value.items.map(({ tradeId }) => tradeId) : [];
        expect(ids).toEqual(fills.map(({ tradeId }) => tradeId));
        expect(asked).toBeLessThanOrEqual(Math.ceil(count / most) + 1);
      }),
    );
  });

  it('requests at most three days, and reports what the exchange no longer keeps', async () => {
    const { client, sent, nowMs } = createFixture({ code: '200000', data: { items: [], lastId: null } });
    const answer = await client.margin.allFills({ ...market, fromMs: nowMs() - 7 * 86_400_000, toMs: nowMs() }, action);
    expect(answer).toMatchObject({
      value: { items: [], missing: [{ reason: 'The exchange returns margin fills of the last three days only.' }] },
    });
    expect(sent()).toEqual([
      `GET s.example /api/v3/hf/margin/fills?symbol=BTC-USDT&tradeType=MARGIN_TRADE&startAt=${nowMs() - 3 * 86_400_000}&endAt=${nowMs()}&limit=100`,
    ]);
  });

  it('stops when the exchange repeats the same batch', async () => {
    const { client, sent, nowMs } = createFixture({ code: '200000', data: { items: [wireFill(5, 1)], lastId: 5 } });
    const answer = await client.margin.allFills({ ...market, fromMs: nowMs() - 9, toMs: nowMs() }, action);
    expect(answer).toMatchObject({ value: { items: [{ tradeId: '95' }], missing: [] } });
    expect(sent()).toHaveLength(2);
  });
});
