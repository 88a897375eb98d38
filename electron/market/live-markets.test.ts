import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { TopicStatus } from '#shared/domain/feed.ts';
import type { Watch } from '#shared/domain/view/watch.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { succeed } from '#shared/errors.ts';
import { buildTopicStatus } from '#shared/testing/build-topic-status.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createLiveMarkets } from './live-markets.ts';
import { createFakeFeed, type FakeFeed } from '#client/testing/fake-feed.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createNotes } from '#log/testing/notes.ts';

const market = { venue: 'spot', symbol: 'BTC-USDT' } as const;
const level2 = { ...market, kind: 'level2' } as const;
const book = (step: Decimal | null, rows = 5): Watch => ({ kind: 'book', ...market, rows, step, periodMs: 0 });
const own = [
  'spot marginPosition',
  'spot stopOrders',
  'spot orders',
  'futures stopOrders',
  'futures orders',
  'futures positions',
  'spot balances',
  'futures balances',
];

function build(expectedBook?: () => Market) {
  const clock = createFakeClock();
  const fakes: FakeFeed[] = [];
  const published: { name: string; payload: unknown }[] = [];
  const subjects: string[] = [];
  let connects = 0;
  const image = {
    symbol: 'BTC-USDT',
    sequence: '5',
    timeMs: 1,
    bids: [['9', '1'] as const],
    asks: [['11', '1'] as const],
  };
  const client = createFakeClient({
    connect: () => {
      connects += 1;
      return Promise.resolve(succeed({ offsetMs: 0, uncertaintyMs: 1, measuredAtMs: 1 }));
    },
    market: {
      spotBook: () => Promise.resolve(succeed({ ...image, bids: [...image.bids], asks: [...image.asks] })),
      trades: () => Promise.resolve(succeed([])),
      candles: () => Promise.resolve(succeed([])),
    },
  });
  const live = createLiveMarkets({
    openFeed: () => {
      const fake = createFakeFeed();
      fakes.push(fake);
      return fake.feed;
    },
    openActions: () => [],
    ...(expectedBook === undefined ? {} : { expectedBook }),
    emit: (name, payload) => published.push({ name, payload }),
    offer: (name, subject, make) => {
      subjects.push(subject);
      published.push({ name, payload: make(mainWindowId) });
    },
    clock,
    log: createNotes().log,
  });
  const names = () => published.map(({ name }) => name);
  const feed = (index = 0) => fakes[index] ?? createFakeFeed();
  return { clock, fakes, feed, published, subjects, names, live, client, connects: () => connects };
}

const topic = (state: TopicStatus['state'], lastMessageAtMs: number): TopicStatus =>
  buildTopicStatus({ state, lastMessageAtMs });

const wantedBooks = (feed: FakeFeed) => feed.wanted().filter(name => name.includes('level2'));

describe('a preloaded book', () => {
  it('a preloaded book is loaded before the account without an event, and is available at once when requested', async () => {
    const { live, client, feed, published, names, clock } = build(() => market);
    live.open({ profileId: 'p', client });
    expect(feed().wanted()[0]).toBe('spot level2 BTC-USDT');
    feed().state(level2, 'live');
    await clock.pass(50);
    expect(names()).not.toContain('book.changed');
    live.watch('p', [book(null)]);
    await clock.pass(0);
    expect(published.at(-1)).toMatchObject({ name: 'book.changed', payload: { state: 'live', bids: '9|1' } });
    live.watch('p', []);
    expect(wantedBooks(feed())).toEqual([]);
  });

  it('a preloaded book is dropped when another one is requested, after a time without a request, and with the account', async () => {
    const { live, client, feed, clock } = build(() => market);
    live.open({ profileId: 'p', client });
    await clock.pass(14_000);
    expect(wantedBooks(feed())).toEqual(['spot level2 BTC-USDT']);
    await clock.pass(2_000);
    expect(wantedBooks(feed())).toEqual([]);
    live.open({ profileId: 'q', client });
    live.watch('q', [{ kind: 'book', venue: 'spot', symbol: 'ETH-USDT', rows: 5, step: null, periodMs: 0 }]);
    expect(wantedBooks(feed(1))).toEqual(['spot level2 ETH-USDT']);
    live.open({ profileId: 'r', client });
    expect(wantedBooks(feed(2))).toEqual(['spot level2 BTC-USDT']);
    live.close();
    expect(wantedBooks(feed(2))).toEqual([]);
  });
});

describe('the subscriptions of a window', () => {
  it('the subscriptions of a window are the only ones beside the account', async () => {
    const { live, client, feed } = build();
    live.open({ profileId: 'p', client });
    expect(feed().wanted()).toEqual(own);
    const trades: Watch = { kind: 'trades', ...market };
    const candles: Watch = { kind: 'candles', ...market, interval: '1hour' };
    expect(live.watch('p', [book(null), book('1'), book('1'), trades, candles])).toEqual(succeed({}));
    expect(feed().wanted().slice(own.length)).toEqual([
      'spot level2 BTC-USDT',
      'spot trades BTC-USDT',
      'spot candles BTC-USDT 1hour',
    ]);
    live.watch('p', [book('1')]);
    expect(feed().wanted().slice(own.length)).toEqual(['spot level2 BTC-USDT']);
    live.watch('p', []);
    expect(feed().wanted()).toEqual(own);
  });

  it('the subscriptions of a window are one book for all readers, also after a change of the price step', async () => {
    const { live, client, feed, published, subjects, clock } = build();
    live.open({ profileId: 'p', client });
    live.watch('p', [book(null)]);
    feed().state(level2, 'live');
    await clock.pass(20);
    live.watch('p', [book('10')]);
    await clock.pass(20);
    expect(published.at(-1)).toMatchObject({
      name: 'book.changed',
      payload: { profileId: 'p', state: 'live', step: '10' },
    });
    // views of one book in two steps must not take each other's place on their way
    expect(new Set(subjects)).toEqual(new Set(['main spot BTC-USDT ', 'main spot BTC-USDT 10']));
  });

  it('the subscriptions of a window are sent again to a page that repeats its request', async () => {
    const { live, client, feed, published, clock } = build();
    live.open({ profileId: 'p', client });
    live.watch('p', [book(null)]);
    feed().state(level2, 'live');
    await clock.pass(20);
    const before = published.length;
    live.watch('p', [book(null)]);
    await clock.pass(20);
    expect(published.slice(before)).toMatchObject([
      { name: 'book.changed', payload: { kind: 'whole', state: 'live', bids: '9|1' } },
    ]);
  });

  it('stay unchanged when a price step is invalid', () => {
    const { live, client, feed } = build();
    live.open({ profileId: 'p', client });
    live.watch('p', [book(null)]);
    for (const step of ['0', '-1', '0.0'] as const)
      expect(live.watch('p', [book(step)])).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    expect(feed().wanted()).toHaveLength(own.length + 1);
  });

  it('cost no timer, no view and no topic when they are empty, whatever happens (fault 33)', async () => {
    const { live, client, feed, names, clock } = build();
    live.open({ profileId: 'p', client });
    live.watch('p', [book(null), { kind: 'trades', ...market }]);
    feed().state(level2, 'live');
    await clock.pass(20);
    live.watch('p', []);
    const before = names().length;
    const timers = clock.waiting();
    for (let n = 0; n < 1_000; n += 1)
      feed().publish(level2, { symbol: 'BTC-USDT', sequenceStart: n, sequenceEnd: n, timeMs: 1, changes: [] });
    expect(clock.waiting()).toBe(timers);
    await clock.pass(1_000);
    expect(names()).toHaveLength(before);
  });

  it('end when the page closes, unless a new one has already subscribed (fault 40)', () => {
    const { live, client, feed } = build();
    live.open({ profileId: 'p', client });
    live.watch('p', [book(null)]);
    const before = live.watchNumber();
    live.watch('p', [book(null)]);
    live.pageAway(before);
    expect(feed().wanted()).toHaveLength(own.length + 1);
    live.pageAway(live.watchNumber());
    expect(feed().wanted()).toHaveLength(own.length);
  });
});

describe('the open profile', () => {
  it('has its own feed, which closes with it', async () => {
    const { live, client, feed, clock } = build();
    live.open({ profileId: 'p', client });
    live.watch('p', [book(null)]);
    live.open({ profileId: 'q', client });
    expect([feed(0).isClosed(), feed(0).wanted(), feed(1).isClosed()]).toEqual([true, [], false]);
    expect(live.of('p')).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
    expect(live.watch('p', [])).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
    expect(live.of('q').ok).toBe(true);
    live.close();
    live.close();
    expect(feed(1).isClosed()).toBe(true);
    expect(clock.waiting()).toBe(0);
    live.pageAway(live.watchNumber());
  });

  it('keeps the subscriptions of its window for a new client, and drops them for another profile', () => {
    const { live, client, feed } = build();
    live.watch('p', [book(null)]);
    live.open({ profileId: 'p', client });
    expect(feed(0).wanted()).toContain('spot level2 BTC-USDT');
    live.open({ profileId: 'p', client });
    expect(feed(1).wanted()).toContain('spot level2 BTC-USDT');
    live.open({ profileId: 'q', client });
    expect(feed(2).wanted()).toEqual(own);
  });

  it('publishes the state of its topics: a change at once, ages once a second and only to visible windows', async () => {
    const { live, client, feed, published, clock } = build();
    live.open({ profileId: 'p', client });
    live.watch('p', [book(null)]);
    feed().publishStates([topic('live', 1)]);
    feed().publishStates([topic('live', 2)]);
    feed().publishStates([topic('stale', 2)]);
    const states = () => published.filter(({ name }) => name === 'feeds.changed');
    expect(states()).toHaveLength(2);
    await clock.pass(1_000);
    feed().publishStates([topic('stale', 3)]);
    expect(states()).toHaveLength(3);
    expect(states().at(-1)?.payload).toEqual({ profileId: 'p', topics: [topic('stale', 3)] });
    live.watch('p', []);
    await clock.pass(5_000);
    feed().publishStates([topic('stale', 4)]);
    expect(states()).toHaveLength(3);
    feed().publishStates([topic('live', 5)]);
    feed().publishStates([]);
    expect(states()).toHaveLength(5);
  });

  it('measures the exchange clock again when the local clock jumped (fault 36)', async () => {
    const { live, client, clock, connects } = build();
    live.open({ profileId: 'p', client });
    await clock.pass(10_000);
    expect(connects()).toBe(0);
    clock.setWall(60_000);
    await clock.pass(1_000);
    expect(connects()).toBe(1);
  });

  it('reads the history for its panels', async () => {
    const { live, client } = build();
    live.open({ profileId: 'p', client });
    const opened = live.of('p');
    if (!opened.ok) throw new Error(opened.error.message);
    expect(opened.value.topics()).toEqual([]);
    expect(await opened.value.trades(market)).toEqual(succeed([]));
    expect(await opened.value.candles({ ...market, interval: '1day', beforeMs: null })).toEqual(succeed([]));
  });
});
