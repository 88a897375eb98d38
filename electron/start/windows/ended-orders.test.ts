import { expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { change, done } from '#account/testing/records.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createNotes } from '#log/testing/notes.ts';
import { createFakeSettings } from '#store/testing/fake-settings.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createLive } from './live-way.ts';

const none = succeed({ items: [], isComplete: true });

/** What the journal counts of an order that a frame reports as done and that REST shows as `read`. */
async function countedOf(read: Partial<Order>): Promise<readonly unknown[]> {
  const counted: unknown[] = [];
  const clock = createFakeClock();
  const fake = createFakeFeed();
  const order = buildOrder({ id: change.orderId, clientOid: 'mark', isActive: false, isCancelled: true, ...read });
  const client = createFakeClient({
    spot: { allOrders: () => Promise.resolve(none), order: () => Promise.resolve(succeed(order)) },
    stops: { all: () => Promise.resolve(none) },
    futures: {
      allOrders: () => Promise.resolve(none),
      allStops: () => Promise.resolve(none),
      positions: () => Promise.resolve(succeed([])),
      overview: () => Promise.resolve(fail('permission', 'no')),
    },
    accounts: { balances: () => Promise.resolve(succeed([])) },
  });
  const journal = {
    open: () => succeed([]),
    countFilled: (...published: readonly unknown[]) => void counted.push(published),
  };
  const { live } = createLive(
    {
      foundation: { log: createNotes().log, store: { settings: createFakeSettings(), journal } },
      shell: { publish: () => Promise.resolve(null) },
      clock,
      openFeed: () => fake.feed,
    },
    { isLocked: () => false },
  );
  live.open({ profileId: 'p', client });
  fake.publish({ venue: 'spot', kind: 'orders' }, done);
  await clock.pass(5_000);
  live.close();
  return counted;
}

it('ended orders count the filled part of an IOC order for the day once the exchange shows its end', async () => {
  const counted = await countedOf({ timeInForce: 'IOC', size: '450', filledSize: '45' });
  expect(new Set(counted.map(published => JSON.stringify(published)))).toEqual(new Set(['["p","mark","0.1"]']));
});

it('ended orders count all of an order that may have rested', async () => {
  expect(await countedOf({ timeInForce: 'GTC', size: '450', filledSize: '45' })).toEqual([]);
});
