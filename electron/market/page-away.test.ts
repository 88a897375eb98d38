import { expect, it } from 'vitest';
import type { EventName } from '#shared/contract.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { Watch } from '#shared/domain/view/watch.ts';
import { succeed } from '#shared/errors.ts';
import { createFakePage } from '#account/testing/fake-page.ts';
import { change, rest } from '#account/testing/records.ts';
import { createPublisher } from '#ipc/publish.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createLiveMarkets, type LiveMarkets } from './live-markets.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createNotes } from '#log/testing/notes.ts';

const orders: Watch = { kind: 'account', list: 'spot.orders', pace: 'panel' };
const positions: Watch = { kind: 'account', list: 'positions', pace: 'glance' };
const repeatMs = 5_000;

/** Main as its engine composes it, with a page that says again now and then what it watches. */
function build() {
  const clock = createFakeClock();
  const { log } = createNotes();
  const fake = createFakeFeed();
  const page = createFakePage();
  const asked: string[] = [];
  const failing = new Set<EventName>();
  const client = createFakeClient({
    spot: {
      order: () => Promise.resolve(succeed(rest)),
      allOrders: () => {
        asked.push('orders');
        return Promise.resolve(succeed({ items: [], isComplete: true }));
      },
    },
    futures: { positions: () => Promise.resolve(succeed([])) },
  });
  const { publish, offer } = createPublisher({
    log,
    clock,
    send: async (name, payload) => {
      const watchNumber = live.watchNumber();
      await Promise.resolve();
      if (!failing.delete(name)) {
        if (name === 'account.changed')
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page's own schema looks at it
          page.offer(name, '', () => payload as never);
        return;
      }
      live.pageAway(watchNumber);
      throw new Error('the page did not take it');
    },
  });
  const live: LiveMarkets = createLiveMarkets({
    openFeed: () => fake.feed,
    openActions: () => [],
    emit: publish,
    offer,
    clock,
    log,
  });
  live.open({ profileId: 'p', client });
  let watches: readonly Watch[] = [orders];
  const repeat = (): void => {
    live.watchStill('p', watches);
    clock.after(repeatMs, repeat);
  };
  live.watch('p', watches);
  clock.after(repeatMs, repeat);
  fake.state({ venue: 'spot', kind: 'orders' }, 'live');
  return {
    clock,
    live,
    page,
    asked,
    failing,
    show: (...next: Watch[]) => {
      watches = next;
      live.watch('p', next);
    },
    order: async (size: Decimal, timeMs: number, ms = 100) => {
      fake.publish({ venue: 'spot', kind: 'orders' }, { ...change, event: 'update', size, timeMs });
      await clock.pass(ms);
    },
    rows: () => page.rows('spot.orders'),
  };
}

it('one lost event leaves no panel stale and marked live, because the next repeat restores all of it', async () => {
  const { clock, page, failing, order, rows } = build();
  await clock.pass(2_000);
  await order('10', 10);
  expect(rows()).toMatchObject([{ size: '10' }]);
  expect(page.status('spot.orders')?.feed).toBe('live');
  failing.add('account.changed');
  await order('6', 20);
  // the page does not know, and no further event reports it
  expect(rows()).toMatchObject([{ size: '10' }]);
  await order('5', 30);
  expect(rows()).toMatchObject([{ size: '10' }]);
  await clock.pass(repeatMs);
  expect(rows()).toMatchObject([{ size: '5' }]);
  expect(page.messages.at(-1)?.kind).toBe('whole');
  expect(page.gaps()).toBe(0);
});

it('a repeat from a known page publishes nothing, requests nothing and counts for nothing', async () => {
  const { clock, live, page, asked } = build();
  await clock.pass(2_000);
  const [messages, number, questions] = [page.messages.length, live.watchNumber(), asked.length];
  await clock.pass(6 * repeatMs);
  expect([page.messages.length, live.watchNumber(), asked.length]).toEqual([messages, number, questions]);
});

it('a repeat for data that main does not serve starts it: another list, another profile, a new client', async () => {
  const { clock, live, page } = build();
  await clock.pass(2_000);
  expect(live.watchStill('p', [orders, positions])).toEqual(succeed({}));
  await clock.pass(2_000);
  expect(page.status('positions')?.asOfMs).not.toBeNull();
  expect(live.watchStill('q', [orders])).toMatchObject({ error: { kind: 'no-profile' } });
  live.close();
  expect(live.watchStill('p', [orders, positions])).toMatchObject({ error: { kind: 'no-profile' } });
});

it('a hidden window is not woken by a failure', async () => {
  const { clock, show, order, page, failing } = build();
  await clock.pass(2_000);
  show();
  failing.add('account.changed');
  const before = page.messages.length;
  await order('10', 10, 20_000);
  expect(page.messages).toHaveLength(before);
  show(orders);
  await clock.pass(repeatMs + 100);
  expect(page.rows('spot.orders')).toMatchObject([{ size: '10' }]);
});

it('an action with an outcome makes its lists be read, unlike one under way or of another profile', async () => {
  const { clock, live, asked } = build();
  await clock.pass(2_000);
  const intent = {
    id: 'i',
    profileId: 'p',
    kind: 'cancel-order',
    key: 'k',
    symbol: 'BTC-USDT',
    summary: 'Cancel',
    state: 'sent',
    detail: null,
    createdAtMs: 1,
    updatedAtMs: 1,
  } as const;
  const before = asked.length;
  live.acted(intent);
  live.acted({ ...intent, state: 'new' });
  live.acted({ ...intent, state: 'acknowledged', profileId: 'q' });
  await clock.pass(2_100);
  expect(asked).toHaveLength(before);
  live.acted({ ...intent, state: 'acknowledged' });
  await clock.pass(2_100);
  expect(asked).toHaveLength(before + 1);
});
