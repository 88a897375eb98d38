import { describe, expect, it } from 'vitest';
import type { BatchOutcome } from '#shared/domain/account/order.ts';
import { succeed } from '#shared/errors.ts';
import {
  account,
  answering,
  inTurn,
  lost,
  marked,
  request,
  orderOf,
  unreachable,
  startTestTrading,
} from '../../testing/trading-fixture.ts';

const run = startTestTrading();

const row = (clientOid: string, outcome: BatchOutcome['outcome']): BatchOutcome => ({
  clientOid,
  orderId: outcome === 'acknowledged' ? `order-${clientOid}` : null,
  outcome,
  failMessage: outcome === 'rejected' ? 'The order funds should more then 0.1 USDT.' : null,
  filledSize: null,
  remainingSize: null,
  cancelledSize: null,
});

describe('batches', () => {
  const orders = ['a', 'b', 'c', 'd', 'e'].map(clientOid => marked(clientOid));

  it('reports each row by itself and looks up the missing one, with three placed and one rejected (case 15)', async () => {
    const rows = [
      row('a', 'acknowledged'),
      row('b', 'acknowledged'),
      row('c', 'rejected'),
      row('d', 'acknowledged'),
      row('e', 'unknown'),
    ];
    const placeBatch = inTurn(answering(rows));
    const items = orders.filter(order => order.clientOid !== 'c').map(order => orderOf(order));
    const allOrders = answering({ items, isComplete: true });
    const at = account({ spot: { placeBatch: placeBatch.call, allOrders } });
    expect(await run.trading.placeBatch(at, { mode: 'async', orders })).toEqual(succeed(rows));
    expect(run.last()).toMatchObject({ state: 'unknown', key: 'a' });
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({ state: 'found-done' });
    expect(run.last()?.detail).toContain('4 of 5 were placed');
    expect(placeBatch.calls).toHaveLength(1);
  });

  it('reports all as unknown and none as rejected after a lost answer, then the outcome of each (case 16)', async () => {
    const answer = await run.trading.placeBatch(account({ spot: { placeBatchSync: lost } }), { mode: 'sync', orders });
    expect(answer.ok && answer.value.map(outcome => outcome.outcome)).toEqual(Array(5).fill('unknown'));
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({ state: 'found-absent' });
    expect(run.last()?.detail).toContain('None was placed');
  });

  it('a batch is acknowledged when every row is certain, and waits while a list cannot be read', async () => {
    const placeBatch = inTurn(answering([row('a', 'acknowledged')]), lost);
    const at = account({ spot: { placeBatch: placeBatch.call, allOrders: unreachable } });
    await run.trading.placeBatch(at, { mode: 'async', orders: orders.slice(0, 1) });
    expect(run.last()?.state).toBe('acknowledged');
    await run.trading.placeBatch(at, { mode: 'async', orders: orders.slice(1) });
    await run.time.pass(10_500);
    expect(run.last()?.state).toBe('unknown');
    expect(
      await run.trading.placeBatch(at, { mode: 'async', orders: [{ ...request, clientOid: 'f' }, ...orders] }),
    ).toMatchObject({
      ok: false,
      error: { field: 'orders' },
    });
    expect(await run.trading.placeBatch(at, { mode: 'async', orders: [] })).toMatchObject({ ok: false });
  });

  it('shortens the text of a long batch', async () => {
    const long = Array.from({ length: 20 }, (_, n) => marked(`long-${n}`));
    await run.trading.placeBatch(account({ spot: { placeBatchSync: lost } }), { mode: 'sync', orders: long });
    expect(run.last()?.summary.length).toBeLessThanOrEqual(401);
    expect(run.last()?.summary).toMatch(/^20 orders: (?:Buy 0.5 BTC-USDT at 100.1; ){8}and 12 more$/);
  });
});
