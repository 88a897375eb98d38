import { describe, expect, it } from 'vitest';
import type { MarginOrderRequest, PlacedMarginOrder } from '#shared/domain/account/order.ts';
import { succeed } from '#shared/errors.ts';
import {
  account,
  answering,
  inTurn,
  lost,
  orderOf,
  refuses,
  request,
  startTestTrading,
  unreachable,
} from '../testing/trading-fixture.ts';

const run = startTestTrading();

const order: MarginOrderRequest = { ...request, tradeType: 'isolated', isAutoBorrow: true };
const placed: PlacedMarginOrder = { orderId: 'order-oid-1', clientOid: 'oid-1', borrowedSize: '2' };
const listed = orderOf(request, { tradeType: 'isolated' });

describe('placing a margin order', () => {
  it('journals it before it is sent, and answers with the borrowed amount', async () => {
    const place = inTurn(() => {
      expect(run.openOnDisk()).toEqual(['sent']);
      return answering(placed)();
    });
    expect(await run.trading.placeMarginOrder(account({ margin: { place: place.call } }), order)).toEqual(
      succeed(placed),
    );
    expect(place.calls).toEqual([order]);
    expect(run.last()).toMatchObject({
      kind: 'place-margin-order',
      key: 'oid-1',
      state: 'acknowledged',
      summary: 'Buy 0.5 BTC-USDT at 100.1 on isolated margin, borrowing',
    });
  });

  it('sends nothing that violates the rules of the pair, or for a pair without margin', async () => {
    const place = inTurn<PlacedMarginOrder>(lost);
    const here = account({ margin: { place: place.call } });
    expect(await run.trading.placeMarginOrder(here, { ...order, price: '100.15' })).toMatchObject({
      error: { kind: 'invalid-request', field: 'price' },
    });
    const read = await here.client.reference.symbols({}, { priority: 'action' });
    const [symbol] = read.ok ? read.value : [];
    const plain = symbol === undefined ? [] : [{ ...symbol, isMarginEnabled: false }];
    const there = account({ margin: { place: place.call }, reference: { symbols: answering(plain) } });
    expect(await run.trading.placeMarginOrder(there, order)).toMatchObject({
      error: { kind: 'invalid-request', field: 'symbol' },
    });
    expect(place.calls).toEqual([]);
    expect(run.published).toEqual([]);
  });

  it('looks a lost one up by its client id, and never sends it twice', async () => {
    const place = inTurn<PlacedMarginOrder>(lost);
    const here = account({ margin: { place: place.call, orderByClientOid: answering(listed) } });
    expect(await run.trading.placeMarginOrder(here, order)).toMatchObject({ error: { isOutcomeUnknown: true } });
    await run.time.pass(500);
    expect(run.last()).toMatchObject({ state: 'found-done', detail: 'Placed: the exchange has it as order-oid-1.' });
    await run.trading.placeMarginOrder(here, order);
    expect(place.calls).toHaveLength(1);
  });

  it.each([
    ['active', { activeOrders: answering([listed]) }],
    ['done', { doneOrders: answering({ items: [listed], lastId: '1' }) }],
  ])('finds it in the list of %s ones', async (_name, margin) => {
    await run.trading.placeMarginOrder(account({ margin: { place: lost, ...margin } }), order);
    await run.time.pass(10_500);
    expect(run.last()?.state).toBe('found-done');
  });

  it('reports it as absent when its client id and both lists do not show it, and as open while one is unreadable', async () => {
    await run.trading.placeMarginOrder(account({ margin: { place: lost } }), order);
    await run.time.pass(10_500);
    expect(run.last()?.state).toBe('found-absent');
    const other = { ...account({ margin: { place: lost, doneOrders: unreachable } }), profileId: 'p2' };
    await run.trading.placeMarginOrder(other, order);
    await run.time.pass(60_000);
    expect(run.last()?.state).toBe('unknown');
  });

  it('reports it as placed when the exchange has its client id', async () => {
    const taken = refuses('exchange-rejected', 'repeated', { code: '126044' });
    const here = account({ margin: { place: taken, orderByClientOid: answering(listed) } });
    expect(await run.trading.placeMarginOrder(here, order)).toEqual(succeed({ ...placed, borrowedSize: null }));
  });

  it('resumes it after a restart', async () => {
    await run.trading.placeMarginOrder(account({ margin: { place: lost, orderByClientOid: unreachable } }), order);
    run.restart();
    run.trading.resume(account({ margin: { orderByClientOid: answering(listed) } }));
    await run.time.pass(500);
    expect(run.last()).toMatchObject({ kind: 'place-margin-order', state: 'found-done' });
  });
});

describe('cancelling one margin order', () => {
  const cancel = { venue: 'spot', symbol: 'BTC-USDT', orderId: 'order-oid-1', isStop: false, isMargin: true } as const;

  it('uses the margin endpoint', async () => {
    const sent = inTurn(answering({ orderIds: ['order-oid-1'] }));
    expect(await run.trading.cancel(account({ margin: { cancel: sent.call } }), cancel)).toEqual(
      succeed({ orderId: 'order-oid-1', outcome: 'requested' }),
    );
    expect(sent.calls).toEqual([{ orderId: 'order-oid-1', symbol: 'BTC-USDT' }]);
    expect(run.last()).toMatchObject({ kind: 'cancel-margin-order', state: 'acknowledged' });
  });

  it('checks the order, or the lists of both types, when there was nothing to cancel', async () => {
    const gone = refuses('not-found', 'gone', { code: '126043' });
    const done = { ...listed, isActive: false, isCancelled: true };
    const here = account({ margin: { cancel: gone, order: answering(done) } });
    expect(await run.trading.cancel(here, cancel)).toEqual(
      succeed({ orderId: 'order-oid-1', outcome: 'already-done' }),
    );
    const reads = inTurn<(typeof listed)[]>(answering([]), answering([listed]));
    const still = account({ margin: { cancel: gone, order: gone, activeOrders: reads.call } });
    expect(await run.trading.cancel(still, cancel)).toMatchObject({ error: { kind: 'not-found' } });
    expect(reads.calls).toEqual([
      { symbol: 'BTC-USDT', tradeType: 'cross' },
      { symbol: 'BTC-USDT', tradeType: 'isolated' },
    ]);
  });
});

describe('cancelling all margin orders of a pair and type', () => {
  const all = { id: 'all-1', symbol: 'BTC-USDT', tradeType: 'cross' } as const;
  const other = { ...listed, id: 'order-2' };

  it('reports the cancelled orders and those still open right after', async () => {
    const reads = inTurn(answering([listed, other]), answering([other, { ...listed, id: 'placed since' }]));
    const sent = inTurn(answering('success'));
    const here = account({ margin: { activeOrders: reads.call, cancelAll: sent.call } });
    expect(await run.trading.cancelMarginOrders(here, all)).toEqual(
      succeed({ reached: ['order-oid-1', 'order-2'], stillActive: ['order-2'] }),
    );
    expect(sent.calls).toEqual([{ symbol: 'BTC-USDT', tradeType: 'cross' }]);
    expect(run.last()).toMatchObject({
      state: 'acknowledged',
      summary: 'Cancel all cross margin orders of BTC-USDT (2)',
    });
  });

  it('a cancel of all margin orders is sent when the list cannot be read', async () => {
    const here = account({ margin: { activeOrders: unreachable, cancelAll: answering('success') } });
    expect(await run.trading.cancelMarginOrders(here, all)).toEqual(succeed({ reached: null, stillActive: null }));
  });

  it('a cancel of all margin orders is looked up after a lost answer, and done when none of the orders is open', async () => {
    const reads = inTurn(answering([listed]), answering([listed]), answering([]));
    const here = account({ margin: { activeOrders: reads.call, cancelAll: lost } });
    expect(await run.trading.cancelMarginOrders(here, all)).toMatchObject({ error: { isOutcomeUnknown: true } });
    await run.time.pass(500);
    expect(run.last()?.state).toBe('unknown');
    await run.time.pass(500);
    expect(run.last()?.state).toBe('found-done');
    const stuck = { ...account({ margin: { activeOrders: answering([listed]), cancelAll: lost } }), profileId: 'p2' };
    await run.trading.cancelMarginOrders(stuck, all);
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({ state: 'found-absent' });
  });

  it('a cancel of all margin orders is not delayed by the order budget, because it counts as a cancel', async () => {
    const cancelAll = answering('success');
    const here = account({ margin: { cancelAll, place: answering(placed) } });
    for (let n = 0; n < 20; n += 1) await run.trading.placeMarginOrder(here, { ...order, clientOid: `m-${n}` });
    expect(await run.trading.placeMarginOrder(here, { ...order, clientOid: 'm-20' })).toMatchObject({
      error: { kind: 'rate-limited' },
    });
    expect(await run.trading.cancelMarginOrders(here, all)).toMatchObject({ ok: true });
  });
});
