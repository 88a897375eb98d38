import { expect, it } from 'vitest';
import type { Watch } from '#shared/domain/view/watch.ts';
import { succeed } from '#shared/errors.ts';
import { buildPublicTrade } from '#shared/testing/build-trade.ts';
import { rest } from '#account/testing/records.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createPublisher } from '#ipc/publish.ts';
import { createNotes } from '#log/testing/notes.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createLiveMarkets, type LiveMarkets } from './live-markets.ts';

const market = { venue: 'spot', symbol: 'BTC-USDT' } as const;
const book: Watch = { kind: 'book', ...market, rows: 5, step: null, periodMs: 0 };
const orders: Watch = { kind: 'account', list: 'spot.orders', pace: 'panel' };
const trades: Watch = { kind: 'trades', ...market };

/** Main as its engine composes it, with two windows that take all events. */
function build() {
  const clock = createFakeClock();
  const fake = createFakeFeed();
  const reported: string[] = [];
  const image = {
    symbol: 'BTC-USDT',
    sequence: '5',
    timeMs: 1,
    bids: [['9', '1'] as const],
    asks: [['11', '1'] as const],
  };
  const client = createFakeClient({
    spot: {
      order: () => Promise.resolve(succeed(rest)),
      allOrders: () => Promise.resolve(succeed({ items: [], isComplete: true })),
    },
    market: { spotBook: () => Promise.resolve(succeed({ ...image, bids: [...image.bids], asks: [...image.asks] })) },
  });
  const failing = new Set<string>();
  const { publish, offer, open } = createPublisher({
    log: createNotes().log,
    clock,
    send: (name, payload, to) => {
      const number = live.watchNumber(to);
      if (failing.has(to)) {
        live.pageAway(number, to);
        return Promise.reject(new Error('away'));
      }
      const kind: unknown = Reflect.get(Object(payload), 'kind');
      reported.push(`${to} ${name}${typeof kind === 'string' ? ` ${kind}` : ''}`);
      return Promise.resolve();
    },
  });
  open('panel');
  const live: LiveMarkets = createLiveMarkets({
    openFeed: () => fake.feed,
    openActions: () => [],
    emit: publish,
    offer,
    clock,
    log: createNotes().log,
  });
  live.open({ profileId: 'p', client });
  fake.state({ venue: 'spot', kind: 'orders' }, 'live');
  const wholes = (name: string) => reported.filter(line => line.endsWith(`${name} whole`));
  return { clock, fake, reported, live, failing, wholes };
}

it('each window gets a complete book and list when it subscribes, without a repeat for others', async () => {
  const { clock, live, reported, wholes } = build();
  live.watch('p', [book, orders], 'main');
  await clock.pass(2_000);
  expect(wholes('book.changed').every(line => line.startsWith('main'))).toBe(true);
  reported.length = 0;
  live.watch('p', [book, orders], 'panel');
  await clock.pass(2_000);
  expect(wholes('book.changed')).toEqual(['panel book.changed whole']);
  expect(wholes('account.changed')).toEqual(['panel account.changed whole']);
});

it('a topic of two windows is subscribed once, and dropped when the last one leaves', async () => {
  const { clock, live, fake } = build();
  const tapes = () => fake.wanted().filter(name => name.includes('trades'));
  live.watch('p', [trades], 'main');
  live.watch('p', [trades, book], 'panel');
  await clock.pass(100);
  expect(tapes()).toHaveLength(1);
  live.watch('p', [], 'main');
  expect(tapes()).toHaveLength(1);
  live.windowClosed('panel');
  await clock.pass(60_000);
  expect(tapes()).toHaveLength(0);
  expect(fake.wanted().filter(name => name.includes('level2'))).toHaveLength(0);
});

it('trades are published only to the windows that show them', async () => {
  const { clock, live, fake, reported } = build();
  live.watch('p', [book], 'main');
  live.watch('p', [trades], 'panel');
  await clock.pass(100);
  fake.publish({ kind: 'trades', ...market }, buildPublicTrade({ sequence: '7' }));
  await clock.pass(300);
  expect(reported.filter(line => line.includes('trades'))).toEqual(['panel trades.arrived']);
});

it('windows are served only after they subscribe again once pages may not be served', async () => {
  const { clock, live, fake, reported } = build();
  live.watch('p', [trades], 'main');
  live.watch('p', [trades], 'panel');
  live.allAway();
  await clock.pass(60_000);
  expect(fake.wanted().filter(name => name.includes('trades'))).toHaveLength(0);
  live.watchStill('p', [trades], 'panel');
  fake.publish({ kind: 'trades', ...market }, buildPublicTrade({ sequence: '8' }));
  await clock.pass(300);
  expect(reported.filter(line => line.includes('trades'))).toEqual(['panel trades.arrived']);
});

it('a closed window has no subscriptions, and the others continue', async () => {
  const { clock, live, failing, reported } = build();
  live.watch('p', [orders], 'main');
  live.watch('p', [orders], 'panel');
  await clock.pass(2_000);
  failing.add('panel');
  live.watch('p', [orders, book], 'panel');
  await clock.pass(2_000);
  reported.length = 0;
  live.watch('p', [orders], 'main');
  await clock.pass(2_000);
  expect(reported.filter(line => line.startsWith('main account.changed'))).not.toEqual([]);
  failing.clear();
  expect(live.watchStill('p', [orders, book], 'panel')).toEqual(succeed({}));
  await clock.pass(2_000);
  expect(reported).toContain('panel book.changed whole');
});
