import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TimedCancel } from '#shared/domain/safety/timed-cancel.ts';
import type { ExchangeClient } from '#client/client.ts';
import { createFakeSafeguards } from '#trading/testing/fake-safety.ts';
import { createTimedCancel } from '#trading/timed-cancel.ts';
import { type ContractExchange, startExchange } from './testing/exchange.ts';
import { act, must, visible } from './testing/must.ts';

let exchange: ContractExchange;
let client: ExchangeClient;

beforeAll(async () => {
  exchange = await startExchange('live');
  client = exchange.client('trader');
  must(await client.connect());
});
afterAll(() => exchange.stop());

it('the timed cancel keeps orders while it is renewed, and lets the exchange cancel them when it is not', async () => {
  const told: TimedCancel[] = [];
  const timed = createTimedCancel({
    refuseWrite: () => null,
    safeguards: createFakeSafeguards(),
    journal: { note: () => {} },
    nowMs: Date.now,
    tell: now => void told.push(now),
    notice: () => {},
  });
  const clientOid = `timed-${process.pid}`;
  const order = { clientOid, symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '90000', size: '0.001' } as const;
  must(await client.spot.place(order, act));
  // the least that the exchange takes; the screen offers no less than 30
  const armed = must(await timed.change({ profileId: 'p', client }, 5));
  const atExchange = must(await client.spotHf.deadCancel({}, visible));
  expect(atExchange.timeoutS).toBe(5);
  expect(Math.abs((armed.triggersAtMs ?? 0) - Date.now() - 5_000)).toBeLessThan(3_000);
  const isActive = async () =>
    must(await client.spot.orderByClientOid({ clientOid, symbol: order.symbol }, visible)).isActive;
  // renewed several times over what one arming lasts
  await expect.poll(() => told.length, { timeout: 20_000 }).toBeGreaterThan(5);
  expect(told.every(({ state }) => state === 'armed')).toBe(true);
  expect(await isActive()).toBe(true);
  timed.closed();
  await expect.poll(isActive, { timeout: 20_000, interval: 500 }).toBe(false);
}, 60_000);
