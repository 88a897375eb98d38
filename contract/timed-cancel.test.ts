import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TimedCancel } from '#shared/domain/safety/timed-cancel.ts';
import type { ExchangeClient } from '#client/client.ts';
import { createFakeSafeguards } from '#trading/testing/fake-safety.ts';
import { createTimedCancel } from '#trading/timed-cancel.ts';
import { type ContractExchange, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

/** the exchange counts in seconds */
const toleranceMs = 2_000;

let exchange: ContractExchange;
let client: ExchangeClient;

beforeAll(async () => {
  exchange = await startExchange('live');
  client = exchange.client('trader');
  must(await client.connect());
});
afterAll(() => exchange.stop());

it('the timed cancel keeps orders while it is renewed, and lets the exchange cancel them when it is not', async () => {
  const received: TimedCancel[] = [];
  const timed = createTimedCancel({
    refuseWrite: () => null,
    safeguards: createFakeSafeguards(),
    journal: { note: () => {} },
    nowMs: Date.now,
    publish: now => void received.push(now),
    notice: () => {},
  });
  const clientOid = `timed-${process.pid}`;
  const order = { clientOid, symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '90000', size: '0.001' } as const;
  must(await client.spot.place(order, action));
  // near the least that the exchange takes, with room for a machine that stalls; the screen offers no less than 30
  const askedAtMs = Date.now();
  const armed = must(await timed.change({ profileId: 'p', client }, 10));
  const atExchange = must(await client.spotHf.deadCancel({}, visible));
  expect(atExchange.timeoutS).toBe(10);
  expect(armed.triggersAtMs).toBeGreaterThan(askedAtMs + 10_000 - toleranceMs);
  expect(armed.triggersAtMs).toBeLessThan(Date.now() + 10_000 + toleranceMs);
  const isActive = async () =>
    must(await client.spot.orderByClientOid({ clientOid, symbol: order.symbol }, visible)).isActive;
  // renewed several times over what one arming lasts
  await expect.poll(() => received.length, { timeout: 60_000 }).toBeGreaterThan(4);
  expect(received.every(({ state }) => state === 'armed')).toBe(true);
  expect(await isActive()).toBe(true);
  timed.closed();
  await expect.poll(isActive, { timeout: 60_000, interval: 500 }).toBe(false);
}, 180_000);
