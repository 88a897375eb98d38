import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { multiply, roundToStep } from '#shared/decimal.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Fault } from '@fathom/practice';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { action, must, visible } from '../testing/must.ts';
import {
  allLive,
  type LiveFixture,
  listsLive,
  missedOf,
  openAccountLive,
  patienceMs,
  profileId,
  spotBook,
  until,
} from './testing/live-fixture.ts';
import { expectTruth } from './testing/oracle.ts';
import { closeTidily } from './testing/connections.ts';

/**
 * The own account as frames and REST report it together, while another program trades on it.
 * docs/faults.md §5, cases 19, 22 and 40.
 */
vi.setConfig({ testTimeout: 4 * patienceMs, hookTimeout: 2 * patienceMs });

let exchange: ContractExchange;
let fixture: LiveFixture;
/** another program on the same account */
let other: ExchangeClient;

beforeAll(async () => {
  exchange = await startExchange('live');
  other = exchange.client('trader');
});
afterEach(async () => {
  await closeTidily(exchange, fixture);
});
afterAll(async () => {
  await exchange.stop();
});

const lateMs = 300;
const orderTopic = '/spotMarket/tradeOrdersV2';

async function buy(client: ExchangeClient = other): Promise<string> {
  const clientOid = crypto.randomUUID();
  const order = { clientOid, symbol: 'BTC-USDT', side: 'buy', type: 'market', size: '0.001' } as const;
  return must(await client.spot.place(order, action)).orderId;
}

/** A bid well below the market: it rests. */
async function rest(client: ExchangeClient = other): Promise<string> {
  const { bids } = must(await other.reference.book({ symbol: 'BTC-USDT', depth: 20 }, visible));
  const price = roundToStep(multiply(bids[0]?.[0] ?? '0', '0.93'), '0.1', 'floor');
  const clientOid = crypto.randomUUID();
  const order = { clientOid, symbol: 'BTC-USDT', side: 'buy', type: 'limit', price, size: '0.001' } as const;
  return must(await client.spot.place(order, action)).orderId;
}

const spotFills = (): readonly Fill[] => fixture.published.page.rows('spot.fills');
const spotOrders = (): readonly Order[] => fixture.published.page.rows('spot.orders');

/** The order as the account knows it to be done; undefined while it does not. */
async function doneOrder(orderId: string): Promise<Order | undefined> {
  const { account } = must(fixture.markets.of(profileId));
  const page = must(await account.doneOrders({ venue: 'spot', symbol: null, page: 1, pageSize: 100 }));
  return page.items.find(({ id }) => id === orderId);
}

async function expectFillPublished(orderId: string): Promise<void> {
  await until(async () => {
    expect(spotFills().some(fill => fill.orderId === orderId)).toBe(true);
    expect(await doneOrder(orderId)).toMatchObject({ isActive: false });
  });
}

/** So long that everything that was held back has come. */
async function letLateOnesCome(): Promise<void> {
  const sinceMs = fixture.time.market.monotonicMs();
  await until(() => expect(fixture.time.market.monotonicMs() - sinceMs).toBeGreaterThan(2 * lateMs));
}

async function cutPrivateConnections(): Promise<void> {
  const before = missedOf(fixture).length;
  await exchange.faults.set({ fault: 'close', isAbrupt: true, audience: 'private' });
  await until(() => expect(missedOf(fixture)).toHaveLength(before + 2));
  await allLive(fixture);
  await listsLive(fixture);
}

it('a fill is published once when it arrives by frame, twice, by REST or again after a reconnect (fault 19)', async () => {
  fixture = await openAccountLive(exchange);
  await exchange.faults.set({ fault: 'duplicate', topic: orderTopic, delayMs: lateMs, count: 20 });
  const first = await buy();
  await expectFillPublished(first);
  await letLateOnesCome();
  await cutPrivateConnections();
  const second = await buy();
  await expectFillPublished(second);
  await letLateOnesCome();
  const ofMine = (fills: readonly Fill[]) =>
    fills
      .filter(({ orderId }) => orderId === first || orderId === second)
      .toSorted((a, b) => a.tradeId.localeCompare(b.tradeId));
  const kept = ofMine(must(await other.spot.recentFills({}, visible)));
  // the fee arrives with a read, which frames cause at most once a second
  await until(() => expect(ofMine(spotFills())).toEqual(kept));
  const mine = ofMine(spotFills());
  // and each was published by the frame and once more with its fee, for any number of reads
  for (const fill of mine)
    expect([[true], [true, true]]).toContainEqual(fixture.published.presence('spot.fills', fillKey(fill)));
  expect(fixture.published.all('account.noticed')).toEqual([]);
});

it('a position equals that of the exchange before and after a reconnect (fault 19)', async () => {
  fixture = await openAccountLive(exchange);
  const trade = async () => {
    const order = { clientOid: crypto.randomUUID(), symbol: 'XBTUSDTM', side: 'buy', type: 'market' } as const;
    must(await other.futures.place({ ...order, leverage: '5', size: '1' }, action));
    const held = must(await other.futures.positions({}, visible)).find(({ symbol }) => symbol === 'XBTUSDTM');
    const { id, quantity, averageEntryPrice } = held ?? {};
    await until(() =>
      expect(fixture.published.page.rows('positions').find(({ symbol }) => symbol === 'XBTUSDTM')).toMatchObject({
        id,
        quantity,
        averageEntryPrice,
      }),
    );
  };
  // the first state of a position is read, later ones come by frames alone
  for (let times = 0; times < 3; times += 1) await trade();
  await cutPrivateConnections();
  for (let times = 0; times < 3; times += 1) await trade();
});

it.each<readonly [string, Fault]>([
  ['comes again', { fault: 'duplicate', topic: orderTopic, delayMs: lateMs, count: 20 }],
  ['comes too late', { fault: 'delay', topic: orderTopic, delayMs: lateMs, count: 2 }],
])('an order that has ended stays ended, also when its start %s (fault 22)', async (_, fault) => {
  fixture = await openAccountLive(exchange);
  await exchange.faults.set(fault);
  const orderId = await rest();
  must(await other.spot.cancel({ orderId, symbol: 'BTC-USDT' }, action));
  await until(async () => expect(await doneOrder(orderId)).toMatchObject({ isActive: false, isCancelled: true }));
  await letLateOnesCome();
  const presence = fixture.published.presence('spot.orders', orderId);
  // it may have come and gone within a frame
  expect([[], [true, false]]).toContainEqual(presence);
  expect(spotOrders().some(({ id }) => id === orderId)).toBe(false);
  // the list says of its own what an order was worth, the order's endpoint does not
  const {
    updatedAtMs: _when,
    funds: _worth,
    ...order
  } = must(await other.spot.order({ orderId, symbol: 'BTC-USDT' }, visible));
  expect(await doneOrder(orderId)).toMatchObject(order);
});

it('a page that closes during an order loses nothing, and the next one shows all of it (fault 40)', async () => {
  fixture = await openAccountLive(exchange);
  const posts = () => fixture.asked.filter(line => line.startsWith('POST') && line.endsWith('/orders')).length;
  const before = posts();
  await exchange.faults.set({ fault: 'latency', target: 'rest', ms: lateMs });
  const placing = rest(fixture.client);
  await until(() => expect(posts()).toBe(before + 1));
  fixture.markets.pageAway(fixture.markets.watchNumber());
  // no data of the market is requested any more; the account continues
  await until(async () => expect((await exchange.faults.topics()).flat()).not.toContain('/market/level2:BTC-USDT'));
  expect(fixture.feed().states().length).toBeGreaterThan(0);
  const orderId = await placing;
  await exchange.faults.set({ fault: 'reset' });
  expect(spotOrders().some(({ id }) => id === orderId)).toBe(false);
  fixture.published.forget();
  fixture.watchAccount(spotBook);
  await allLive(fixture, spotBook);
  await until(() => expect(spotOrders().find(({ id }) => id === orderId)).toMatchObject({ isActive: true }));
  await expectTruth(exchange, fixture, spotBook);
  expect(posts()).toBe(before + 1);
  expect(fixture.markets.of(profileId).ok).toBe(true);
  must(await other.spot.cancel({ orderId, symbol: 'BTC-USDT' }, action));
});

it('wallets are partial when some do not answer, with the missing part and the reason, and no amount is lost or counted as 0 (fault 38)', async () => {
  fixture = await openAccountLive(exchange);
  const { page } = fixture.published;
  const { account } = must(fixture.markets.of(profileId));
  const before = page.rows('balances').length;
  const path = '/api/v1/account-overview';
  await exchange.faults.set({ fault: 'rest', path, answer: { kind: 'error', status: 503 }, count: 1_000 });
  account.refresh('balances');
  await until(() => expect(page.status('balances')?.completeness).toMatchObject({ kind: 'partial' }));
  expect(JSON.stringify(page.status('balances')?.completeness)).toMatch(/the \w+ futures wallet/);
  expect(page.status('balances')?.error).toBeNull();
  expect(page.rows('balances')).toHaveLength(before);
  await exchange.faults.set({ fault: 'reset' });
  account.refresh('balances');
  await until(() => expect(page.status('balances')?.completeness).toEqual({ kind: 'whole' }));
});
