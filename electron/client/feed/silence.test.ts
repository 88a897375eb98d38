import { describe, expect, it } from 'vitest';
import { fail } from '#shared/errors.ts';
import { createFeedFixture, type FeedFixture } from './testing/fake-venue.ts';
import { book, bookTopic, orders, delta, watch, subscriptions } from './testing/feed-fixture.ts';

describe('a half-open connection (fault 29)', () => {
  it('a half-open connection is detected within interval and timeout, and replaced', async () => {
    const fixture = createFeedFixture();
    const { published, take } = watch(fixture, orders);
    await fixture.settle();
    fixture.venue.manners.pongs = false;
    take();
    await fixture.time.pass(2_000 + 1_000 - 1);
    expect(published).toEqual([]);
    await fixture.time.pass(18_000 + 10_000 - 3_000);
    expect(take()).toEqual(['stale']);
    fixture.venue.manners.pongs = true;
    await fixture.time.pass(1_000);
    expect(published).toEqual(['stale', 'syncing', 'live', 'reconnected']);
    expect(fixture.venue.sockets[0]?.farewell()).toBe('destroy');
    expect(fixture.venue.tokens.length).toBe(2);
    expect(fixture.venue.open().length).toBe(1);
  });

  it('a half-open connection is not assumed while its pongs arrive', async () => {
    const fixture = createFeedFixture();
    watch(fixture, orders);
    await fixture.time.pass(3_600_000);
    expect(fixture.venue.sockets.length).toBe(1);
    const pings = fixture.venue.last().said.filter(({ type }) => type === 'ping').length;
    // one every two seconds of silence: a tenth of what the exchange allows
    expect(pings).toBeGreaterThan(1_000);
    expect(pings).toBeLessThan(2_100);
    expect(fixture.feed.states()).toMatchObject([{ state: 'live' }]);
  });
});

describe('a frozen exchange with open connections (fault 30)', () => {
  it.each([
    ['a busy topic', book],
    ['a topic that is silent for days', orders],
  ])('%s is stale three seconds after the last frame, and states why', async (_name, topic) => {
    const fixture = createFeedFixture();
    const { take } = watch(fixture, topic);
    await fixture.settle();
    fixture.venue.manners.pongs = false;
    fixture.venue.last().say(delta(1));
    take();
    await fixture.time.pass(2_999);
    expect(take()).toEqual([]);
    await fixture.time.pass(1);
    expect(take()).toEqual(['stale']);
    expect(fixture.feed.states()[0]?.detail).toBe('The exchange does not answer on the connection of this feed.');
  });

  it('a frozen exchange with open connections is live again with the first frame of any kind', async () => {
    const fixture = createFeedFixture();
    const { take } = watch(fixture, book);
    await fixture.settle();
    fixture.venue.manners.pongs = false;
    await fixture.time.pass(3_000);
    take();
    fixture.venue.last().say({ id: 'ping-1', type: 'pong' });
    expect(take()).toEqual(['live']);
    // and it is asked again when it falls silent again
    await fixture.time.pass(3_000);
    expect(take()).toEqual(['stale']);
    expect(fixture.venue.sockets.length).toBe(1);
  });

  it('keeps a quiet market live on a connection that answers', async () => {
    const fixture = createFeedFixture();
    const { take } = watch(fixture, book);
    await fixture.settle();
    take();
    await fixture.time.pass(9_000);
    expect(take()).toEqual([]);
  });
});

describe('a connection with pongs but no data (fault 30)', () => {
  it('marks the topic stale, subscribes again and notifies the subscriber, and recovers with the first message', async () => {
    const fixture = createFeedFixture();
    const { take } = watch(fixture, book);
    await fixture.settle();
    fixture.venue.last().say(delta(1));
    take();
    await fixture.time.pass(12_000);
    expect(take()).toEqual(['stale']);
    await fixture.time.pass(10_000);
    expect(take()).toEqual(['resubscribed']);
    expect(subscriptions(fixture.venue.last()).slice(1)).toEqual([
      `unsubscribe ${bookTopic}`,
      `subscribe ${bookTopic}`,
    ]);
    fixture.venue.last().say(delta(2));
    expect(take()).toEqual(['live', 'message']);
  });

  it('marks the topic dead when that fails, reconnects, and repeats without limit', async () => {
    const fixture = createFeedFixture();
    const { published } = watch(fixture, book);
    await fixture.time.pass(125_000);
    expect(published).toContain('dead');
    expect(fixture.venue.sockets.length).toBe(2);
    await fixture.time.pass(1_200_000);
    expect(fixture.venue.sockets.length).toBeLessThan(8);
    fixture.venue.last().say(delta(9));
    expect(published.filter(word => word === 'dead').length).toBeGreaterThan(1);
    expect(published.at(-1)).toBe('message');
    expect(fixture.feed.states()).toMatchObject([{ state: 'live' }]);
  });

  it('keeps the connection when only one of its topics is silent', async () => {
    const fixture = createFeedFixture();
    watch(fixture, book);
    watch(fixture, { ...book, symbol: 'ETH-USDT' });
    for (let second = 0; second < 300; second += 1) {
      await fixture.time.pass(1_000);
      fixture.venue.last().say(delta(second, 'ETH-USDT'));
    }
    expect(fixture.venue.sockets.length).toBe(1);
    expect(fixture.feed.states()).toMatchObject([{ state: 'dead' }, { state: 'live' }]);
  });

  it('does not mark quiet private topics as dead', async () => {
    const fixture = createFeedFixture();
    watch(fixture, orders);
    await fixture.time.pass(3_600_000);
    expect(fixture.feed.states()).toMatchObject([{ state: 'live' }]);
    expect(subscriptions(fixture.venue.last()).length).toBe(1);
  });

  it('gives up a silent topic whose second subscription the exchange rejects', async () => {
    const fixture = createFeedFixture();
    watch(fixture, book);
    watch(fixture, { ...book, symbol: 'ETH-USDT' });
    await fixture.settle();
    fixture.venue.manners.answers = ({ topic }) =>
      topic?.includes('BTC') ? { code: 404, data: 'delisted' } : 'silence';
    await fixture.time.pass(27_000);
    expect(fixture.feed.states()).toMatchObject([
      { state: 'dead', detail: 'The exchange rejected the topic (404): delisted' },
      { state: expect.stringMatching(/stale|syncing/) },
    ]);
  });
});

describe('system sleep (fault 36)', () => {
  it('marks every connection as dead at the wake event, and reconnects at once', async () => {
    const fixture = createFeedFixture();
    const own = watch(fixture, orders);
    const market = watch(fixture, { venue: 'futures', kind: 'level2', symbol: 'XBTUSDTM' });
    await fixture.settle();
    own.take();
    market.take();
    fixture.feed.woke();
    await fixture.settle();
    expect(own.published).toEqual(['stale', 'syncing', 'live', 'reconnected']);
    expect(market.published).toEqual(['stale', 'syncing', 'live', 'reconnected']);
    expect(fixture.venue.open().length).toBe(2);
    expect(fixture.venue.sockets.length).toBe(4);
  });

  it.each([
    ['the wall clock ran on alone', (fixture: FeedFixture) => fixture.time.setWall(300_000)],
    ['nothing ran at all', (fixture: FeedFixture) => fixture.time.jump(300_000)],
  ])('system sleep is detected without an event: %s', async (_name, sleep) => {
    const fixture = createFeedFixture();
    watch(fixture, orders);
    await fixture.time.pass(5_500);
    sleep(fixture);
    await fixture.time.pass(2_000);
    expect(fixture.venue.sockets.length).toBe(2);
    expect(fixture.feed.states()).toMatchObject([{ state: 'live' }]);
  });

  it('ends a back-off as well', async () => {
    const fixture = createFeedFixture({ random: () => 0.999 });
    fixture.venue.manners.refuses = fail('unreachable', 'No network.');
    watch(fixture, orders);
    await fixture.time.pass(200_000);
    fixture.venue.manners.refuses = null;
    fixture.feed.woke();
    await fixture.settle();
    expect(fixture.feed.states()).toMatchObject([{ state: 'live' }]);
  });
});

describe('connection states and closing', () => {
  it('publish states once per turn of the event loop, and each second while messages arrive', async () => {
    const fixture = createFeedFixture();
    const published: string[][] = [];
    const stop = fixture.feed.onStates(states => published.push(states.map(({ state }) => state)));
    watch(fixture, book);
    watch(fixture, orders);
    await fixture.settle();
    expect(published.at(-1)).toEqual(['live', 'live']);
    published.length = 0;
    await fixture.time.pass(3_000);
    expect(published).toEqual([]);
    fixture.venue.sockets[0]?.say(delta(1));
    fixture.venue.sockets[0]?.say(delta(2));
    await fixture.time.pass(2_000);
    expect(published).toEqual([['live', 'live']]);
    stop();
    fixture.venue.sockets[0]?.cut();
    await fixture.settle();
    expect(published.length).toBe(1);
  });

  it('closes with a close frame and stays closed', async () => {
    const fixture = createFeedFixture();
    const { published, take } = watch(fixture, book);
    await fixture.settle();
    take();
    fixture.feed.close();
    fixture.feed.woke();
    fixture.venue.last().say(delta(1));
    await fixture.time.pass(120_000);
    expect(published).toEqual([]);
    expect(fixture.venue.last().farewell()).toBe('close');
    expect(fixture.venue.sockets.length).toBe(1);
    expect(fixture.time.waiting()).toBe(0);
    const late = watch(fixture, book);
    expect(late.published).toEqual(['dead']);
    await fixture.time.pass(10_000);
    expect(fixture.venue.sockets.length).toBe(1);
  });

  it('closes while it connects, and while it waits', async () => {
    for (const manner of ['welcomes', 'refuses'] as const) {
      const fixture = createFeedFixture();
      if (manner === 'welcomes') fixture.venue.manners.welcomes = false;
      else fixture.venue.manners.refuses = fail('unreachable', 'No network.');
      watch(fixture, book);
      await fixture.settle();
      fixture.feed.close();
      await fixture.time.pass(60_000);
      expect(fixture.venue.open()).toEqual([]);
      expect(fixture.time.waiting()).toBe(0);
    }
  });
});
