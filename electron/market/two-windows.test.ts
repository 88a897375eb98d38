import { expect, it } from 'vitest';
import type { Watch } from '#shared/domain/live.ts';
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

/** Main as its engine composes it, with two windows that take what they are told. */
function build() {
  const clock = createFakeClock();
  const fake = createFakeFeed();
  const told: string[] = [];
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
      told.push(`${to} ${name}${typeof kind === 'string' ? ` ${kind}` : ''}`);
      return Promise.resolve();
    },
  });
  open('panel');
  const live: LiveMarkets = createLiveMarkets({
    openFeed: () => fake.feed,
    openActs: () => [],
    emit: publish,
    offer,
    clock,
    log: createNotes().log,
  });
  live.open({ profileId: 'p', client });
  fake.state({ venue: 'spot', kind: 'orders' }, 'live');
  const wholes = (name: string) => told.filter(line => line.endsWith(`${name} whole`));
  return { clock, fake, told, live, failing, wholes };
}

it('each window gets a book and a list whole when it begins to look, and nobody else is told anew', async () => {
  const { clock, live, told, wholes } = build();
  live.watch('p', [book, orders], 'main');
  await clock.pass(2_000);
  expect(wholes('book.changed').every(line => line.startsWith('main'))).toBe(true);
  told.length = 0;
  live.watch('p', [book, orders], 'panel');
  await clock.pass(2_000);
  expect(wholes('book.changed')).toEqual(['panel book.changed whole']);
  expect(wholes('account.changed')).toEqual(['panel account.changed whole']);
});

it('what both look at is subscribed to once, and let go when the last looks away', async () => {
  const { clock, live, fake } = build();
  const tapes = () => fake.wanted().filter(name => name.includes('trades'));
  live.watch('p', [trades], 'main');
  live.watch('p', [trades, book], 'panel');
  await clock.pass(100);
  expect(tapes()).toHaveLength(1);
  live.watch('p', [], 'main');
  expect(tapes()).toHaveLength(1);
  live.windowGone('panel');
  await clock.pass(60_000);
  expect(tapes()).toHaveLength(0);
  expect(fake.wanted().filter(name => name.includes('level2'))).toHaveLength(0);
});

it('trades go to the windows that look at them alone', async () => {
  const { clock, live, fake, told } = build();
  live.watch('p', [book], 'main');
  live.watch('p', [trades], 'panel');
  await clock.pass(100);
  fake.tell({ kind: 'trades', ...market }, buildPublicTrade({ sequence: '7' }));
  await clock.pass(300);
  expect(told.filter(line => line.includes('trades'))).toEqual(['panel trades.arrived']);
});

it('once no page may be told anything, no window is served until it says anew what it watches', async () => {
  const { clock, live, fake, told } = build();
  live.watch('p', [trades], 'main');
  live.watch('p', [trades], 'panel');
  live.allAway();
  await clock.pass(60_000);
  expect(fake.wanted().filter(name => name.includes('trades'))).toHaveLength(0);
  live.watchStill('p', [trades], 'panel');
  fake.tell({ kind: 'trades', ...market }, buildPublicTrade({ sequence: '8' }));
  await clock.pass(300);
  expect(told.filter(line => line.includes('trades'))).toEqual(['panel trades.arrived']);
});

it('a window that is away watches nothing, and the others are served as before', async () => {
  const { clock, live, failing, told } = build();
  live.watch('p', [orders], 'main');
  live.watch('p', [orders], 'panel');
  await clock.pass(2_000);
  failing.add('panel');
  live.watch('p', [orders, book], 'panel');
  await clock.pass(2_000);
  told.length = 0;
  live.watch('p', [orders], 'main');
  await clock.pass(2_000);
  expect(told.filter(line => line.startsWith('main account.changed'))).not.toEqual([]);
  failing.clear();
  expect(live.watchStill('p', [orders, book], 'panel')).toEqual(succeed({}));
  await clock.pass(2_000);
  expect(told).toContain('panel book.changed whole');
});
