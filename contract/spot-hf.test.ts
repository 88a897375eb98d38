import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare, multiply, roundToStep, sum } from '#shared/decimal.ts';
import type { SpotOrderRequest } from '#shared/domain/account/order.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

const symbol = 'BTC-USDT';
let made = 0;
function oid(): string {
  made += 1;
  return `hf-${process.pid}-${made}`;
}

describe.each(dialects)('high-frequency lists and actions, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    must(await client.connect());
  });
  afterAll(() => exchange.stop());

  const restingBid = async (): Promise<SpotOrderRequest> => {
    const { bids } = must(await client.reference.book({ symbol, depth: 20 }, visible));
    const price = roundToStep(multiply(bids[0]?.[0] ?? '0', '0.93'), '0.1', 'floor');
    return { clientOid: oid(), symbol, side: 'buy', type: 'limit', price, size: '0.001' };
  };
  const activeIds = async (pair = symbol) =>
    must(await client.spotHf.activeOrders({ symbol: pair }, visible)).map(order => order.id);

  const walk = async (list: 'doneOrders' | 'fills', limit: number) => {
    const ids: string[] = [];
    for (let lastId: string | undefined; ids.length < 1000; ) {
      const query = { symbol, limit, lastId };
      const batch =
        list === 'fills'
          ? must(await client.spotHf.fills(query, visible))
          : must(await client.spotHf.doneOrders(query, visible));
      ids.push(...batch.items.map(each => each.id));
      if (batch.lastId === null || batch.items.length < limit) break;
      lastId = batch.lastId;
    }
    return ids;
  };

  it('open orders are equal in the array, its pages and the ordinary list', async () => {
    const array = await activeIds();
    expect(array.length).toBeGreaterThan(2);
    expect(must(await client.spotHf.allActive({ symbol }, visible)).items.map(order => order.id)).toEqual(array);
    const ordinary = must(await client.spot.allOrders({ status: 'active', symbol }, visible)).items;
    expect(new Set(ordinary.map(order => order.id))).toEqual(new Set(array));
    expect(must(await client.spotHf.activeSymbols({}, visible))).toContain(symbol);
  });

  it('past orders and fills are read batch by batch without loss or duplicates', async () => {
    for (const list of ['doneOrders', 'fills'] as const) {
      const whole = await walk(list, 100);
      expect(whole.length, list).toBeGreaterThan(4);
      expect(await walk(list, 3), list).toEqual(whole);
      expect(new Set(whole).size, list).toBe(whole.length);
    }
  });

  it('fills of one order add up to it', async () => {
    const { orderId } = must(
      await client.spotHf.placeSync({ clientOid: oid(), symbol, side: 'buy', type: 'market', funds: '20' }, action),
    );
    const id = orderId ?? '';
    const order = must(await client.spot.order({ orderId: id, symbol }, visible));
    const { items: fills } = must(await client.spotHf.fillsOfOrder({ orderId: id, symbol }, visible));
    expect(sum(fills.map(fill => fill.funds ?? '0'))).toBe(order.filledFunds);
    expect(sum(fills.map(fill => fill.fee ?? '0'))).toBe(order.fee);
    expect(compare(order.filledFunds ?? '99', '20')).not.toBe(1);
  });

  it('a test order places nothing', async () => {
    const before = await activeIds();
    must(await client.spotHf.placeTest(await restingBid(), action));
    expect(await activeIds()).toEqual(before);
  });

  it('orders are placed, amended and cancelled synchronously, in part and in full', async () => {
    const order = await restingBid();
    const placed = must(await client.spotHf.placeSync(order, action));
    expect(placed).toMatchObject({ clientOid: order.clientOid, remainingSize: '0.001', isActive: true });
    const altered = must(
      await client.spotHf.alter({ symbol, orderId: placed.orderId ?? '', newSize: '0.003' }, action),
    );
    expect(altered.orderId).not.toBe(placed.orderId);
    const orderId = altered.orderId ?? '';
    expect(must(await client.spot.order({ orderId, symbol }, visible))).toMatchObject({
      size: '0.003',
      price: order.price,
      clientOid: order.clientOid,
      isActive: true,
    });
    expect(await activeIds()).not.toContain(placed.orderId);
    must(await client.spotHf.cancelPart({ symbol, orderId, cancelSize: '0.001' }, action));
    expect(must(await client.spotHf.cancelSync({ symbol, orderId }, action))).toMatchObject({
      orderId,
      filledSize: '0',
      cancelledSize: '0.003',
      isActive: false,
    });
    expect(await client.spotHf.cancelSync({ symbol, orderId }, action)).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    });
    const other = await restingBid();
    must(await client.spotHf.placeSync(other, action));
    expect(
      must(await client.spotHf.cancelSyncByClientOid({ symbol, clientOid: other.clientOid }, action)),
    ).toMatchObject({
      clientOid: other.clientOid,
      isActive: false,
    });
  });

  it('the timed cancel is set, read, and postponed', async () => {
    const set = must(await client.spotHf.setDeadCancel({ timeoutS: 60, symbols: [symbol] }, action));
    expect((set.triggersAtMs ?? 0) - set.nowMs).toBe(60_000);
    expect(must(await client.spotHf.deadCancel({}, visible))).toMatchObject({ timeoutS: 60, symbols: [symbol] });
    must(await client.spotHf.setDeadCancel({ timeoutS: null, symbols: [] }, action));
    expect(must(await client.spotHf.deadCancel({}, visible)).timeoutS).toBeNull();
  });

  it('fees of pairs are returned in request order, and the account is a high-frequency one', async () => {
    const fees = must(await client.accounts.tradeFees({ symbols: ['ETH-USDT', symbol] }, visible));
    const base = must(await client.accounts.baseFee({}, visible));
    expect(fees).toEqual([
      { symbol: 'ETH-USDT', ...base },
      { symbol, ...base },
    ]);
    expect(must(await client.accounts.hfOpened({}, visible))).toBe(true);
  });

  it('cancelling a pair applies to that pair, cancelling all to every pair', async () => {
    const others = await activeIds('ETH-USDT');
    expect(others.length).toBeGreaterThan(0);
    expect(must(await client.spotHf.cancelPair({ symbol }, action))).toBe('success');
    expect(await activeIds()).toEqual([]);
    expect(await activeIds('ETH-USDT')).toEqual(others);
    const all = must(await client.spotHf.cancelAll({}, action));
    expect(all.failed).toEqual([]);
    expect(all.cancelled).toContain('ETH-USDT');
    expect(must(await client.spotHf.activeSymbols({}, visible))).toEqual([]);
  });
});
