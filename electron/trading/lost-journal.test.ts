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
  noObjection,
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

describe('after the journal was lost', () => {
  it('39: the exchange is asked for active orders whose mark the journal does not know, once', async () => {
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
      expect.stringContaining('2 active orders carry marks that the repaired order journal does not know'),
    ]);
    expect(run.notices[2]).toContain('Buy 0.5 BTC-USDT at 100.1 (spot)');
    run.trading.resume(at);
    await run.time.pass(0);
    expect(run.notices).toHaveLength(3);
  });

  it('39: orders that the journal knows, or that carry no mark, are not told', async () => {
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

  it('39: an exchange that cannot be asked is asked when the profile is opened again', async () => {
    loseJournal();
    run.trading.resume(account({ spot: { allOrders: unreachable } }));
    await run.time.pass(0);
    expect(run.notices).toHaveLength(1);
    run.trading.resume(account({ spot: { allOrders: active('x') } }));
    await run.time.pass(0);
    expect(run.notices).toHaveLength(2);
  });

  it('39: orders on margin are among those that are asked for', async () => {
    loseJournal();
    const onMargin = orderOf(marked('m-1'), { tradeType: 'cross', createdAtMs: run.time.nowMs() + 1 });
    const margin = {
      activeSymbols: ({ tradeType }: { tradeType: string }) =>
        Promise.resolve(succeed(tradeType === 'cross' ? ['BTC-USDT'] : [])),
      activeOrders: answering([onMargin]),
    };
    run.trading.resume(account({ margin }));
    await run.time.pass(0);
    expect(run.notices.at(-1)).toMatch(/^1 active order carries a mark/u);
    loseJournal();
    run.trading.resume(account({ margin: { ...margin, activeOrders: unreachable } }));
    await run.time.pass(0);
    expect(run.notices.filter(notice => notice.includes('active order'))).toHaveLength(0);
  });

  it('a journal that lost nothing asks nothing', async () => {
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
    objection: noObjection,
    safeguards: noSafeguards,
    log: silent,
    nowMs,
    wait,
    publish,
    notice,
  });
};

describe('while the journal cannot be written', () => {
  it('12: a cancel is sent all the same, is noted in memory, and says so', async () => {
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
    expect(run.notices.at(-1)).toContain('noted in memory only');
  });

  it('12: a cancel whose answer is lost is looked up as ever', async () => {
    const trading = blocked();
    const order = answering(orderOf(request, { isActive: false, isCancelled: true }));
    await trading.cancel(account({ spot: { cancel: lost, order } }), cancelRequest);
    await run.time.pass(500);
    expect(run.states()).toEqual(['sent', 'unknown', 'found-done']);
    trading.close();
  });

  it('says that open acts are not looked up', async () => {
    void run.trading.placeOrder(account({ spot: { place: hangs } }), request);
    await run.time.pass(0);
    blocked().resume(account());
    expect(run.notices).toEqual([expect.stringContaining('are looked up as soon as it can be read')]);
  });
});

it('39: a start on a journal that was deleted where a key was connected is told', () => {
  run.restart(dataDir => {
    rmSync(join(dataDir, 'journal.sqlite'));
    writeFileSync(join(dataDir, 'profiles.json'), '{"version":1,"profiles":[]}');
  });
  expect(run.notices).toHaveLength(1);
});
