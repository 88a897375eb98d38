import { describe, expect, it } from 'vitest';
import type { PlacedOrder } from '#shared/domain/account/order.ts';
import {
  account,
  answering,
  hangs,
  inTurn,
  lost,
  marked,
  request,
  startTestTrading,
} from './testing/trading-fixture.ts';

const run = startTestTrading();
/** Counts what is sent. */
const placed = () => inTurn<PlacedOrder>(answering({ orderId: 'o', clientOid: 'c' }));

const rows = (from: number) => Array.from({ length: 5 }, (_, n) => marked(`batch-${from}-${n}`));

describe('the budget before the journal', () => {
  it('sends 20 orders of a second, and neither sends nor journals the others', async () => {
    const place = placed();
    const at = account({ spot: { place: place.call } });
    const results = await Promise.all(
      Array.from({ length: 195 }, (_, n) => run.trading.placeOrder(at, marked(`oid-${n}`))),
    );
    expect(results.filter(result => result.ok)).toHaveLength(20);
    expect(results.at(-1)).toMatchObject({
      ok: false,
      error: { kind: 'rate-limited', isOutcomeUnknown: false, retryAtMs: run.time.nowMs() + 1_000 },
    });
    expect(place.calls).toHaveLength(20);
    expect(new Set(run.published.map(intent => intent.id)).size).toBe(20);
    const kept = run.trading.intents('p1');
    expect(kept.ok && kept.value).toHaveLength(20);
  });

  it('allows a rejected action again at the stated time', async () => {
    const at = account({ spot: { place: placed().call } });
    for (let n = 0; n < 20; n += 1) await run.trading.placeOrder(at, marked(`oid-${n}`));
    expect(await run.trading.placeOrder(at, marked('late'))).toMatchObject({ error: { kind: 'rate-limited' } });
    await run.time.pass(1_000);
    expect(await run.trading.placeOrder(at, marked('late'))).toMatchObject({ ok: true });
  });

  it('counts the rows of a batch', async () => {
    const placeBatchSync = inTurn(answering([]));
    const at = account({ spot: { placeBatchSync: placeBatchSync.call, place: placed().call } });
    for (let n = 0; n < 4; n += 1)
      expect(await run.trading.placeBatch(at, { mode: 'sync', orders: rows(n) })).toMatchObject({ ok: true });
    expect(await run.trading.placeBatch(at, { mode: 'sync', orders: rows(4) })).toMatchObject({
      error: { kind: 'rate-limited' },
    });
    expect(await run.trading.placeOrder(at, request)).toMatchObject({ error: { kind: 'rate-limited' } });
    expect(placeBatchSync.calls).toHaveLength(4);
  });

  it('counts a double click once', async () => {
    const place = placed();
    const at = account({ spot: { place: place.call } });
    for (let n = 0; n < 20; n += 1)
      await Promise.all(Array.from({ length: 3 }, () => run.trading.placeOrder(at, marked(`oid-${n}`))));
    expect(place.calls).toHaveLength(20);
  });

  it('allows cancels when orders are used up', async () => {
    const cancel = inTurn(answering({ orderIds: ['o'] }));
    const at = account({ spot: { place: placed().call, cancel: cancel.call } });
    for (let n = 0; n < 21; n += 1) await run.trading.placeOrder(at, marked(`oid-${n}`));
    const cancels = Array.from({ length: 61 }, (_, n) =>
      run.trading.cancel(at, { venue: 'spot', symbol: 'BTC-USDT', orderId: `o${n}`, isStop: false }),
    );
    const results = await Promise.all(cancels);
    expect(results.filter(result => result.ok)).toHaveLength(60);
    expect(cancel.calls).toHaveLength(60);
  });

  it('continues the lookup of an action whose second sending exceeds the budget', async () => {
    const cancel = inTurn(lost);
    const at = account({ spot: { cancel: cancel.call, order: hangs } });
    const ask = (n: number) => run.trading.cancel(at, { venue: 'spot', symbol: 'B', orderId: `o${n}`, isStop: false });
    for (let n = 0; n < 60; n += 1) await ask(n);
    const waiting = run.time.waiting();
    expect(await ask(0)).toMatchObject({ ok: false, error: { kind: 'rate-limited' } });
    expect(run.time.waiting()).toBe(waiting);
    expect(run.openOnDisk()).toHaveLength(60);
  });
});
