import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, compare, type Decimal, isZero, multiply, sum } from '#shared/decimal.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { ExchangeClient } from '#client/client.ts';
import { createFeed } from '#client/feed/create-feed.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { OrderChange } from '#client/feed/messages/orders.ts';
import type { Topic } from '#client/feed/topics.ts';
import { createFakeLog } from '#client/feed/testing/fake-venue.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

type OrderTopic = Extract<Topic, { kind: 'orders' | 'ordersV1' }>;

/** Everything that is published of one order, until it has ended. */
async function follow(feed: Feed, topic: OrderTopic, clientOid: string) {
  const changes: OrderChange[] = [];
  const done = Promise.withResolvers<readonly OrderChange[]>();
  const live = Promise.withResolvers<undefined>();
  const undo = feed.subscribe(topic, {
    message: change => {
      if (change.clientOid !== clientOid) return;
      changes.push(change);
      if (change.status === 'done') done.resolve(changes);
    },
    state: ({ state }) => {
      if (state === 'live') live.resolve(undefined);
    },
  });
  await live.promise;
  return { done: done.promise, undo };
}

const byTrade = (a: { readonly tradeId: string }, b: { readonly tradeId: string }) =>
  a.tradeId.localeCompare(b.tradeId);

/** The fields of a fill that the feed has too. */
const figures = ({ tradeId, price, size, liquidity, createdAtMs: timeMs }: Fill) => ({
  tradeId,
  price,
  size,
  liquidity,
  timeMs,
});

/** A whole exchange is made for each dialect, which takes its time on a busy machine. */
const startMs = 60_000;

describe.each(dialects)('pushed orders, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;
  let feed: Feed;

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    must(await client.connect());
    feed = createFeed({ client, hasKey: true, log: createFakeLog() });
  }, startMs);
  afterAll(async () => {
    feed.close();
    await exchange.stop();
  });

  const takeContracts = async (symbol: string, side: 'buy' | 'sell', size: Decimal) => {
    const clientOid = `pushed-${symbol}-${side}-${size}`;
    const received = await follow(feed, { venue: 'futures', kind: 'orders' }, clientOid);
    const { orderId } = must(
      await client.futures.place({ clientOid, symbol, side, type: 'market', size, leverage: '5' }, action),
    );
    const changes = await received.done;
    received.undo();
    const matches = changes.flatMap(({ match, timeMs }) => (match === null ? [] : [{ ...match, timeMs }]));
    const ofOrder = must(await client.futures.fills({ orderId, pageSize: 1000 }, visible)).items;
    const recent = must(await client.futures.recentFills({ symbol }, visible));
    return { orderId, matches, ofOrder, recent: recent.filter(fill => fill.orderId === orderId) };
  };

  it.each([
    ['XBTUSDTM', 'buy', '3', 'USDT'],
    ['XBTUSDM', 'sell', '40', 'XBT'],
  ] as const)(
    'a filled order of %s has the same data by push, in recentFills and in fills',
    async (symbol, side, size, currency) => {
      const { orderId, matches, ofOrder, recent } = await takeContracts(symbol, side, size);
      expect(matches.length).toBeGreaterThan(0);
      expect(sum(matches.map(match => match.size))).toBe(size);
      expect(recent.toSorted(byTrade)).toEqual(ofOrder.toSorted(byTrade));
      expect(recent.map(figures).toSorted(byTrade)).toEqual(matches.toSorted(byTrade));
      for (const fill of recent) {
        expect(fill).toMatchObject({ venue: 'futures', symbol, side, orderId, tradeType: 'futures', cause: 'trade' });
        expect([fill.feeCurrency, fill.settleCurrency]).toEqual([currency, currency]);
        expect(add(fill.openFee ?? '0', fill.closeFee ?? '0')).toBe(fill.fee);
        // the rest below the money's last digit is rounded away
        const fee = fill.fee ?? '-1';
        const asked = multiply(fill.funds ?? '0', fill.feeRate ?? '0');
        expect(compare(fee, asked)).toBeLessThanOrEqual(0);
        expect(compare(add(fee, '0.00000001'), asked)).toBe(1);
      }
      const order = must(await client.futures.order({ orderId }, visible));
      expect(order).toMatchObject({ filledSize: size, isActive: false });
      expect(sum(recent.map(fill => fill.funds ?? '0'))).toBe(order.filledFunds);
    },
  );

  it('an order against the position pays the closing fee for the closed part', async () => {
    const positions = must(await client.futures.positions({}, visible));
    const held = positions.find(position => position.symbol === 'XBTUSDTM');
    expect(compare(held?.quantity ?? '0', '2')).toBe(1);
    const { recent } = await takeContracts('XBTUSDTM', 'sell', '2');
    for (const fill of recent) {
      expect(fill.openFee).toBe('0');
      expect(isZero(fill.closeFee ?? '0')).toBe(false);
    }
  });

  it('the fills of a day are listed newest first, each once, futures and spot apart', async () => {
    const fills = must(await client.futures.recentFills({}, visible));
    expect(fills.length).toBeGreaterThan(5);
    expect(new Set(fills.map(fill => `${fill.symbol} ${fill.tradeId} ${fill.orderId}`)).size).toBe(fills.length);
    const times = fills.map(fill => fill.createdAtMs ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const own = new Set(must(await client.futures.positions({}, visible)).map(position => position.symbol));
    for (const { symbol } of fills) expect(symbol.endsWith('M') || own.has(symbol)).toBe(true);
  });

  it('fills of a week are returned, and more than a week is not requested', async () => {
    const nowMs = must(await client.reference.serverTime({ venue: 'futures' }, visible));
    const weekMs = 7 * 86_400_000;
    const within = await client.futures.fills({ startAtMs: nowMs - weekMs, endAtMs: nowMs }, visible);
    expect(must(within).items.length).toBeGreaterThan(0);
    const wide = await client.futures.fills({ startAtMs: nowMs - weekMs - 1, endAtMs: nowMs }, visible);
    expect(wide).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
  });

  it('the first version of the spot order topic has the same order data as the second', async () => {
    const clientOid = 'pushed-spot';
    const first = await follow(feed, { venue: 'spot', kind: 'ordersV1' }, clientOid);
    const second = await follow(feed, { venue: 'spot', kind: 'orders' }, clientOid);
    must(await client.spot.place({ clientOid, symbol: 'BTC-USDT', side: 'buy', type: 'market', size: '0.01' }, action));
    const [byFirst, bySecond] = [await first.done, await second.done];
    first.undo();
    second.undo();
    expect(byFirst.some(({ match }) => match !== null)).toBe(true);
    expect(byFirst).toEqual(bySecond.filter(({ status }) => status !== 'new'));
  });
});
