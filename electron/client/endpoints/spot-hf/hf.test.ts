import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '#client/testing/fake-exchange.ts';
import { publishedExample, textOf } from '#client/testing/published.ts';
import { action, createAnsweringFixture, createFixture } from '../testing/endpoint-fixture.ts';

const dayMs = 86_400_000;
const symbol = 'BTC-USDT';
const published = (name: string) => createFixture(textOf(publishedExample(name).body));
const order = { clientOid: 'c', symbol, side: 'buy', type: 'limit', price: '1', size: '1' } as const;
const filter = { symbol, side: 'buy', type: 'limit' } as const;

const wireOrder = (id: number, createdAt: number) => ({
  id: `o${id}`,
  symbol,
  type: 'limit',
  side: 'buy',
  dealFunds: '0',
  dealSize: '0',
  active: false,
  createdAt,
});

describe('high-frequency lists', () => {
  it('reads open orders as an array, as pages, and the pairs with orders', async () => {
    const list = published('GET /api/v1/hf/orders/active');
    expect(await list.client.spotHf.activeOrders({ symbol }, action)).toMatchObject({
      value: [{ id: '67120bbef094e200070976f6', tradeType: 'spot', isActive: true, updatedAtMs: 1_729_235_909_862 }],
    });
    const page = published('GET /api/v1/hf/orders/active/page');
    expect(await page.client.spotHf.allActive({ symbol }, action)).toMatchObject({
      value: { isComplete: true, items: [{ id: '67c1437ea5226600071cc080' }] },
    });
    const symbols = published('GET /api/v1/hf/orders/active/symbols');
    expect(await symbols.client.spotHf.activeSymbols({}, action)).toMatchObject({ value: ['ETH-USDT', 'BTC-USDT'] });
    expect([...list.sent(), ...page.sent(), ...symbols.sent()]).toEqual([
      'GET s.example /api/v1/hf/orders/active?symbol=BTC-USDT',
      'GET s.example /api/v1/hf/orders/active/page?symbol=BTC-USDT&pageNum=1&pageSize=50',
      'GET s.example /api/v1/hf/orders/active/symbols',
    ]);
  });

  it('reads order history and fills, digit for digit', async () => {
    const done = published('GET /api/v1/hf/orders/done');
    expect(
      await done.client.spotHf.doneOrders({ ...filter, lastId: '9', startAtMs: 1, endAtMs: 2 }, action),
    ).toMatchObject({
      value: { lastId: '19814995255305', items: [{ filledFunds: '0.677176', isActive: false }] },
    });
    const fills = published('GET /api/v1/hf/fills');
    expect(await fills.client.spotHf.fills({ symbol }, action)).toMatchObject({
      value: { items: [{ id: '19814995255305', fill: { tradeId: '11029373945659392', tradeType: 'spot' } }] },
    });
    expect(await fills.client.spotHf.fillsOfOrder({ symbol, orderId: 'o' }, action)).toMatchObject({
      value: { items: [{ tradeId: '11029373945659392' }], isComplete: true },
    });
    expect([...done.sent(), ...fills.sent()]).toEqual([
      'GET s.example /api/v1/hf/orders/done?symbol=BTC-USDT&side=buy&type=limit&startAt=1&endAt=2&lastId=9&limit=100',
      'GET s.example /api/v1/hf/fills?symbol=BTC-USDT&limit=100',
      'GET s.example /api/v1/hf/fills?symbol=BTC-USDT&orderId=o&limit=100',
      // a full batch or not: a page number may continue after it
      'GET s.example /api/v1/hf/fills?symbol=BTC-USDT&orderId=o&lastId=19814995255305&limit=100',
    ]);
    const long = { symbol, startAtMs: 0, endAtMs: 8 * dayMs };
    expect(await done.client.spotHf.doneOrders(long, action)).toMatchObject({ ok: false });
    expect(await done.client.spotHf.fills(long, action)).toMatchObject({ ok: false });
  });

  it('walks a longer span week by week in batches, without loss or duplicates while orders end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(29), { maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        fc.nat(2),
        async (ages, most, perBatch) => {
          const time = createFixture({}).nowMs();
          const old = ages
            .toSorted((a, b) => a - b)
            .map((age, index) => wireOrder(1_000 + ages.length - index, time - age * dayMs));
          let asked = 0;
          const { client, nowMs } = createAnsweringFixture(({ url }) => {
            const query = url.searchParams;
            const fresh = Array.from({ length: asked * perBatch }, (_, n) => wireOrder(9_000 + n, time + 1 + n));
            asked += 1;
            const lastId = query.get('lastId');
            const rest = [...fresh.toReversed(), ...old].filter(
              row =>
                row.createdAt >= Number(query.get('startAt')) &&
                row.createdAt <= Number(query.get('endAt')) &&
                (lastId === null || Number(row.id.slice(1)) < Number(lastId)),
            );
            const items = rest.slice(0, most);
            return json({ code: '200000', data: { items, lastId: items.at(-1)?.id.slice(1) ?? null } });
          });
          const span = { fromMs: nowMs() - 29 * dayMs, toMs: nowMs() };
          const answer = await client.spotHf.allDoneOrders({ symbol, ...span }, action);
          expect(answer).toMatchObject({ ok: true, value: { missing: [] } });
          expect(answer.ok && answer.value.items.map(({ id }) => id)).toEqual(old.map(({ id }) => id));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('reports what the exchange no longer keeps', async () => {
    const { client, nowMs } = createFixture({ code: '200000', data: { items: [], lastId: null } });
    const span = { fromMs: nowMs() - 200 * dayMs, toMs: nowMs() };
    expect(await client.spotHf.allFills({ symbol, ...span }, action)).toMatchObject({
      value: { missing: [{ reason: 'The exchange keeps filled orders for six months.' }] },
    });
    expect(await client.spotHf.allDoneOrders({ symbol, ...span }, action)).toMatchObject({
      value: { missing: [{ part: expect.stringMatching(/^cancelled orders before /u) }, {}] },
    });
  });
});

describe('high-frequency actions', () => {
  it('test, place and amend', async () => {
    const test = published('POST /api/v1/hf/orders/test');
    expect(await test.client.spotHf.placeTest(order, action)).toMatchObject({ ok: true });
    const sync = published('POST /api/v1/hf/orders/sync');
    expect(await sync.client.spotHf.placeSync(order, action)).toMatchObject({ ok: true });
    expect(await sync.client.spotHf.placeSync({ ...order, tags: 'ü' }, action)).toMatchObject({ ok: false });
    expect(await sync.client.spotHf.placeTest({ ...order, tags: 'ü' }, action)).toMatchObject({ ok: false });
    const alter = published('POST /api/v1/hf/orders/alter');
    expect(await alter.client.spotHf.alter({ symbol, orderId: 'o', newPrice: '2' }, action)).toEqual({
      ok: true,
      value: { orderId: '67112258f9406e0007408827', clientOid: 'client order id 12' },
    });
    expect(await alter.client.spotHf.alter({ symbol, orderId: 'o' }, action)).toMatchObject({ ok: false });
    const body = '{"clientOid":"c","symbol":"BTC-USDT","type":"limit","side":"buy","price":"1","size":"1"}';
    expect([...test.sent(), ...sync.sent(), ...alter.sent()]).toEqual([
      `POST s.example /api/v1/hf/orders/test ${body}`,
      `POST s.example /api/v1/hf/orders/sync ${body}`,
      'POST s.example /api/v1/hf/orders/alter {"symbol":"BTC-USDT","orderId":"o","newPrice":"2"}',
    ]);
  });

  it('cancel: synchronously, in part, for a pair, for all', async () => {
    const sync = published('DELETE /api/v1/hf/orders/sync/{orderId}');
    expect(await sync.client.spotHf.cancelSync({ orderId: 'o', symbol }, action)).toEqual({
      ok: true,
      value: {
        orderId: '671128ee365ccb0007534d45',
        clientOid: null,
        filledSize: '0',
        remainingSize: '0',
        cancelledSize: '0.00001',
        isActive: false,
      },
    });
    const mark = published('DELETE /api/v1/hf/orders/sync/client-order/{clientOid}');
    expect(await mark.client.spotHf.cancelSyncByClientOid({ clientOid: 'c', symbol }, action)).toMatchObject({
      value: { clientOid: '5c52e11203aa677f33e493fb', orderId: null },
    });
    const part = published('DELETE /api/v1/hf/orders/cancel/{orderId}');
    expect(await part.client.spotHf.cancelPart({ orderId: 'o', symbol, cancelSize: '1' }, action)).toMatchObject({
      value: { orderIds: ['6711f73c1ef16c000717bb31'] },
    });
    const pair = published('DELETE /api/v1/hf/orders');
    expect(await pair.client.spotHf.cancelPair({ symbol }, action)).toEqual({ ok: true, value: 'success' });
    const all = published('DELETE /api/v1/hf/orders/cancelAll');
    expect(await all.client.spotHf.cancelAll({}, action)).toEqual({
      ok: true,
      value: { cancelled: ['ETH-USDT', 'BTC-USDT'], failed: [] },
    });
    expect([sync, mark, part, pair, all].flatMap(({ sent }) => sent())).toEqual([
      'DELETE s.example /api/v1/hf/orders/sync/o?symbol=BTC-USDT',
      'DELETE s.example /api/v1/hf/orders/sync/client-order/c?symbol=BTC-USDT',
      'DELETE s.example /api/v1/hf/orders/cancel/o?symbol=BTC-USDT&cancelSize=1',
      'DELETE s.example /api/v1/hf/orders?symbol=BTC-USDT',
      'DELETE s.example /api/v1/hf/orders/cancelAll',
    ]);
  });

  it('set and read the timed cancel, whose times are in seconds', async () => {
    const set = published('POST /api/v1/hf/orders/dead-cancel-all');
    expect(await set.client.spotHf.setDeadCancel({ timeoutS: 5, symbols: [symbol, 'ETH-USDT'] }, action)).toEqual({
      ok: true,
      value: { nowMs: 1_729_656_588_000, triggersAtMs: 1_729_656_593_000 },
    });
    await set.client.spotHf.setDeadCancel({ timeoutS: null, symbols: [] }, action);
    for (const bad of [
      { timeoutS: 4, symbols: [] },
      { timeoutS: 5, symbols: Array<string>(51).fill('S') },
    ]) {
      expect(await set.client.spotHf.setDeadCancel(bad, action)).toMatchObject({ ok: false });
    }
    const read = published('GET /api/v1/hf/orders/dead-cancel-all/query');
    expect(await read.client.spotHf.deadCancel({}, action)).toMatchObject({
      value: { timeoutS: 5, symbols: ['BTC-USDT', 'ETH-USDT'], triggersAtMs: 1_729_241_308_000 },
    });
    const off = createFixture({ code: '200000', data: null });
    expect(await off.client.spotHf.deadCancel({}, action)).toMatchObject({
      value: { timeoutS: null, triggersAtMs: null },
    });
    expect(set.sent()).toEqual([
      'POST s.example /api/v1/hf/orders/dead-cancel-all {"timeout":5,"symbols":"BTC-USDT,ETH-USDT"}',
      'POST s.example /api/v1/hf/orders/dead-cancel-all {"timeout":-1}',
    ]);
  });
});

it('high-frequency orders read and cancel one-cancels-other orders', async () => {
  const place = published('POST /api/v3/oco/order');
  const request = {
    clientOid: 'c',
    symbol,
    side: 'buy',
    size: '1',
    price: '2',
    stopPrice: '4',
    limitPrice: '3',
  } as const;
  expect(await place.client.oco.place(request, action)).toEqual({
    ok: true,
    value: { orderId: '674c316e688dea0007c7b986' },
  });
  const list = published('GET /api/v3/oco/orders');
  expect(await list.client.oco.allOrders({ symbol }, action)).toMatchObject({
    value: { items: [{ orderId: '674c3cfa72cf2800072ee7ce', status: 'new', createdAtMs: 1_733_049_594_803 }] },
  });
  const one = published('GET /api/v3/oco/order/{orderId}');
  expect(await one.client.oco.order({ orderId: 'o' }, action)).toMatchObject({ value: { status: 'new' } });
  expect(await one.client.oco.orderByClientOid({ clientOid: 'c' }, action)).toMatchObject({ ok: true });
  const details = published('GET /api/v3/oco/order/details/{orderId}');
  expect(await details.client.oco.details({ orderId: 'o' }, action)).toMatchObject({
    value: { legs: [{ price: '94000', size: '0.1', status: 'NEW' }, { stopPrice: '98000' }] },
  });
  const cancel = published('DELETE /api/v3/oco/order/{orderId}');
  expect(await cancel.client.oco.cancel({ orderId: 'o' }, action)).toMatchObject({
    value: { orderIds: ['vs93gpqc6kkmkk57003gok16', 'vs93gpqc6kkmkk57003gok17'] },
  });
  await cancel.client.oco.cancelByClientOid({ clientOid: 'c' }, action);
  await cancel.client.oco.cancelMany({ orderIds: ['a', 'b'], symbol }, action);
  expect([place, list, one, details, cancel].flatMap(({ sent }) => sent())).toEqual([
    'POST s.example /api/v3/oco/order {"clientOid":"c","symbol":"BTC-USDT","side":"buy","size":"1","price":"2","stopPrice":"4","limitPrice":"3","tradeType":"TRADE"}',
    'GET s.example /api/v3/oco/orders?symbol=BTC-USDT&pageSize=500&currentPage=1',
    'GET s.example /api/v3/oco/order/o',
    'GET s.example /api/v3/oco/client-order/c',
    'GET s.example /api/v3/oco/order/details/o',
    'DELETE s.example /api/v3/oco/order/o',
    'DELETE s.example /api/v3/oco/client-order/c',
    'DELETE s.example /api/v3/oco/orders?orderIds=a%2Cb&symbol=BTC-USDT',
  ]);
});
