import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multiply, roundToStep } from '#shared/decimal.ts';
import type { SpotOrderRequest } from '#shared/domain/account/order.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import type { ExchangeClient } from '#client/client.ts';
import { joinSpotFamilies } from '#client/families/join-families.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

const symbol = 'BTC-USDT';
const hfPairs = ['BTC-USDT', 'DOGE-USDT', 'ETH-USDT', 'SOL-USDT', 'XRP-USDT'];
const kinds = { hf: 'high-frequency', classic: 'classic' } as const;
const whole = { otherPairs: null, classicFailure: null, highFrequencyFailure: null };

const bidOf = async (client: ExchangeClient): Promise<SpotOrderRequest> => {
  const { bids } = must(await client.reference.book({ symbol, depth: 20 }, visible));
  const price = roundToStep(multiply(bids[0]?.[0] ?? '0', '0.93'), '0.1', 'floor');
  return { clientOid: `families-${Math.random()}`, symbol, side: 'buy', type: 'limit', price, size: '0.001' };
};

const activeIds = async (client: ExchangeClient) =>
  must(await client.spot.allOrders({ status: 'active', symbol }, visible)).items.map(({ id }) => id);

describe.each(dialects)('a spot account of one endpoint family, %s dialect', dialect => {
  let exchange: ContractExchange;
  beforeAll(async () => {
    exchange = await startExchange(dialect);
  });
  afterAll(() => exchange.stop());

  const join = async (label: string): Promise<ExchangeClient> => {
    const client = joinSpotFamilies(exchange.client(label));
    must(await client.connect());
    return client;
  };

  describe.each(['hf', 'classic'] as const)('%s', label => {
    let client: ExchangeClient;
    beforeAll(async () => {
      client = await join(label);
    });

    it('shows all 13 open orders, and which lists were read', async () => {
      const read = must(await client.spot.allOrders({ status: 'active' }, visible));
      expect(new Set(read.items.map(({ id }) => id)).size).toBe(13);
      expect(read).toMatchObject({ isComplete: true, coverage: { account: kinds[label], ...whole } });
      expect(read.coverage?.pairs.toSorted()).toEqual(label === 'hf' ? hfPairs : []);
    });

    it('shows all fills of a day and all past orders of a week', async () => {
      const fills = must(await client.spot.allRecentFills({}, visible));
      expect(new Set(fills.items.map(fillKey)).size).toBe(5);
      expect(fills).toMatchObject({ isComplete: true, coverage: whole });
      const done = must(await client.spot.orders({ status: 'done', page: 1, pageSize: 50 }, visible));
      expect([done.items.length, done.totalItems]).toEqual([5, 5]);
      const past = must(await client.spot.pastFills({ page: 1, pageSize: 50 }, visible));
      expect(past.items).toHaveLength(5);
    });

    it('divides past orders into pages, each order once', async () => {
      const ids: string[] = [];
      // the live service takes no shorter page than ten
      const pageSize = dialect === 'live' ? 10 : 2;
      for (const page of [1, 2, 3]) {
        const read = must(await client.spot.orders({ status: 'done', page, pageSize }, visible));
        ids.push(...read.items.map(({ id }) => id));
      }
      expect(new Set(ids).size).toBe(5);
    });

    it('states that past orders of further pairs may exist, unless the account is classic', async () => {
      const { coverage } = must(await client.spot.orders({ status: 'done', page: 1, pageSize: 50 }, visible));
      expect(coverage?.otherPairs === null).toBe(label === 'classic');
    });

    it('places, finds, reads and cancels an order', async () => {
      const request = await bidOf(client);
      const { orderId } = must(await client.spot.place(request, action));
      expect(await activeIds(client)).toContain(orderId);
      const { clientOid } = request;
      expect(must(await client.spot.order({ orderId, symbol }, visible))).toMatchObject({ clientOid, isActive: true });
      expect(must(await client.spot.orderByClientOid({ clientOid, symbol }, visible))).toMatchObject({ id: orderId });
      expect(must(await client.spot.cancel({ orderId, symbol }, action))).toEqual({ orderIds: [orderId] });
      expect(await activeIds(client)).not.toContain(orderId);
      expect(await client.spot.cancel({ orderId, symbol }, action)).toMatchObject({ error: { kind: 'not-found' } });
      const done = must(await client.spot.allOrders({ status: 'done', symbol }, visible)).items;
      expect(done.map(order => order.clientOid)).toContain(clientOid);
    });

    it('places a batch of seven and cancels each by its client id', async () => {
      const orders = await Promise.all(Array.from({ length: 7 }, () => bidOf(client)));
      const outcomes = must(await client.spot.placeBatchSync({ orders }, action));
      expect(outcomes.map(({ clientOid }) => clientOid)).toEqual(orders.map(({ clientOid }) => clientOid));
      expect(outcomes.every(({ orderId, outcome }) => orderId !== null && outcome !== 'rejected')).toBe(true);
      for (const { clientOid } of orders) must(await client.spot.cancelByClientOid({ clientOid, symbol }, action));
    });

    it('reads the fills of one order', async () => {
      const done = must(await client.spot.allOrders({ status: 'done', symbol }, visible)).items;
      const order = done.find(({ isCancelled }) => !isCancelled);
      const fills = must(await client.spotHf.fillsOfOrder({ orderId: order?.id ?? '', symbol }, visible));
      expect(fills.items).toHaveLength(1);
    });

    it('arms the timed cancel only when it cancels orders', async () => {
      const set = await client.spotHf.setDeadCancel({ timeoutS: 60, symbols: [] }, action);
      expect(set.ok).toBe(label === 'hf');
      must(await client.spotHf.setDeadCancel({ timeoutS: null, symbols: [] }, action));
    });
  });

  it('names the requested pairs when the key may not list the pairs with orders', async () => {
    const client = await join('hf-viewer');
    client.noteSpotPairs(['SOL-USDT']);
    const read = must(await client.spot.allOrders({ status: 'active' }, visible));
    expect(read.isComplete).toBe(false);
    expect(read.coverage?.otherPairs).toMatch(/no right to trade on spot/u);
    expect(read.coverage?.pairs).toEqual(expect.arrayContaining(['SOL-USDT', 'BTC-USDT', 'ETH-USDT']));
    expect(read.items.every(order => read.coverage?.pairs.includes(order.symbol))).toBe(true);
    expect(read.items.length).toBeGreaterThan(8);
  });

  it('shows each order once where the lists of both families have all', async () => {
    const client = await join('trader');
    const read = must(await client.spot.allOrders({ status: 'active' }, visible));
    const raw = must(await exchange.client('trader').spot.allOrders({ status: 'active' }, visible));
    expect(read.items.map(({ id }) => id).toSorted()).toEqual(raw.items.map(({ id }) => id).toSorted());
    expect(read).toMatchObject({ isComplete: true, coverage: whole });
    const done = must(await client.spot.orders({ status: 'done', page: 1, pageSize: 20 }, visible));
    const classic = must(
      await exchange.client('trader').spot.orders({ status: 'done', page: 1, pageSize: 20 }, visible),
    );
    expect(done.items.map(({ id }) => id)).toEqual(classic.items.map(({ id }) => id));
    expect(done).toMatchObject({ totalItems: classic.totalItems, coverage: whole });
  });
});
