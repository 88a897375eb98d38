import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { multiply, roundToStep } from '#shared/decimal.ts';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { action, must, visible } from '../testing/must.ts';
import {
  allLive,
  futuresBook,
  type LiveFixture,
  openLiveFixture,
  patienceMs,
  spotBook,
  struck,
} from './testing/live-fixture.ts';
import { closeTidily } from './testing/connections.ts';

/** Clocks that are set and pools that are shut, while the market lives. docs/faults.md §5, cases 34 and 35. */
vi.setConfig({ testTimeout: 4 * patienceMs, hookTimeout: 2 * patienceMs });

let exchange: ContractExchange;
let fixture: LiveFixture;

beforeAll(async () => {
  exchange = await startExchange('live');
});
afterEach(async () => {
  await closeTidily(exchange, fixture);
});
afterAll(async () => {
  await exchange.stop();
});

const symbol = 'BTC-USDT';

async function restingBid() {
  const { bids } = must(await exchange.client('trader').reference.book({ symbol, depth: 20 }, visible));
  const price = roundToStep(multiply(bids[0]?.[0] ?? '0', '0.93'), '0.1', 'floor');
  return { clientOid: crypto.randomUUID(), symbol, side: 'buy', type: 'limit', price, size: '0.001' } as const;
}

const asked = (line: string) => fixture.asked.filter(each => each === line).length;
const posts = () => asked('POST /api/v1/hf/orders');

/** Places an order and takes it back; answers how often each had to be sent. */
async function tradeOnce(): Promise<number> {
  const order = await restingBid();
  const before = posts();
  const { orderId } = must(await fixture.client.spot.place(order, action));
  const sent = posts() - before;
  must(await fixture.client.spot.cancel({ orderId, symbol }, action));
  return sent;
}

it.each([6_000, -6_000, 3_600_000, -3_600_000])(
  'the client signs nothing by a stale offset after the local clock was set by %i ms (fault 34)',
  async byMs => {
    fixture = await openLiveFixture(exchange);
    expect(await tradeOnce()).toBe(1);
    fixture.time.setWall(byMs);
    expect(await tradeOnce()).toBe(1);
    await allLive(fixture, spotBook, futuresBook);
  },
);

it.each([6_000, -6_000])(
  'the client is rejected once at most after the exchange’s clock moved by %i ms (fault 34)',
  async ms => {
    fixture = await openLiveFixture(exchange);
    await exchange.faults.set({ fault: 'clock-skew', ms });
    expect(await tradeOnce()).toBeLessThanOrEqual(2);
    // from then on it knows
    expect(await tradeOnce()).toBe(1);
    expect(fixture.published.states(spotBook)).toEqual(['live']);
  },
);

it('the client sends no request of a closed pool before it opens, no burst afterwards, and cancels meanwhile (fault 35)', async () => {
  fixture = await openLiveFixture(exchange);
  const { orderId } = must(await fixture.client.spot.place(await restingBid(), action));
  const path = '/api/v1/market/orderbook/level2_20';
  // longer than a busy machine takes until the cancel is answered
  const resetMs = 4_000;
  const limited = await exchange.faults.set({ fault: 'rest', path, answer: { kind: 'rate-limited', resetMs } });
  const symbols = [symbol, 'ETH-USDT', 'SOL-USDT'];
  const ask = (each: string) => fixture.client.reference.book({ symbol: each, depth: 20 }, visible);
  const before = asked(`GET ${path}`);
  const waiting = [ask(symbol)];
  await struck(exchange.faults, limited);
  // the pool is shut for those who ask now, however often they ask
  for (let turn = 0; turn < 20; turn += 1) waiting.push(...symbols.map(ask));
  must(await fixture.client.spot.cancel({ orderId, symbol }, action));
  expect(asked(`GET ${path}`) - before).toBe(1);
  for (const answer of await Promise.all(waiting)) must(answer);
  expect(asked(`GET ${path}`) - before).toBe(1 + symbols.length);
  expect(fixture.published.states(spotBook)).toEqual(['live']);
});
