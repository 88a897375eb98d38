import { expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createNotes } from '#log/testing/notes.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createLiveMarkets } from './live-markets.ts';

const orders = { venue: 'spot', kind: 'orders' } as const;

/** A profile whose spot orders are shown and live; answers of REST are held back on demand. */
async function open() {
  const clock = createFakeClock();
  const fake = createFakeFeed();
  const said: unknown[] = [];
  let isHeld = false;
  let hasOpenActs = false;
  const held: (() => void)[] = [];
  const client = createFakeClient({
    connect: () => Promise.resolve(succeed({ offsetMs: 0, uncertaintyMs: 1, measuredAtMs: 1 })),
    spot: {
      allOrders: async () => {
        if (isHeld) await new Promise<void>(resolve => held.push(resolve));
        return succeed({ items: [], isComplete: true });
      },
    },
  });
  const live = createLiveMarkets({
    openFeed: () => fake.feed,
    hasOpenActs: () => hasOpenActs,
    emit: (name, payload) => {
      if (name === 'reconciliation.changed') said.push(payload);
    },
    offer: () => undefined,
    clock,
    log: createNotes().log,
  });
  live.open({ profileId: 'p', client });
  live.watch('p', [{ kind: 'account', list: 'spot.orders', pace: 'panel' }]);
  fake.state(orders, 'live');
  await clock.pass(2_000);
  return {
    clock,
    fake,
    live,
    said,
    objection: () => live.objection('p'),
    hold: () => {
      isHeld = true;
    },
    letGo: async () => {
      isHeld = false;
      for (const go of held.splice(0)) go();
      await clock.pass(1_000);
    },
    openActs: (has: boolean) => {
      hasOpenActs = has;
    },
  };
}

it.each([
  ['a reconnect', (opened: Awaited<ReturnType<typeof open>>) => opened.fake.reset(orders)],
  ['sleep', (opened: Awaited<ReturnType<typeof open>>) => opened.clock.setWall(300_000)],
])('36: after %s acts wait until the account was read anew, and the screen is told', async (_name, happen) => {
  const opened = await open();
  const { clock, objection, said } = opened;
  expect([objection(), said]).toEqual([null, []]);
  opened.hold();
  happen(opened);
  await clock.pass(1_100);
  expect(objection()).toMatch(/account is being read anew\. Until then only cancels are sent/);
  await clock.pass(20_000);
  expect(objection()).not.toBeNull();
  await opened.letGo();
  expect(objection()).toBeNull();
  expect(said).toEqual([
    { profileId: 'p', reason: expect.any(String) },
    { profileId: 'p', reason: null },
  ]);
  opened.live.close();
});

it('36: and until every open act has its outcome', async () => {
  const { clock, fake, live, objection, openActs } = await open();
  openActs(true);
  // an act that is under way while nothing is the matter holds nothing up
  expect(objection()).toBeNull();
  fake.reset(orders);
  await clock.pass(5_000);
  expect(objection()).toMatch(/still being looked up/);
  openActs(false);
  expect(objection()).toBeNull();
  live.close();
  expect(clock.waiting()).toBe(0);
});

it('36: a hidden window reads nothing, so that acts wait until it is shown', async () => {
  const { clock, fake, live, objection } = await open();
  live.watch('p', []);
  fake.reset(orders);
  await clock.pass(60_000);
  expect(objection()).not.toBeNull();
  live.watch('p', [{ kind: 'account', list: 'spot.orders', pace: 'panel' }]);
  await clock.pass(1_000);
  expect(objection()).toBeNull();
  live.close();
});
