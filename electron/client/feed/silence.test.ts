import { describe, expect, it } from 'vitest';
import { fail } from '#shared/errors.ts';
import { createFeedFixture, type FeedFixture } from './testing/fake-venue.ts';
import { book, bookTopic, orders, delta, watch, subscriptions } from './testing/feed-fixture.ts';

describe('29: a connection that is open at one end only', () => {
  it('is found within interval and timeout, and made anew', async () => {
    const fixture = createFeedFixture();
    const { told, take } = watch(fixture, orders);
    await fixture.settle();
    fixture.venue.manners.pongs = false;
    take();
    await fixture.time.pass(2_000 + 1_000 - 1);
    expect(told).toEqual([]);
    await fixture.time.pass(18_000 + 10_000 - 3_000);
    expect(take()).toEqual(['stale']);
    fixture.venue.manners.pongs = true;
    await fixture.time.pass(1_000);
    expect(told).toEqual(['stale', 'syncing', 'live', 'reconnected']);
    expect(fixture.venue.sockets[0]?.farewell()).toBe('destroy');
    expect(fixture.venue.tokens.length).toBe(2);
    expect(fixture.venue.open().length).toBe(1);
  });

  it('is not suspected while its pongs come', async () => {
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

describe('30: the exchange is frozen, and its connections stay open', () => {
  it.each([
    ['a busy topic', book],
    ['a topic that is silent for days', orders],
  ])('%s is stale three seconds after the last frame, and says why', async (_name, topic) => {
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

  it('is live again with the first frame after the thaw, whatever it is', async () => {
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

  it('a market that rests on a connection that answers is live', async () => {
    const fixture = createFeedFixture();
    const { take } = watch(fixture, book);
    await fixture.settle();
    take();
    await fixture.time.pass(9_000);
    expect(take()).toEqual([]);
  });
});

describe('30: pongs come, data stops', () => {
  it('goes stale, asks for the topic anew and tells the subscriber, and comes back with the first message', async () => {
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

  it('is dead after that has not helped, makes the connection anew, and never tires', async () => {
    const fixture = createFeedFixture();
    const { told } = watch(fixture, book);
    await fixture.time.pass(125_000);
    expect(told).toContain('dead');
    expect(fixture.venue.sockets.length).toBe(2);
    await fixture.time.pass(1_200_000);
    expect(fixture.venue.sockets.length).toBeLessThan(8);
    fixture.venue.last().say(delta(9));
    expect(told.filter(word => word === 'dead').length).toBeGreaterThan(1);
    expect(told.at(-1)).toBe('message');
    expect(fixture.feed.states()).toMatchObject([{ state: 'live' }]);
  });

  it('leaves the connection alone when only one of its topics is silent', async () => {
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

  it('does not take quiet private topics for dead', async () => {
    const fixture = createFeedFixture();
    watch(fixture, orders);
    await fixture.time.pass(3_600_000);
    expect(fixture.feed.states()).toMatchObject([{ state: 'live' }]);
    expect(subscriptions(fixture.venue.last()).length).toBe(1);
  });

  it('gives up a silent topic that the exchange refuses when asked again', async () => {
    const fixture = createFeedFixture();
    watch(fixture, book);
    watch(fixture, { ...book, symbol: 'ETH-USDT' });
    await fixture.settle();
    fixture.venue.manners.answers = ({ topic }) =>
      topic?.includes('BTC') ? { code: 404, data: 'delisted' } : 'silence';
    await fixture.time.pass(27_000);
    expect(fixture.feed.states()).toMatchObject([
      { state: 'dead', detail: 'The exchange refused the topic (404): delisted' },
      { state: expect.stringMatching(/stale|syncing/) },
    ]);
  });
});

describe('36: sleep', () => {
  it('takes every connection for dead when told that the machine woke, and dials at once', async () => {
    const fixture = createFeedFixture();
    const own = watch(fixture, orders);
    const market = watch(fixture, { venue: 'futures', kind: 'level2', symbol: 'XBTUSDTM' });
    await fixture.settle();
    own.take();
    market.take();
    fixture.feed.woke();
    await fixture.settle();
    expect(own.told).toEqual(['stale', 'syncing', 'live', 'reconnected']);
    expect(market.told).toEqual(['stale', 'syncing', 'live', 'reconnected']);
    expect(fixture.venue.open().length).toBe(2);
    expect(fixture.venue.sockets.length).toBe(4);
  });

  it.each([
    ['the wall clock ran on alone', (fixture: FeedFixture) => fixture.time.setWall(300_000)],
    ['nothing ran at all', (fixture: FeedFixture) => fixture.time.jump(300_000)],
  ])('notices by itself: %s', async (_name, sleep) => {
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

describe('states and closing', () => {
  it('tells of states once a turn, and each second while messages come', async () => {
    const fixture = createFeedFixture();
    const told: string[][] = [];
    const stop = fixture.feed.onStates(states => told.push(states.map(({ state }) => state)));
    watch(fixture, book);
    watch(fixture, orders);
    await fixture.settle();
    expect(told.at(-1)).toEqual(['live', 'live']);
    told.length = 0;
    await fixture.time.pass(3_000);
    expect(told).toEqual([]);
    fixture.venue.sockets[0]?.say(delta(1));
    fixture.venue.sockets[0]?.say(delta(2));
    await fixture.time.pass(2_000);
    expect(told).toEqual([['live', 'live']]);
    stop();
    fixture.venue.sockets[0]?.cut();
    await fixture.settle();
    expect(told.length).toBe(1);
  });

  it('closes politely and for good', async () => {
    const fixture = createFeedFixture();
    const { told, take } = watch(fixture, book);
    await fixture.settle();
    take();
    fixture.feed.close();
    fixture.feed.woke();
    fixture.venue.last().say(delta(1));
    await fixture.time.pass(120_000);
    expect(told).toEqual([]);
    expect(fixture.venue.last().farewell()).toBe('close');
    expect(fixture.venue.sockets.length).toBe(1);
    expect(fixture.time.waiting()).toBe(0);
    const late = watch(fixture, book);
    expect(late.told).toEqual(['dead']);
    await fixture.time.pass(10_000);
    expect(fixture.venue.sockets.length).toBe(1);
  });

  it('closes while it dials, and while it waits', async () => {
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
