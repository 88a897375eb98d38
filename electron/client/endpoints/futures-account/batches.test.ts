import { expect, it } from 'vitest';
import { publishedExample, textOf } from '#client/testing/published.ts';
import { action, createFixture } from '../testing/endpoint-fixture.ts';

const published = (name: string) => createFixture(textOf(publishedExample(`futures ${name}`).body));
const order = { clientOid: 'c', symbol: 'XBTUSDTM', side: 'buy', type: 'limit', price: '5', leverage: '3' } as const;

it('futures batches send the margin mode, and the amount in lots, as a quantity or as a value', async () => {
  const { client, sent } = published('POST /api/v1/orders');
  await client.futures.place({ ...order, size: '2', marginMode: 'cross' }, action);
  await client.futures.place({ ...order, quantity: '0.01', marginMode: 'isolated' }, action);
  await client.futures.place({ ...order, value: '100' }, action);
  const head =
    'POST f.example /api/v1/orders {"clientOid":"c","symbol":"XBTUSDTM","side":"buy","type":"limit","leverage":3';
  expect(sent()).toEqual([
    `${head},"marginMode":"CROSS","price":"5","size":2}`,
    `${head},"marginMode":"ISOLATED","price":"5","qty":"0.01"}`,
    `${head},"price":"5","valueQty":"100"}`,
  ]);
});

it('futures batches test an order without placing it, and place one with its two exits', async () => {
  const test = published('POST /api/v1/orders/test');
  expect(await test.client.futuresBatches.placeTest({ ...order, size: '1' }, action)).toMatchObject({ ok: true });
  const exits = published('POST /api/v1/st-orders');
  expect(
    await exits.client.futuresBatches.placeTakeProfit(
      { ...order, size: '1', triggerUpPrice: '6', triggerDownPrice: '4', stopPriceType: 'TP' },
      action,
    ),
  ).toMatchObject({ value: { orderId: '234125150956625920' } });
  const fields = '{"clientOid":"c","symbol":"XBTUSDTM","side":"buy","type":"limit","leverage":3,"price":"5","size":1';
  expect([...test.sent(), ...exits.sent()]).toEqual([
    `POST f.example /api/v1/orders/test ${fields}}`,
    `POST f.example /api/v1/st-orders ${fields},"stopPriceType":"TP","triggerStopUpPrice":"6","triggerStopDownPrice":"4"}`,
  ]);
});

it('futures batches place many orders, and match each row by its client id', async () => {
  const rows = [
    { orderId: 'o2', clientOid: 'b', symbol: 'S', code: '200000', msg: 'success' },
    { orderId: null, clientOid: 'a', symbol: 'S', code: '300003', msg: 'Balance insufficient\u202e' },
    { orderId: 'o9', clientOid: 'somebody else', symbol: 'S', code: '200000', msg: 'success' },
  ];
  const { client, sent } = createFixture({ code: '200000', data: rows });
  const orders = ['a', 'b', 'c'].map(clientOid => Object.assign({}, order, { clientOid, size: '1' as const }));
  expect(await client.futuresBatches.placeBatch({ orders }, action)).toEqual({
    ok: true,
    value: [
      { orderId: null, clientOid: 'a', outcome: 'rejected', code: '300003', message: 'Balance insufficient ' },
      { orderId: 'o2', clientOid: 'b', outcome: 'done', code: '200000', message: 'success' },
      { orderId: null, clientOid: 'c', outcome: 'unknown', code: null, message: null },
    ],
  });
  expect(sent()[0]).toMatch(/^POST f\.example \/api\/v1\/orders\/multi \[\{"clientOid":"a".*\},\{.*\}\]$/u);
  for (const bad of [[], orders.slice(0, 1).concat(orders.slice(0, 1)), Array.from({ length: 21 }, () => orders[0])]) {
    const given = bad.flatMap(each => (each === undefined ? [] : [each]));
    expect(await client.futuresBatches.placeBatch({ orders: given }, action)).toMatchObject({ ok: false });
  }
  expect(sent()).toHaveLength(1);
});

it('futures batches cancel many orders by id in one body', async () => {
  const { client, sent } = published('DELETE /api/v1/orders/multi-cancel');
  const orderIds = ['250445181751463936', '250445104152670209', '1'];
  expect(await client.futuresBatches.cancelMany({ orderIds }, action)).toMatchObject({
    value: [
      { orderId: '250445181751463936', outcome: 'done' },
      { outcome: 'done' },
      { orderId: '1', outcome: 'unknown' },
    ],
  });
  expect(sent()).toEqual([
    'DELETE f.example /api/v1/orders/multi-cancel {"orderIdsList":["250445181751463936","250445104152670209","1"]}',
  ]);
  expect(await client.futuresBatches.cancelMany({ orderIds: [] }, action)).toMatchObject({ ok: false });
});

it('futures batches cancel orders and stops of a contract separately', async () => {
  const orders = published('DELETE /api/v3/orders');
  expect(await orders.client.futuresBatches.cancelAll({ symbol: 'S' }, action)).toMatchObject({
    value: { orderIds: ['235919172150824960', '235919172150824961'] },
  });
  const stops = published('DELETE /api/v1/stopOrders');
  await stops.client.futuresBatches.cancelAllStops({ symbol: 'S' }, action);
  await stops.client.futuresBatches.cancelAllStops({}, action);
  expect([...orders.sent(), ...stops.sent()]).toEqual([
    'DELETE f.example /api/v3/orders?symbol=S',
    'DELETE f.example /api/v1/stopOrders?symbol=S',
    'DELETE f.example /api/v1/stopOrders',
  ]);
});

it('futures batches read the other rows when one is unreadable, and mark its order as unknown', async () => {
  const rows = [
    { orderId: 'o1', clientOid: 'a', code: '200000', msg: 'success' },
    { clientOid: 'b', code: { odd: true } },
  ];
  const { client } = createFixture({ code: '200000', data: rows });
  const orders = ['a', 'b'].map(clientOid => Object.assign({}, order, { clientOid, size: '1' as const }));
  expect(await client.futuresBatches.placeBatch({ orders }, action)).toMatchObject({
    ok: true,
    value: [
      { orderId: 'o1', clientOid: 'a', outcome: 'done' },
      { orderId: null, clientOid: 'b', outcome: 'unknown' },
    ],
  });
});
