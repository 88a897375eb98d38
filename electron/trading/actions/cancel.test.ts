import { describe, expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { exitPairId } from '#shared/domain/account/stop-order.ts';
import { succeed } from '#shared/errors.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import {
  absent,
  account,
  answering,
  inTurn,
  lost,
  orderOf,
  refuses,
  request,
  unreachable,
  unsupported,
  startTestTrading,
} from '../testing/trading-fixture.ts';

const run = startTestTrading();
const stops = (...ids: readonly string[]) =>
  answering({ items: ids.map(id => buildStopOrder({ id })), isComplete: true });

describe('cancelling', () => {
  const cancel = { venue: 'spot', symbol: 'BTC-USDT', orderId: 'o1', isStop: false } as const;
  const requested = answering({ orderIds: ['o1'] });

  it.each([
    [cancel, 'cancel-order', 'spot'],
    [{ ...cancel, venue: 'futures' }, 'cancel-futures-order', 'futures'],
    [{ ...cancel, isStop: true }, 'cancel-stop', 'stops'],
    [{ ...cancel, venue: 'futures', isStop: true }, 'cancel-stop', 'futures'],
  ] as const)('uses the right endpoint: %o', async (what, kind, part) => {
    const call = inTurn(requested);
    const answer = await run.trading.cancel(account({ [part]: { cancel: call.call } }), what);
    expect(answer).toEqual(succeed({ orderId: 'o1', outcome: 'requested' }));
    expect(run.last()).toMatchObject({ kind, state: 'acknowledged', key: 'o1' });
    expect(call.calls).toHaveLength(1);
  });

  it('fetches a "not cancelable" order and shows its fill, and never assumes "cancelled" (case 13)', async () => {
    const filled = orderOf(request, { isActive: false, filledSize: '0.5' });
    const order = answering(filled);
    const answer = await run.trading.cancel(account({ spot: { cancel: absent, order } }), cancel);
    expect(answer).toEqual(succeed({ orderId: 'o1', outcome: 'already-done' }));
    expect(run.last()).toMatchObject({ state: 'acknowledged', detail: 'The order was filled (0.5).' });
  });

  it.each<[Partial<Order>, string]>([
    [{ isCancelled: true }, 'The order was cancelled.'],
    [{ isCancelled: true, filledSize: '0.2' }, 'The order was cancelled after 0.2 were filled.'],
  ])('reports how the order ended: %o (fault 13)', async (change, detail) => {
    const order = answering(orderOf(request, { isActive: false, ...change }));
    await run.trading.cancel(account({ spot: { cancel: absent, order } }), cancel);
    expect(run.last()?.detail).toBe(detail);
  });

  it('reports the rejection while the order is still open (case 13)', async () => {
    const order = answering(orderOf(request));
    const answer = await run.trading.cancel(account({ spot: { cancel: absent, order } }), cancel);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    expect(run.last()?.state).toBe('rejected');
  });

  it('reports an unknown order as ended, without details (case 13)', async () => {
    const answer = await run.trading.cancel(account({ spot: { cancel: absent, order: absent } }), cancel);
    expect(answer).toEqual(succeed({ orderId: 'o1', outcome: 'already-done' }));
    expect(run.last()?.detail).toContain('the lists tell whether it was filled');
  });

  it('stays open after a lost answer until the order shows the outcome (case 14)', async () => {
    const order = inTurn<Order>(
      answering(orderOf(request)),
      answering(orderOf(request, { isActive: false, isCancelled: true })),
    );
    const answer = await run.trading.cancel(account({ spot: { cancel: lost, order: order.call } }), cancel);
    expect(answer).toMatchObject({ ok: false, error: { isOutcomeUnknown: true } });
    await run.time.pass(500);
    expect(run.last()?.state).toBe('unknown');
    await run.time.pass(500);
    expect(run.last()).toMatchObject({ state: 'found-done', detail: 'The order was cancelled.' });
  });

  it('reports not cancelled while the order is open after the window, and allows another cancel at any time (case 14)', async () => {
    const sent = inTurn(lost, lost, requested);
    const order = answering(orderOf(request));
    const at = account({ spot: { cancel: sent.call, order } });
    await run.trading.cancel(at, cancel);
    await run.trading.cancel(at, cancel);
    expect(sent.calls).toHaveLength(2);
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({ state: 'found-absent' });
    expect(new Set(run.published.map(intent => intent.id)).size).toBe(1);
    expect(await run.trading.cancel(at, cancel)).toMatchObject({ ok: true });
  });

  it('reads the list when the order cannot be read, and waits when neither answers (case 14)', async () => {
    const items = [orderOf(request, { id: 'o1' })];
    const listed = account({
      spot: {
        cancel: absent,
        order: unsupported,
        allOrders: answering({ items, isComplete: true }),
      },
    });
    expect(await run.trading.cancel(listed, cancel)).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    const dark = account({ spot: { cancel: absent, order: unsupported, allOrders: unreachable } });
    expect(await run.trading.cancel(dark, { ...cancel, orderId: 'o2' })).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown' },
    });
    const darker = account({ spot: { cancel: absent, order: unreachable } });
    expect(await run.trading.cancel(darker, { ...cancel, orderId: 'o3' })).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown' },
    });
  });

  it('cancels a whole pair by its own id', async () => {
    const asked: string[] = [];
    const pairs = account({
      oco: {
        cancel: ({ orderId }) => {
          asked.push(orderId);
          return Promise.resolve(succeed({ orderIds: ['a', 'b'] }));
        },
      },
    });
    const pair = { ...cancel, orderId: 'a', isStop: true, pairId: 'p1' };
    expect(await run.trading.cancel(pairs, pair)).toMatchObject({ ok: true, value: { outcome: 'requested' } });
    expect(asked).toEqual(['p1']);
  });

  it('cancels a margin stop by its own endpoint, and tries the endpoint of the list for an unknown one', async () => {
    const onMargin = { ...cancel, isStop: true, isMargin: true } as const;
    const known = inTurn(requested);
    expect(await run.trading.cancel(account({ stops: { cancel: known.call } }), onMargin)).toMatchObject({ ok: true });
    expect(known.calls).toEqual([{ orderId: 'o1', tradeType: 'cross' }]);
    expect(run.last()).toMatchObject({ kind: 'cancel-stop', state: 'acknowledged' });
    const other = inTurn(absent, requested);
    const second = { ...onMargin, orderId: 'o2' };
    expect(await run.trading.cancel(account({ stops: { cancel: other.call } }), second)).toMatchObject({
      ok: true,
      value: { outcome: 'requested' },
    });
    expect(other.calls).toEqual([{ orderId: 'o2', tradeType: 'cross' }, { orderId: 'o2' }]);
    const gone = account({ stops: { cancel: absent, order: absent, ofAllTypes: stops() } });
    const third = { ...onMargin, orderId: 'o3' };
    expect(await run.trading.cancel(gone, third)).toMatchObject({ ok: true, value: { outcome: 'already-done' } });
  });

  it('recognizes a stop that waits, has fired or has ended, on both venues', async () => {
    const stop: StopOrder = {
      ...orderOf(request),
      stop: 'loss',
      stopPrice: '99',
      stopPriceType: null,
      status: 'new',
      placedBy: 'user',
    };
    const of = (status: StopOrder['status']) =>
      account({ stops: { cancel: absent, order: answering({ ...stop, status }) } });
    expect(await run.trading.cancel(of('new'), { ...cancel, isStop: true })).toMatchObject({ ok: false });
    expect(await run.trading.cancel(of('triggered'), { ...cancel, isStop: true })).toMatchObject({
      ok: true,
      value: { outcome: 'already-done' },
    });
    const futures = account({ futures: { cancel: absent, order: absent } });
    for (const isStop of [true, false]) {
      expect(await run.trading.cancel(futures, { ...cancel, venue: 'futures', isStop })).toMatchObject({ ok: true });
    }
  });
});

describe('cancelling the exits of a futures order', () => {
  const pairId = exitPairId('sl', 'tp');
  const both = { venue: 'futures', symbol: 'XBTUSDTM', orderId: 'tp', isStop: true, pairId } as const;
  const done = answering({ orderIds: ['x'] });

  it('cancels both legs, whichever is given', async () => {
    const call = inTurn(done, done);
    const answer = await run.trading.cancel(account({ futures: { cancel: call.call } }), both);
    expect(answer).toEqual(succeed({ orderId: 'tp', outcome: 'requested' }));
    expect(call.calls).toEqual([{ orderId: 'sl' }, { orderId: 'tp' }]);
    expect(run.last()?.summary).toBe('Cancel pair sl and tp of XBTUSDTM');
  });

  it('reports no rejection for one leg that had ended, and says so when both had', async () => {
    const one = inTurn(absent, done);
    const answer = await run.trading.cancel(account({ futures: { cancel: one.call } }), both);
    expect(answer).toMatchObject({ value: { outcome: 'requested' } });
    const gone = account({ futures: { cancel: absent, allStops: stops('other') } });
    expect(await run.trading.cancel(gone, both)).toMatchObject({ value: { outcome: 'already-done' } });
  });

  it('reports that the other leg ended when one is rejected', async () => {
    const refused = refuses('exchange-rejected', 'The exchange refused.', { code: '300000' });
    const half = inTurn(done, refused);
    const answer = await run.trading.cancel(account({ futures: { cancel: half.call } }), both);
    expect(answer).toMatchObject({ ok: false, error: { code: '300000' } });
    expect(!answer.ok && answer.error.message).toContain('One of the two was cancelled, the other is still there.');
  });

  it('a cancel of exits is looked up in the list after a lost answer, and done only when neither leg waits (fault 14)', async () => {
    const half = inTurn(lost, done);
    const waiting = account({ futures: { cancel: half.call, allStops: stops('sl') } });
    expect(await run.trading.cancel(waiting, both)).toMatchObject({ ok: false, error: { isOutcomeUnknown: true } });
    // both were tried, whatever became of the first
    expect(half.calls).toHaveLength(2);
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({ state: 'found-absent' });
    const over = account({ futures: { cancel: lost, allStops: stops('other') } });
    await run.trading.cancel(over, { ...both, orderId: 'sl' });
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({ state: 'found-done' });
  });
});
