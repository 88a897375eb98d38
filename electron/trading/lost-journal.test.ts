import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import { createTrading } from './trading.ts';
import {
  account,
  answering,
  freeBudget,
  freePolicy,
  hangs,
  inTurn,
  lost,
  marked,
  acceptAll,
  noSafeguards,
  orderOf,
  request,
  silent,
  startTestTrading,
  unreachable,
  refuseNone,
} from './testing/trading-fixture.ts';

const run = startTestTrading();
const cancelRequest = { venue: 'spot', symbol: 'BTC-USDT', orderId: 'o1', isStop: false } as const;
const active = (...marks: string[]) =>
  answering({ items: marks.map(mark => orderOf(marked(mark), { createdAtMs: run.time.nowMs() })), isComplete: true });
const loseJournal = () => run.restart(dataDir => truncateSync(join(dataDir, 'journal.sqlite'), 0));

describe('after the loss of the journal', () => {
  it('requests once the open orders whose client id the journal does not have (fault 39)', async () => {
    await run.trading.placeOrder(account({ spot: { place: answering({ orderId: 'o', clientOid: null }) } }), request);
    loseJournal();
    expect(run.notices).toEqual([
      expect.stringContaining('missing or empty'),
      expect.stringContaining('The audit journal does not hold'),
    ]);
    const at = account({ spot: { allOrders: active('oid-1', 'oid-2') } });
    run.trading.resume(at);
    await run.time.pass(0);
    expect(run.notices.slice(2)).toEqual([
      expect.stringContaining('2 open orders have client ids that the repaired order journal does not know'),
    ]);
    expect(run.notices[2]).toContain('Buy 0.5 BTC-USDT at 100.1 (spot)');
    run.trading.resume(at);
    await run.time.pass(0);
    expect(run.notices).toHaveLength(3);
  });

  it('reports no orders that the journal has, or without a client id (fault 39)', async () => {
    loseJournal();
    const at = account({
      spot: {
        place: answering({ orderId: 'o', clientOid: null }),
        placeBatch: answering([]),
        allOrders: () =>
          Promise.resolve({
            ok: true,
            value: {
              items: [
                ...['oid-1', 'b1', 'b2'].map(mark => orderOf(marked(mark))),
                orderOf(request, { clientOid: null }),
              ],
              isComplete: true,
            },
          }),
      },
    });
    await run.trading.placeOrder(at, request);
    await run.trading.placeBatch(at, { mode: 'async', orders: [marked('b1'), marked('b2')] });
    run.trading.resume(at);
    await run.time.pass(0);
    expect(run.notices).toHaveLength(1);
  });

  it('requests again when the profile is opened again after an exchange without an answer (fault 39)', async () => {
    loseJournal();
    run.trading.resume(account({ spot: { allOrders: unreachable } }));
    await run.time.pass(0);
    expect(run.notices).toHaveLength(1);
    run.trading.resume(account({ spot: { allOrders: active('x') } }));
    await run.time.pass(0);
    expect(run.notices).toHaveLength(2);
  });

  it('includes margin orders in the request (fault 39)', async () => {
    loseJournal();
    const onMargin = orderOf(marked('m-1'), { tradeType: 'cross', createdAtMs: run.time.nowMs() + 1 });
    const margin = {
      activeSymbols: ({ tradeType }: { tradeType: string }) =>
        Promise.resolve(succeed(tradeType === 'cross' ? ['BTC-USDT'] : [])),
      activeOrders: answering([onMargin]),
    };
    run.trading.resume(account({ margin }));
    await run.time.pass(0);
    expect(run.notices.at(-1)).toMatch(/^1 open order has a client id/u);
    loseJournal();
    run.trading.resume(account({ margin: { ...margin, activeOrders: unreachable } }));
    await run.time.pass(0);
    expect(run.notices.filter(notice => notice.includes('open order'))).toHaveLength(0);
  });

  it('requests nothing for a complete journal', async () => {
    const allOrders = inTurn(active('x'));
    run.trading.resume(account({ spot: { allOrders: allOrders.call } }));
    await run.time.pass(0);
    expect([allOrders.calls, run.notices]).toEqual([[], []]);
  });
});

/** Trading whose journal went away under it. */
const blocked = () => {
  // closing it is what a disk that went away looks like from here
  run.store.close();
  const { nowMs, wait } = run.time;
  const { publish, notice } = run;
  const { journal } = run.store;
  return createTrading({
    refuseWrite: refuseNone,
    journal,
    policy: freePolicy,
    budget: freeBudget,
    validationError: acceptAll,
    safeguards: noSafeguards,
    log: silent,
    nowMs,
    wait,
    publish,
    notice,
  });
};

describe('while the journal cannot be written', () => {
  it('sends a cancel, records it in memory, and says so (fault 12)', async () => {
    const cancel = inTurn(answering({ orderIds: ['o1'] }));
    const place = inTurn(lost);
    const trading = blocked();
    const at = account({ spot: { cancel: cancel.call, place: place.call } });
    expect(await trading.placeOrder(at, request)).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(await trading.cancel(at, cancelRequest)).toEqual({
      ok: true,
      value: { orderId: 'o1', outcome: 'requested' },
    });
    expect([cancel.calls.length, place.calls.length]).toEqual([1, 0]);
    expect(run.states()).toEqual(['sent', 'acknowledged']);
    for (const intent of run.published) expect(intent.detail).toContain('in memory only');
    expect(run.notices.at(-1)).toContain('is in memory only');
  });

  it('looks up a cancel with a lost answer as usual (fault 12)', async () => {
    const trading = blocked();
    const order = answering(orderOf(request, { isActive: false, isCancelled: true }));
    await trading.cancel(account({ spot: { cancel: lost, order } }), cancelRequest);
    await run.time.pass(500);
    expect(run.states()).toEqual(['sent', 'unknown', 'found-done']);
    trading.close();
  });

  it('reports that open actions are not looked up', async () => {
    void run.trading.placeOrder(account({ spot: { place: hangs } }), request);
    await run.time.pass(0);
    blocked().resume(account());
    expect(run.notices).toEqual([expect.stringContaining('looks up the actions without outcome')]);
  });
});

it('a journal that was deleted for a connected key is reported at the start (fault 39)', () => {
  run.restart(dataDir => {
    rmSync(join(dataDir, 'journal.sqlite'));
    writeFileSync(join(dataDir, 'profiles.json'), '{"version":1,"profiles":[]}');
  });
  expect(run.notices).toHaveLength(1);
});
