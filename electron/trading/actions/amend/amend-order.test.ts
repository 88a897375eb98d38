import { describe, expect, it } from 'vitest';
import type { AmendRequest, FuturesOrderRequest, Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import type { FakeClientOptions } from '#client/testing/fake-client.ts';
import {
  absent,
  account,
  answering,
  hangs,
  inTurn,
  lost,
  orderOf,
  refuses,
  request,
  startTestTrading,
  unsupported,
  unreachable,
} from '../../testing/trading-fixture.ts';

const run = startTestTrading();

const old = orderOf(request, { id: 'o1' });
const ended = { ...old, isActive: false, isCancelled: true } as const;
const amend: AmendRequest = {
  clientOid: 'new-1',
  venue: 'spot',
  tradeType: 'spot',
  symbol: 'BTC-USDT',
  orderId: 'o1',
  isStop: false,
  side: 'buy',
  type: 'limit',
  isReduceOnly: false,
  price: '101',
  size: '0.5',
};
const poor = refuses('exchange-rejected', 'The exchange refused.', { code: '200004', exchangeMessage: 'too poor' });
const list = (...items: readonly Order[]) => answering({ items: [...items], isComplete: true });

const onContract: FuturesOrderRequest = {
  clientOid: 'oid-f',
  symbol: 'XBTUSDTM',
  side: 'sell',
  type: 'limit',
  price: '110',
  size: '10',
};
const futuresOld = orderOf(onContract, {
  id: 'f1',
  venue: 'futures',
  tradeType: 'futures',
  leverage: '5',
  isPostOnly: true,
  remark: 'mine',
});
const amendFutures: AmendRequest = {
  ...amend,
  venue: 'futures',
  tradeType: 'futures',
  symbol: 'XBTUSDTM',
  orderId: 'f1',
  side: 'sell',
  price: '111',
  size: '10',
};
const holding = (change: Partial<Order>) => account({ spot: { order: answering({ ...old, ...change }) } });
const stops = (...items: readonly StopOrder[]) => answering({ items: [...items], isComplete: true });
const refused = async (change: Partial<Order>, wanted: Partial<AmendRequest>) => {
  const answer = await run.trading.amend(holding(change), { ...amend, ...wanted });
  return answer.ok ? '' : answer.error.message;
};
const isolated = { marginMode: answering('isolated' as const) };

describe('amending a spot order', () => {
  it('amending a spot order is one action of the exchange, and takes its answer', async () => {
    const alter = inTurn(answering({ orderId: 'o2', clientOid: 'oid-1' }));
    const at = account({ spot: { order: answering(old) }, spotHf: { alter: alter.call } });
    expect(await run.trading.amend(at, amend)).toMatchObject({
      ok: true,
      value: { outcome: 'amended', orderId: 'o2' },
    });
    expect(alter.calls).toEqual([{ symbol: 'BTC-USDT', orderId: 'o1', newPrice: '101', newSize: '0.5' }]);
    expect(run.last()).toMatchObject({ kind: 'amend-order', state: 'acknowledged', key: 'new-1' });
  });

  it('a rejection reports the old order as unchanged while it is open, and no open order after it ended', async () => {
    const order = inTurn(answering(old), answering(old), answering(old), answering<Order>(ended));
    const at = account({ spot: { order: order.call }, spotHf: { alter: poor } });
    expect(await run.trading.amend(at, amend)).toMatchObject({ ok: false, error: { code: '200004' } });
    expect(run.last()?.state).toBe('rejected');
    const second = await run.trading.amend(at, { ...amend, clientOid: 'new-2' });
    expect(second).toMatchObject({ ok: true, value: { outcome: 'gone', filledSize: '0' } });
    expect(second.ok && second.value.detail).toContain('no order is open. The exchange refused. (too poor)');
  });

  it('an amended order is looked up once after a lost answer: the new order has the old client id and the new price (fault 14)', async () => {
    const alter = inTurn(lost);
    const found = { ...old, id: 'o2', price: '101', createdAtMs: 9 } as const;
    const allOrders = inTurn(list({ ...ended, id: 'o0', price: '101', createdAtMs: 0 }), list(found));
    const at = account({
      spot: { order: inTurn(answering(old), answering<Order>(ended)).call, allOrders: allOrders.call },
      spotHf: { alter: alter.call },
    });
    expect(await run.trading.amend(at, amend)).toMatchObject({ ok: false, error: { isOutcomeUnknown: true } });
    await run.time.pass(500);
    expect(run.last()?.state).toBe('unknown');
    await run.time.pass(500);
    expect(run.last()).toMatchObject({ state: 'found-done', detail: 'Amended: the new order is o2.' });
    expect(alter.calls).toHaveLength(1);
  });

  it('an amendment is not done when the old order is open after a lost answer, and reports when no order is open (fault 14)', async () => {
    const alive = account({ spot: { order: answering(old) }, spotHf: { alter: lost } });
    await run.trading.amend(alive, amend);
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({
      state: 'found-absent',
      detail: 'Not amended: the original order is still open.',
    });
    const order = inTurn(answering(old), answering<Order>({ ...ended, filledSize: '0.1' }));
    const gone = account({ spot: { order: order.call }, spotHf: { alter: lost } });
    await run.trading.amend(gone, { ...amend, clientOid: 'new-2' });
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({
      state: 'found-done',
      detail: 'The order was cancelled after 0.1 were filled. No new order was placed: no order is open.',
    });
  });

  it('cancels, proves the end and places the rest on an exchange without that action', async () => {
    const place = inTurn(answering({ orderId: 'o2', clientOid: 'new-1' }));
    const read = inTurn(answering(old), answering(old), answering<Order>({ ...ended, filledSize: '0.2' }));
    const at = account({
      spot: { order: read.call, cancel: answering({ orderIds: ['o1'] }), place: place.call },
      spotHf: { alter: unsupported },
    });
    expect(await run.trading.amend(at, amend)).toMatchObject({
      ok: true,
      value: {
        outcome: 'amended',
        filledSize: '0.2',
        detail: 'The original order filled 0.2 before the cancel. The replacement for the other 0.3 is o2.',
      },
    });
    expect(place.calls).toMatchObject([{ clientOid: 'new-1', price: '101', size: '0.3', type: 'limit' }]);
  });

  it('places nothing when the exchange does not state how much the old order filled', async () => {
    const place = inTurn(answering({ orderId: 'o2', clientOid: 'new-1' }));
    const unknown = answering<Order>({ ...ended, filledSize: null });
    const read = inTurn(answering(old), ...Array.from({ length: 6 }, () => unknown));
    const spot = { order: read.call, cancel: answering({ orderIds: ['o1'] }), place: place.call };
    const outcome = run.trading.amend(account({ spot, spotHf: { alter: unsupported } }), amend);
    expect(await outcome).toMatchObject({ ok: true, value: { outcome: 'gone', orderId: null, filledSize: null } });
    expect(place.calls).toEqual([]);
    expect(await refused({ filledSize: null }, { size: '0.4', clientOid: 'new-2' })).toContain(
      'does not state how much of it is filled',
    );
  });

  it('replaces the order for a new expiry after its cancel is proven, never both, also at the same price', async () => {
    const gtt = { ...old, timeInForce: 'GTT', cancelAfterS: 600 } as const;
    const place = inTurn(answering({ orderId: 'o2', clientOid: 'new-1' }));
    const read = inTurn<Order>(
      answering(gtt),
      answering(gtt),
      answering({ ...gtt, ...ended, timeInForce: 'GTT', filledSize: '0.1' }),
    );
    const cancel = inTurn(answering({ orderIds: ['o1'] }));
    const at = account({ spot: { order: read.call, cancel: cancel.call, place: place.call } });
    const longer = { ...amend, price: '100.1', cancelAfterS: 1800 } as const;
    expect(await run.trading.amend(at, longer)).toMatchObject({ ok: true, value: { outcome: 'amended' } });
    expect(place.calls).toMatchObject([{ timeInForce: 'GTT', cancelAfterS: 1800, size: '0.4', clientOid: 'new-1' }]);
    expect(run.last()?.summary).toContain('ending after 1800 s');
  });

  it('finds a lost extension by the new client id, and not the old order with the same price', async () => {
    const gtt = { ...old, timeInForce: 'GTT', cancelAfterS: 600 } as const;
    const gone = { ...gtt, isActive: false, isCancelled: true } as const;
    const read = inTurn<Order>(answering(gtt), answering(gtt), answering(gone));
    const cancel = answering({ orderIds: ['o1'] });
    // a stranger at that price, and ours with the new mark
    const found = [orderOf(request, { id: 'x' }), orderOf({ ...request, clientOid: 'new-1' }, { id: 'o2' })];
    const at = account({ spot: { order: read.call, cancel, place: lost, allOrders: list(...found) } });
    await run.trading.amend(at, { ...amend, price: '100.1', cancelAfterS: 1800 });
    expect(run.last()?.state).toBe('unknown');
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({ state: 'found-done', detail: 'Amended: the new order is o2.' });
  });

  it('rejects a new expiry for an order without one', async () => {
    expect(await refused({ timeInForce: 'GTC' }, { cancelAfterS: 60 })).toContain('Only a GTT order can be extended');
  });

  it('places nothing when the order has filled the new size already', async () => {
    const alter = answering({ orderId: null, clientOid: 'oid-1' });
    const at = account({ spot: { order: answering(old) }, spotHf: { alter } });
    expect(await run.trading.amend(at, amend)).toMatchObject({ ok: true, value: { outcome: 'over', orderId: null } });
  });

  it('rejects an order that differs from the screen, an amendment without a change, and a size below the filled one', async () => {
    expect(await refused({ side: 'sell' }, {})).toContain('differs from the screen');
    expect(await refused({}, { price: '100.1' })).toBe('Price and size are unchanged.');
    expect(await refused({ filledSize: '0.4' }, { size: '0.4' })).toContain('0.4 is already filled');
    expect(await refused({ isActive: false }, {})).toContain('no longer open');
    expect(await refused({}, { price: '100.123' })).toContain('multiple of 0.1');
    expect(await refused({ size: null }, {})).toContain('by its value');
  });
});

describe('amending a futures order', () => {
  const placedAs = { ...onContract, clientOid: 'new-1', price: '111', marginMode: 'isolated', leverage: '5' };

  it('places the new order only after the old one is proven to have ended, with only price and size changed', async () => {
    const steps: string[] = [];
    const order = inTurn<Order>(answering(futuresOld), answering(futuresOld), () => {
      steps.push('seen over');
      return answering<Order>({ ...futuresOld, isActive: false, isCancelled: true, filledSize: '4' })();
    });
    const place = (input: unknown) => {
      steps.push(`place ${JSON.stringify(input)}`);
      return answering({ orderId: 'f2', clientOid: 'new-1' })();
    };
    const cancel = () => {
      steps.push('cancel');
      return answering({ orderIds: ['f1'] })();
    };
    const at = account({ futures: { order: order.call, cancel, place }, futuresAccount: isolated });
    expect(await run.trading.amend(at, amendFutures)).toMatchObject({
      ok: true,
      value: { outcome: 'amended', orderId: 'f2' },
    });
    expect(steps.slice(0, 2)).toEqual(['cancel', 'seen over']);
    expect(JSON.parse(steps[2]?.replace('place ', '') ?? '')).toEqual({
      ...placedAs,
      size: '6',
      isPostOnly: true,
      remark: 'mine',
    });
  });

  it('places nothing when the order filled before the cancel', async () => {
    const order = inTurn<Order>(answering(futuresOld), answering({ ...futuresOld, isActive: false, filledSize: '10' }));
    const at = account({ futures: { order: order.call, cancel: absent }, futuresAccount: isolated });
    const answer = await run.trading.amend(at, amendFutures);
    expect(answer).toMatchObject({ ok: true, value: { outcome: 'over', filledSize: '10' } });
  });

  it('reports that neither order is open when the new one is rejected', async () => {
    const order = inTurn<Order>(
      answering(futuresOld),
      answering({ ...futuresOld, isActive: false, isCancelled: true }),
    );
    const cancel = answering({ orderIds: ['f1'] });
    const at = account({ futures: { order: order.call, cancel, place: poor }, futuresAccount: isolated });
    expect(await run.trading.amend(at, amendFutures)).toMatchObject({ ok: true, value: { outcome: 'gone' } });
  });

  it('finds the old order ended and no new one at the start after a crash between cancel and placing (fault 1)', async () => {
    const over = { ...futuresOld, isActive: false, isCancelled: true };
    const cancel = answering({ orderIds: ['f1'] });
    const order = inTurn<Order>(answering(futuresOld), answering(over));
    const dying = account({ futures: { order: order.call, cancel, place: hangs }, futuresAccount: isolated });
    void run.trading.amend(dying, amendFutures);
    await run.time.pass(1);
    run.restart();
    run.trading.resume(account({ futures: { order: answering(over) } }));
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({ state: 'found-done' });
    expect(run.last()?.detail).toContain('no order is open');
  });

  it('finds the new order by its client id when its answer is lost', async () => {
    const order = inTurn<Order>(
      answering(futuresOld),
      answering({ ...futuresOld, isActive: false, isCancelled: true }),
    );
    const at = account({
      futures: {
        order: order.call,
        cancel: answering({ orderIds: ['f1'] }),
        place: lost,
        orderByClientOid: answering({ ...futuresOld, id: 'f2', clientOid: 'new-1' }),
      },
      futuresAccount: isolated,
    });
    expect(await run.trading.amend(at, amendFutures)).toMatchObject({ ok: false, error: { isOutcomeUnknown: true } });
    await run.time.pass(500);
    expect(run.last()).toMatchObject({ state: 'found-done', detail: 'Amended: the new order is f2.' });
  });
});

describe('amending a stop', () => {
  const stop = buildStopOrder({
    id: 't1',
    symbol: 'BTC-USDT',
    side: 'sell',
    type: 'market',
    price: null,
    size: '0.5',
    stop: 'loss',
    stopPrice: '90',
  });
  const amendStop: AmendRequest = {
    ...amend,
    orderId: 't1',
    isStop: true,
    side: 'sell',
    type: 'market',
    price: undefined,
    stopPrice: '92',
  };

  it('cancels it, proves that it no longer waits, and places the new one', async () => {
    const place = inTurn(answering({ orderId: 't2', clientOid: null }));
    const all = inTurn(stops(stop), stops(stop), stops());
    const at = account({ stops: { all: all.call, cancel: answering({ orderIds: ['t1'] }), place: place.call } });
    expect(await run.trading.amend(at, amendStop)).toMatchObject({
      ok: true,
      value: { outcome: 'amended', orderId: 't2' },
    });
    expect(place.calls).toMatchObject([{ stop: 'loss', stopPrice: '92', size: '0.5', type: 'market' }]);
  });

  it('changes nothing while it is a leg of a pair, or may be one', async () => {
    const limit = { ...stop, type: 'limit', price: '89' } as const;
    const wanted = { ...amendStop, type: 'limit', price: '91' } as const;
    const pair = { orderId: 'p1', clientOid: null, symbol: 'BTC-USDT', status: 'new', createdAtMs: 1 } as const;
    const leg = { id: 't1', side: 'sell', price: '89', stopPrice: '90', size: '0.5', status: 'NEW' } as const;
    const pairs = answering({ items: [pair], isComplete: true });
    const at = (oco: NonNullable<FakeClientOptions['oco']>) => account({ stops: { all: stops(limit) }, oco });
    const amended = await run.trading.amend(
      at({ allOrders: pairs, details: answering({ ...pair, legs: [leg] }) }),
      wanted,
    );
    expect(amended).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    expect(!amended.ok && amended.error.message).toContain('one of a TP/SL pair');
    expect(await run.trading.amend(at({ allOrders: unreachable }), wanted)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    });
  });

  it('places nothing when it ended by itself, because it may have fired', async () => {
    const at = account({ stops: { all: inTurn(stops(stop), stops(stop), stops()).call, cancel: absent } });
    const answer = await run.trading.amend(at, amendStop);
    expect(answer).toMatchObject({ ok: true, value: { outcome: 'over' } });
    expect(answer.ok && answer.value.detail).toContain('may have been triggered');
  });

  it.each(['cross', 'isolated'] as const)('uses the margin endpoints on %s margin', async tradeType => {
    const place = inTurn(answering({ orderId: 't2', clientOid: 'new-1' }));
    const cancel = inTurn(answering({ orderIds: ['t1'] }));
    const owned = { ...stop, tradeType };
    const all = inTurn(stops(owned), stops(owned), stops());
    const at = account({ stops: { all: all.call, cancel: cancel.call, place: place.call } });
    const answer = await run.trading.amend(at, { ...amendStop, tradeType, isAutoRepay: true });
    expect(answer).toMatchObject({ ok: true, value: { outcome: 'amended', orderId: 't2' } });
    // never both: the list of its own account is read before and after the cancel
    expect(all.calls).toEqual([0, 1, 2].map(() => ({ symbol: 'BTC-USDT', tradeType })));
    expect(cancel.calls).toEqual([{ orderId: 't1', tradeType }]);
    expect(place.calls).toMatchObject([{ tradeType, isAutoRepay: true, stopPrice: '92', size: '0.5' }]);
  });

  it('finds a lost placing on margin by its client id, or reports that neither is open (fault 1)', async () => {
    const owned = { ...stop, tradeType: 'cross' } as const;
    const wanted = { ...amendStop, tradeType: 'cross' } as const;
    const asked = inTurn(answering({ ...owned, id: 't2', clientOid: 'new-1' }));
    const cancel = answering({ orderIds: ['t1'] });
    const all = () => inTurn(stops(owned), stops(owned), stops()).call;
    const found = account({ stops: { all: all(), cancel, place: lost, orderByClientOid: asked.call } });
    await run.trading.amend(found, wanted);
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({ state: 'found-done', detail: 'Amended: the new order is t2.' });
    expect(asked.calls[0]).toEqual({ clientOid: 'new-1', symbol: 'BTC-USDT', tradeType: 'cross' });
    const gone = account({ stops: { all: all(), cancel, place: lost, orderByClientOid: absent } });
    await run.trading.amend(gone, { ...wanted, clientOid: 'new-2' });
    await run.time.pass(10_500);
    expect(run.last()?.detail).toContain('no order is open');
  });

  it('leaves a stop of the margin system unchanged', async () => {
    const owned = { ...stop, tradeType: 'cross', placedBy: 'margin-system' } as const;
    const amended = await run.trading.amend(account({ stops: { all: stops(owned) } }), {
      ...amendStop,
      tradeType: 'cross',
    });
    expect(amended).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    expect(!amended.ok && amended.error.message).toContain('margin system');
  });
});
