import { describe, expect, it } from 'vitest';
import type { Position } from '#shared/domain/market/futures.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import { succeed } from '#shared/errors.ts';
import {
  absent,
  account,
  answering,
  hangs,
  inTurn,
  lost,
  orderOf,
  position,
  refuses,
  request,
  throws,
  startTestTrading,
} from './testing/trading-fixture.ts';

const run = startTestTrading();

describe('after a crash', () => {
  it('finds an order absent at the start when it was killed between flush and send (case 9)', async () => {
    // the program dies inside the send: nothing after that runs
    void run.trading.placeOrder(account({ spot: { place: () => new Promise(() => {}) } }), request);
    await run.time.pass(0);
    expect(run.openOnDisk()).toEqual(['sent']);
    run.restart();
    const place = inTurn(lost);
    run.trading.resume(account({ spot: { place: place.call } }));
    expect(run.last()?.state).toBe('unknown');
    await run.time.pass(10_500);
    expect(run.last()?.state).toBe('found-absent');
    expect(place.calls).toEqual([]);
    expect(run.openOnDisk()).toEqual([]);
  });

  it('adopts an order at the start when it was killed between send and answer (case 10)', async () => {
    void run.trading.placeOrder(account({ spot: { place: () => new Promise(() => {}) } }), request);
    await run.time.pass(0);
    run.restart();
    const at = account({ spot: { orderByClientOid: answering(orderOf(request)) } });
    run.trading.resume(at);
    // opening the profile twice follows it once
    run.trading.resume(at);
    await run.time.pass(500);
    expect(run.states()).toEqual(['unknown', 'found-done']);
  });

  it('recovers every kind of action', async () => {
    const at = account({
      spot: { place: hangs, placeBatch: hangs, cancel: hangs },
      stops: { place: hangs, cancel: hangs },
      futures: {
        place: hangs,
        cancel: hangs,
        depositMargin: hangs,
        positions: answering([position]),
      },
    });
    void run.trading.placeOrder(at, request);
    void run.trading.placeBatch(at, { mode: 'async', orders: [{ ...request, clientOid: 'b1' }] });
    void run.trading.placeStop(at, { ...request, clientOid: 's1', stop: 'entry', stopPrice: '101' });
    void run.trading.placeFuturesOrder(at, {
      clientOid: 'f1',
      symbol: 'XBTUSDTM',
      side: 'buy',
      type: 'market',
      size: '1',
      leverage: '2',
    });
    void run.trading.cancel(at, { venue: 'spot', symbol: 'BTC-USDT', orderId: 'o1', isStop: false });
    void run.trading.cancel(at, { venue: 'spot', symbol: 'BTC-USDT', orderId: 'vs1', isStop: true });
    void run.trading.cancel(at, { venue: 'futures', symbol: 'XBTUSDTM', orderId: 'o2', isStop: false });
    void run.trading.addMargin(at, { symbol: 'XBTUSDTM', amount: '1', bizNo: 'biz' });
    await run.time.pass(0);
    run.restart();
    expect(run.openOnDisk()).toHaveLength(8);
    const grown: Position = { ...position, addedMargin: '4' };
    run.trading.resume(
      account({
        spot: {
          order: absent,
          orderByClientOid: input => Promise.resolve(succeed(orderOf({ ...request, clientOid: input.clientOid }))),
        },
        stops: { order: absent },
        futures: { order: absent, positions: answering([grown]) },
      }),
    );
    await run.time.pass(10_500);
    const fates = new Map(run.published.map(intent => [intent.key, intent.state]));
    expect(Object.fromEntries(fates)).toEqual({
      'oid-1': 'found-done',
      b1: 'found-done',
      s1: 'found-absent',
      f1: 'found-absent',
      o1: 'found-done',
      vs1: 'found-done',
      o2: 'found-done',
      biz: 'found-done',
    });
  });

  it('keeps an invalid entry, and continues with the others', async () => {
    const stray: Intent = {
      id: 'x',
      profileId: 'p1',
      kind: 'place-order',
      key: 'k',
      symbol: 's',
      summary: '',
      state: 'sent',
      detail: null,
      createdAtMs: 1,
      updatedAtMs: 1,
    };
    run.store.journal.append({ intent: stray, body: { nonsense: true } });
    run.store.journal.append({ intent: { ...stray, id: 'y', key: 'oid-1', createdAtMs: 2 }, body: request });
    run.trading.resume(account());
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({ id: 'y', state: 'found-absent' });
    expect(run.notices).toEqual([expect.stringContaining('An entry of the order journal cannot be read')]);
    run.store.close();
    expect(() => run.trading.resume(account())).not.toThrow();
    expect(run.trading.intents('p1').ok).toBe(false);
    run.restart();
  });

  it('passes open actions to the next client when the profile is closed and opened again', async () => {
    const place = inTurn(lost);
    const closed = refuses('closed', 'closed');
    const first = account({ spot: { place: place.call, orderByClientOid: closed } });
    await run.trading.placeOrder(first, request);
    await run.time.pass(500);
    expect(run.last()?.state).toBe('unknown');
    expect(run.time.waiting()).toBe(0);
    run.trading.resume(account({ spot: { orderByClientOid: answering(orderOf(request)) } }));
    await run.time.pass(500);
    expect(run.states()).toEqual(['sent', 'unknown', 'found-done']);
    expect(place.calls).toHaveLength(1);
  });

  it('lists past actions, newest first', async () => {
    const place = inTurn(answering({ orderId: 'o', clientOid: null }));
    const at = account({ spot: { place: place.call } });
    await run.trading.placeOrder(at, request);
    await run.time.pass(5);
    await run.trading.placeOrder(at, { ...request, clientOid: 'oid-2' });
    const listed = run.trading.intents('p1');
    expect(listed.ok && listed.value.map(intent => intent.key)).toEqual(['oid-2', 'oid-1']);
  });

  it('drops an action whose lookup throws, and releases its lock', async () => {
    const place = inTurn(lost);
    const at = account({ spot: { place: place.call, orderByClientOid: throws } });
    await run.trading.placeOrder(at, request);
    await run.time.pass(500);
    expect(run.openOnDisk()).toEqual(['unknown']);
    run.trading.resume(account({ spot: { orderByClientOid: answering(orderOf(request)) } }));
    await run.time.pass(500);
    expect(run.last()?.state).toBe('found-done');
  });
});
