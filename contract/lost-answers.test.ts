import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ExchangeClient } from '#client/client.ts';
import { type ContractExchange, startExchange } from './testing/exchange.ts';
import { type Fault, type FaultProxy, startFaultProxy } from './testing/fault-proxy.ts';
import { act, must, visible } from './testing/must.ts';

/** A write is sent once, and a lost answer is "unknown" (docs/faults.md §5); a read is tried again. */
describe('answers lost on the way', () => {
  let exchange: ContractExchange;
  let proxy: FaultProxy;
  let client: ExchangeClient;
  let made = 0;

  beforeAll(async () => {
    exchange = await startExchange('document');
    proxy = await startFaultProxy(exchange.ready.spot);
  });
  beforeEach(async () => {
    client = exchange.client('trader', { spot: proxy.url });
    must(await client.connect());
  });
  afterAll(async () => {
    await exchange.stop();
    await proxy.stop();
  });

  const order = () => {
    made += 1;
    return {
      clientOid: `lost-${process.pid}-${made}`,
      symbol: 'BTC-USDT',
      side: 'buy',
      type: 'limit',
      price: '90000',
      size: '0.001',
    } as const;
  };
  const posts = () => proxy.forwarded.filter(line => line === 'POST /api/v1/hf/orders').length;

  it.each([
    ['1: reset after the exchange acted', 'reset-after'],
    ['4: 502 after the exchange acted', 'status-after'],
    ['5: HTML instead of an answer', 'html-after'],
    ['5: half an answer', 'truncated-after'],
  ] as const satisfies readonly (readonly [string, Fault])[])(
    '%s: sent once, unknown, then found by clientOid',
    async (_, fault) => {
      const wanted = order();
      const sentBefore = posts();
      proxy.breakNext('POST', '/api/v1/hf/orders', fault);
      const answer = await client.spot.place(wanted, act);
      expect(answer).toMatchObject({
        ok: false,
        error: { kind: 'outcome-unknown', isOutcomeUnknown: true, endpoint: 'POST /api/v1/hf/orders' },
      });
      expect(posts() - sentBefore).toBe(1);
      const found = must(
        await client.spot.orderByClientOid({ clientOid: wanted.clientOid, symbol: wanted.symbol }, visible),
      );
      must(await client.spot.cancel({ orderId: found.id, symbol: wanted.symbol }, act));
    },
  );

  it('2: reset before the exchange read it: not sent again, unknown, and not to be found', async () => {
    const wanted = order();
    const sentBefore = posts();
    proxy.breakNext('POST', '/api/v1/hf/orders', 'reset-before');
    expect(await client.spot.place(wanted, act)).toMatchObject({ ok: false, error: { kind: 'outcome-unknown' } });
    expect(posts() - sentBefore).toBe(0);
    expect(
      await client.spot.orderByClientOid({ clientOid: wanted.clientOid, symbol: wanted.symbol }, visible),
    ).toMatchObject({ ok: false, error: { kind: 'not-found' } });
  });

  it.each(['reset-after', 'status-after', 'html-after', 'truncated-after'] as const)(
    'a read survives %s',
    async fault => {
      proxy.breakNext('GET', 'level2_20', fault);
      expect(must(await client.reference.book({ symbol: 'BTC-USDT', depth: 20 }, visible)).bids).toHaveLength(20);
    },
  );
});
