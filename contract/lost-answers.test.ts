import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { subtract } from '#shared/decimal.ts';
import type { Result } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type ContractExchange, startExchange } from './testing/exchange.ts';
import { type Fault, type FaultProxy, startFaultProxy } from './testing/fault-proxy.ts';
import { action, must, visible } from './testing/must.ts';

/** A write is sent once, and a lost answer is "unknown" (docs/faults.md §5); a read is tried again. */
describe('lost answers', () => {
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
    '%s is sent once, unknown, then found by clientOid',
    async (_, fault) => {
      const wanted = order();
      const sentBefore = posts();
      proxy.breakNext('POST', '/api/v1/hf/orders', fault);
      const answer = await client.spot.place(wanted, action);
      expect(answer).toMatchObject({
        ok: false,
        error: { kind: 'outcome-unknown', isOutcomeUnknown: true, endpoint: 'POST /api/v1/hf/orders' },
      });
      expect(posts() - sentBefore).toBe(1);
      const found = must(
        await client.spot.orderByClientOid({ clientOid: wanted.clientOid, symbol: wanted.symbol }, visible),
      );
      must(await client.spot.cancel({ orderId: found.id, symbol: wanted.symbol }, action));
    },
  );

  it('an order whose connection was reset before the exchange read it is not sent again, unknown, and not found (fault 2)', async () => {
    const wanted = order();
    const sentBefore = posts();
    proxy.breakNext('POST', '/api/v1/hf/orders', 'reset-before');
    expect(await client.spot.place(wanted, action)).toMatchObject({ ok: false, error: { kind: 'outcome-unknown' } });
    expect(posts() - sentBefore).toBe(0);
    expect(
      await client.spot.orderByClientOid({ clientOid: wanted.clientOid, symbol: wanted.symbol }, visible),
    ).toMatchObject({ ok: false, error: { kind: 'not-found' } });
  });

  /** what was forwarded of an action, and how it was answered, when its answer is broken after the exchange acted */
  const loseAnswer = async (method: string, path: string, send: () => Promise<Result<unknown>>) => {
    const count = () => proxy.forwarded.filter(line => line.split('?')[0] === `${method} ${path}`).length;
    const before = count();
    proxy.breakNext(method, path, 'reset-after');
    const answer = await send();
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown', isOutcomeUnknown: true, endpoint: `${method} ${path}` },
    });
    expect(count() - before).toBe(1);
  };

  const loans = async (kind: 'borrow' | 'repay') =>
    must(await client.margin.loans({ kind, currency: 'USDT' }, visible));

  it('a loan is borrowed once, and found in the list of loans', async () => {
    const before = await loans('borrow');
    await loseAnswer('POST', '/api/v3/margin/borrow', () =>
      client.margin.borrow({ currency: 'USDT', size: '41' }, action),
    );
    const after = await loans('borrow');
    expect(after.totalItems - before.totalItems).toBe(1);
    expect(after.items[0]).toMatchObject({ size: '41', actualSize: '41', status: 'success' });
  });

  it('a repayment is paid once, and found in its list', async () => {
    const before = await loans('repay');
    await loseAnswer('POST', '/api/v3/margin/repay', () =>
      client.margin.repay({ currency: 'USDT', size: '11' }, action),
    );
    const after = await loans('repay');
    expect(after.totalItems - before.totalItems).toBe(1);
    expect(after.items[0]).toMatchObject({ size: '11', status: 'success' });
  });

  it('a margin order is placed once, and found by clientOid', async () => {
    const wanted = { ...order(), tradeType: 'cross' } as const;
    await loseAnswer('POST', '/api/v3/hf/margin/order', () => client.margin.place(wanted, action));
    const found = must(
      await client.margin.orderByClientOid({ clientOid: wanted.clientOid, symbol: wanted.symbol }, visible),
    );
    expect(found).toMatchObject({ price: wanted.price, size: wanted.size, tradeType: 'cross', isActive: true });
    const active = must(await client.margin.activeOrders({ symbol: wanted.symbol, tradeType: 'cross' }, visible));
    expect(active.filter(each => each.clientOid === wanted.clientOid)).toHaveLength(1);
    await loseAnswer('DELETE', '/api/v3/hf/margin/orders', () =>
      client.margin.cancelAll({ symbol: wanted.symbol, tradeType: 'cross' }, action),
    );
    expect(must(await client.margin.activeOrders({ symbol: wanted.symbol, tradeType: 'cross' }, visible))).toEqual([]);
  });

  it('a transfer is moved once, found in the ledger, and cannot be repeated with its client id', async () => {
    client = exchange.client('treasurer', { spot: proxy.url });
    must(await client.connect());
    const transfer = {
      clientOid: `lost-transfer-${process.pid}`,
      currency: 'USDT',
      amount: '17.03',
      from: { wallet: 'main', symbol: null, userId: null },
      to: { wallet: 'trade', symbol: null, userId: null },
    } as const;
    const main = async () =>
      must(await client.wallet.transferable({ currency: 'USDT', wallet: 'main' }, visible)).available;
    const before = await main();
    await loseAnswer('POST', '/api/v3/accounts/universal-transfer', () => client.wallet.transfer(transfer, action));
    expect(subtract(before, await main())).toBe('17.03');
    const moved = must(await client.wallet.ledger({ currency: 'USDT', direction: 'out' }, visible)).items;
    expect(moved.filter(each => each.amount === '17.03')).toHaveLength(1);
    expect(await client.wallet.transfer(transfer, action)).toMatchObject({
      ok: false,
      error: { code: '102426', isOutcomeUnknown: false },
    });
    expect(subtract(before, await main())).toBe('17.03');
  });

  it.each(['reset-after', 'status-after', 'html-after', 'truncated-after'] as const)(
    'a read succeeds after %s',
    async fault => {
      proxy.breakNext('GET', 'level2_20', fault);
      expect(must(await client.reference.book({ symbol: 'BTC-USDT', depth: 20 }, visible)).bids).toHaveLength(20);
    },
  );
});
