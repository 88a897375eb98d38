import { describe, expect, it } from 'vitest';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { FuturesOrderRequest, Order, SpotOrderRequest } from '#shared/domain/account/order.ts';
import type { SpotStopRequest, StopOrder } from '#shared/domain/account/stop-order.ts';
import { fail, succeed } from '#shared/errors.ts';
import type { Collected } from '#client/types.ts';
import { createTrading } from '../trading.ts';
import {
  absent,
  account,
  answering,
  freeBudget,
  freePolicy,
  inTurn,
  keep,
  lost,
  acceptAll,
  noSafeguards,
  nothing,
  orderOf,
  refuses,
  request,
  silent,
  startTestTrading,
  unreachable,
  unsupported,
  refuseNone,
} from '../testing/trading-fixture.ts';

const run = startTestTrading();

describe('placing', () => {
  it('writes the intent to disk before the first byte is sent, and its outcome after', async () => {
    const seen: (readonly string[])[] = [];
    const place = () => {
      seen.push(run.openOnDisk());
      return Promise.resolve(succeed({ orderId: 'o1', clientOid: 'oid-1' }));
    };
    expect(await run.trading.placeOrder(account({ spot: { place } }), request)).toEqual(
      succeed({ orderId: 'o1', clientOid: 'oid-1' }),
    );
    expect(seen).toEqual([['sent']]);
    expect(run.states()).toEqual(['sent', 'acknowledged']);
    expect(run.last()).toMatchObject({ key: 'oid-1', kind: 'place-order', summary: 'Buy 0.5 BTC-USDT at 100.1' });
    expect(run.openOnDisk()).toEqual([]);
  });

  it('sends and journals nothing that violates the rules', async () => {
    const place = inTurn(lost);
    const wrong = await run.trading.placeOrder(account({ spot: { place: place.call } }), {
      ...request,
      price: '100.15',
    });
    expect(wrong).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request', field: 'price', isOutcomeUnknown: false },
    });
    const unknown = await run.trading.placeOrder(account({ spot: { place: place.call } }), {
      ...request,
      symbol: 'NO-PE',
    });
    expect(unknown).toMatchObject({ ok: false, error: { field: 'symbol' } });
    expect(place.calls).toEqual([]);
    expect(run.published).toEqual([]);
  });

  it('sends nothing when the symbol cannot be read', async () => {
    const place = inTurn(lost);
    const symbols = unreachable;
    const answer = await run.trading.placeOrder(
      account({ spot: { place: place.call }, reference: { symbols } }),
      request,
    );
    expect(answer).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
    expect(place.calls).toEqual([]);
  });

  it('finds an accepted order by its client id after a lost answer, with one POST (case 1)', async () => {
    const place = inTurn(lost);
    const orderByClientOid = inTurn<Order>(absent, answering(orderOf(request)));
    const at = account({ spot: { place: place.call, orderByClientOid: orderByClientOid.call } });
    expect(await run.trading.placeOrder(at, request)).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown', isOutcomeUnknown: true },
    });
    expect(run.states()).toEqual(['sent', 'unknown']);
    await run.time.pass(499);
    expect(orderByClientOid.calls).toHaveLength(0);
    await run.time.pass(600);
    expect(run.last()).toMatchObject({ state: 'found-done', detail: 'Placed: the exchange has it as order-oid-1.' });
    expect(place.calls).toHaveLength(1);
    expect(run.time.waiting()).toBe(0);
    // a click that comes later gets the same answer, without a second POST
    expect(await run.trading.placeOrder(at, request)).toEqual(succeed({ orderId: 'order-oid-1', clientOid: 'oid-1' }));
    expect(place.calls).toHaveLength(1);
  });

  it('reports not placed when two sources deny it after the window, and allows the same client id again (case 2)', async () => {
    const place = inTurn(lost, answering({ orderId: 'o2', clientOid: 'oid-1' }));
    const lists = inTurn(nothing);
    const at = account({ spot: { place: place.call, allOrders: lists.call } });
    await run.trading.placeOrder(at, request);
    await run.time.pass(10_499);
    expect(run.last()?.state).toBe('unknown');
    expect(lists.calls).toEqual([]);
    expect(await run.trading.placeOrder(at, request)).toMatchObject({ ok: false, error: { kind: 'outcome-unknown' } });
    await run.time.pass(1);
    expect(run.last()).toMatchObject({ state: 'found-absent' });
    expect(run.last()?.detail).toContain('safe to send it again');
    expect(lists.calls).toHaveLength(2);
    expect(place.calls).toHaveLength(1);
    expect((await run.trading.placeOrder(at, request)).ok).toBe(true);
    expect(place.calls).toHaveLength(2);
  });

  it('matches an order that appears 8 s later with its intent (case 3)', async () => {
    const sentAtMs = run.time.nowMs();
    const orderByClientOid = () =>
      run.time.nowMs() - sentAtMs >= 8000 ? Promise.resolve(succeed(orderOf(request))) : absent();
    const place = inTurn(lost);
    await run.trading.placeOrder(account({ spot: { place: place.call, orderByClientOid } }), request);
    await run.time.pass(8001);
    expect(run.last()?.state).toBe('found-done');
    expect(place.calls).toHaveLength(1);
  });

  it('finds an order in a list when the lookup by client id does not (case 3)', async () => {
    const place = inTurn(lost);
    const allOrders = inTurn<Collected<Order>>(nothing, () =>
      Promise.resolve(succeed({ items: [orderOf(request)], isComplete: true })),
    );
    await run.trading.placeOrder(account({ spot: { place: place.call, allOrders: allOrders.call } }), request);
    await run.time.pass(10_500);
    expect(run.last()?.state).toBe('found-done');
  });

  it('draws no conclusion from one source: a missing endpoint, a truncated list or a connection error', async () => {
    const cut = answering({ items: [], isComplete: false });
    const place = inTurn(lost);
    const lists = inTurn(cut, cut, unreachable, unreachable, nothing, nothing);
    const at = account({ spot: { place: place.call, allOrders: lists.call, orderByClientOid: unsupported } });
    await run.trading.placeOrder(at, request);
    await run.time.pass(10_500);
    expect(run.last()?.state).toBe('unknown');
    await run.time.pass(5000);
    expect(run.last()?.state).toBe('unknown');
    await run.time.pass(10_000);
    expect(run.last()?.state).toBe('found-absent');
    expect(place.calls).toHaveLength(1);
  });

  it('shows a definite rejection in the text of the exchange, without a lookup (case 6)', async () => {
    const lookUp = inTurn(absent);
    const place = refuses('exchange-rejected', 'Refused.', {
      code: '200004',
      exchangeMessage: 'Balance insufficient!',
    });
    const answer = await run.trading.placeOrder(account({ spot: { place, orderByClientOid: lookUp.call } }), request);
    expect(answer).toMatchObject({ ok: false, error: { code: '200004', exchangeMessage: 'Balance insufficient!' } });
    await run.time.pass(60_000);
    expect(run.states()).toEqual(['sent', 'rejected']);
    expect(lookUp.calls).toEqual([]);
  });

  it.each(['102426', '126044', '300018'])(
    'fetches and adopts the order of a duplicate client id (%s) (case 7)',
    async code => {
      const place = refuses('exchange-rejected', 'duplicate', { code });
      const orderByClientOid = answering(orderOf(request));
      const answer = await run.trading.placeOrder(account({ spot: { place, orderByClientOid } }), request);
      expect(answer).toEqual(succeed({ orderId: 'order-oid-1', clientOid: 'oid-1' }));
      expect(run.last()?.state).toBe('acknowledged');
    },
  );

  it('keeps a rejection for a duplicate client id of another order (case 7)', async () => {
    const place = refuses('exchange-rejected', 'duplicate', { code: '102426' });
    for (const change of [{ side: 'sell' }, { symbol: 'X-Y' }] as const) {
      const orderByClientOid = answering(orderOf(request, change));
      const answer = await run.trading.placeOrder(account({ spot: { place, orderByClientOid } }), request);
      expect(answer).toMatchObject({ ok: false, error: { kind: 'exchange-rejected', code: '102426' } });
      expect(run.last()?.state).toBe('rejected');
    }
  });

  it('treats an amended duplicate as placed, so that it is not sent again (case 7)', async () => {
    const place = refuses('exchange-rejected', 'duplicate', { code: '102426' });
    for (const change of [{ price: '99' }, { size: '7' }] as const) {
      const clientOid = `changed-${Object.keys(change).join('')}`;
      const orderByClientOid = answering(orderOf({ ...request, clientOid }, change));
      const answer = await run.trading.placeOrder(account({ spot: { place, orderByClientOid } }), {
        ...request,
        clientOid,
      });
      expect(answer).toMatchObject({ ok: true });
      expect(run.last()).toMatchObject({ state: 'acknowledged', detail: expect.stringMatching(/, changed since\.$/u) });
    }
  });

  it('looks up a duplicate that cannot be fetched until it can (case 7)', async () => {
    const place = refuses('exchange-rejected', 'duplicate', { code: '102426' });
    const look = inTurn<Order>(unreachable, answering(orderOf(request)));
    const answer = await run.trading.placeOrder(account({ spot: { place, orderByClientOid: look.call } }), request);
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown', isOutcomeUnknown: true, code: '102426' },
    });
    await run.time.pass(500);
    expect(run.last()?.state).toBe('found-done');
  });

  it('sends a double click as one intent and one POST, and answers both clicks (case 8)', async () => {
    const place = inTurn(answering({ orderId: 'o1', clientOid: 'oid-1' }));
    const at = account({ spot: { place: place.call } });
    const [first, second] = await Promise.all([
      run.trading.placeOrder(at, request),
      run.trading.placeOrder(at, { ...request }),
    ]);
    expect(first).toEqual(second);
    expect(await run.trading.placeOrder(at, request)).toEqual(first);
    expect(place.calls).toHaveLength(1);
    expect(run.states()).toEqual(['sent', 'acknowledged']);
  });

  it('rejects the same client id for another order, during the first and after it (case 8)', async () => {
    const place = inTurn(answering({ orderId: 'o1', clientOid: 'oid-1' }));
    const at = account({ spot: { place: place.call } });
    const first = run.trading.placeOrder(at, request);
    const other: SpotOrderRequest = { ...request, size: '0.6' };
    expect(await run.trading.placeOrder(at, other)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    await first;
    expect(await run.trading.placeOrder(at, other)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    expect(place.calls).toHaveLength(1);
  });

  it('forgets the oldest of many finished actions, not the newest', async () => {
    const place = inTurn(answering({ orderId: 'o', clientOid: null }));
    const at = account({ spot: { place: place.call } });
    const journal = { ...run.store.journal, append: keep, advance: (intent: Intent) => succeed(intent) };
    const { nowMs, wait } = run.time;
    const { publish, notice } = run;
    const quick = createTrading({
      refuseWrite: refuseNone,
      policy: freePolicy,
      budget: freeBudget,
      validationError: acceptAll,
      safeguards: noSafeguards,
      journal,
      log: silent,
      nowMs,
      wait,
      publish,
      notice,
    });
    for (let n = 0; n < 501; n += 1) await quick.placeOrder(at, { ...request, clientOid: `m${n}` });
    await quick.placeOrder(at, { ...request, clientOid: 'm500' });
    expect(place.calls).toHaveLength(501);
    await quick.placeOrder(at, { ...request, clientOid: 'm0' });
    expect(place.calls).toHaveLength(502);
  });

  it('rejects the order before sending when the journal cannot be written (case 12)', async () => {
    const place = inTurn(lost);
    const journal = { ...run.store.journal, append: () => fail('storage', 'disk full') };
    const { nowMs, wait } = run.time;
    const { publish, notice } = run;
    const full = createTrading({
      refuseWrite: refuseNone,
      policy: freePolicy,
      budget: freeBudget,
      validationError: acceptAll,
      safeguards: noSafeguards,
      journal,
      log: silent,
      nowMs,
      wait,
      publish,
      notice,
    });
    const at = account({ spot: { place: place.call } });
    expect(await full.placeOrder(at, request)).toMatchObject({
      ok: false,
      error: { kind: 'storage', isOutcomeUnknown: false },
    });
    expect(place.calls).toEqual([]);
    expect(run.published).toEqual([]);
  });

  it('places stops, and finds a lost one among the stops or, fired, among the orders', async () => {
    const stop: SpotStopRequest = { ...request, stop: 'loss', stopPrice: '99.9' };
    const place = inTurn(lost, lost, answering({ orderId: 's3', clientOid: 'c' }));
    const stopOrder: StopOrder = {
      ...orderOf(request),
      stop: 'loss',
      stopPrice: '99.9',
      stopPriceType: null,
      status: 'new',
      placedBy: 'user',
    };
    const found = account({ stops: { place: place.call, orderByClientOid: answering(stopOrder) } });
    await run.trading.placeStop(found, stop);
    await run.time.pass(500);
    expect(run.last()?.state).toBe('found-done');
    const fired = { ...stop, clientOid: 'oid-2' };
    const items = [orderOf(fired)];
    const allOrders = answering({ items, isComplete: true });
    await run.trading.placeStop(account({ stops: { place: place.call }, spot: { allOrders } }), fired);
    await run.time.pass(10_500);
    expect(run.last()?.state).toBe('found-done');
    expect(await run.trading.placeStop(found, { ...stop, clientOid: 'c' })).toMatchObject({ ok: true });
    expect(await run.trading.placeStop(found, { ...stop, stopPrice: '99.95' })).toMatchObject({ ok: false });
    expect(
      await run.trading.placeStop(account({ reference: { symbols: unreachable } }), { ...stop, clientOid: 'd' }),
    ).toMatchObject({ ok: false });
  });

  it('places futures orders, and looks a lost one up in three lists', async () => {
    const order: FuturesOrderRequest = {
      clientOid: 'f1',
      symbol: 'XBTUSDTM',
      side: 'sell',
      type: 'limit',
      price: '100',
      size: '1',
      leverage: '5',
      stop: 'up',
      stopPrice: '101',
      stopPriceType: 'MP',
    };
    const place = inTurn(lost, lost, lost);
    const lists = inTurn(nothing);
    const done = inTurn(answering([orderOf(order)]));
    const at = account({
      futures: { place: place.call, allStops: lists.call, allOrders: lists.call, recentDoneOrders: done.call },
    });
    await run.trading.placeFuturesOrder(at, order);
    await run.time.pass(10_500);
    expect(run.last()?.state).toBe('found-done');
    expect(lists.calls).toHaveLength(2);
    const plain: FuturesOrderRequest = {
      clientOid: 'f2',
      symbol: 'XBTUSDTM',
      side: 'sell',
      type: 'market',
      size: '1',
      leverage: '5',
    };
    const doneFails = account({ futures: { place: place.call, recentDoneOrders: unreachable } });
    await run.trading.placeFuturesOrder(doneFails, plain);
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({ state: 'unknown', summary: 'Sell 1 XBTUSDTM at market' });
    expect(await run.trading.placeFuturesOrder(at, { ...plain, clientOid: 'f3', size: '1.5' })).toMatchObject({
      ok: false,
      error: { field: 'size' },
    });
    const noContract = account({ reference: { contract: unreachable } });
    expect(await run.trading.placeFuturesOrder(noContract, { ...plain, clientOid: 'f4' })).toMatchObject({ ok: false });
  });
});
