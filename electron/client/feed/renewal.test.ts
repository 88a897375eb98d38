import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TopicStatus } from '#shared/domain/feed.ts';
import { fail } from '#shared/errors.ts';
import type { Topic } from './topics.ts';
import { createFeedFixture, type FeedFixture } from './testing/fake-venue.ts';
import { book, bookTopic, orders, delta, watch, subscriptions, sequences } from './testing/feed-fixture.ts';

/** A feed with one topic on. */
async function ready(fixture: FeedFixture, topic: Topic = book) {
  const watched = watch(fixture, topic);
  await fixture.settle();
  watched.take();
  return watched;
}

const quietTopic = { venue: 'spot', kind: 'trades', symbol: 'BTC-USDT' } as const;

describe('token, renewal and the 24 hour limit (fault 31)', () => {
  // below the 10 s after which a silent book is stale
  const times = { renewAfterMs: 8_000, overlapMs: 500 };

  it('requests a new token for each connection', async () => {
    const fixture = createFeedFixture();
    await ready(fixture);
    fixture.venue.last().cut(1001);
    await fixture.time.pass(2_000);
    fixture.venue.last().say({ type: 'error', code: 401, data: 'token expired' });
    await fixture.time.pass(2_000);
    expect(fixture.venue.sockets.map(({ url }) => url.searchParams.get('token'))).toEqual([
      'token-1',
      'token-2',
      'token-3',
    ]);
  });

  it('moves all topics to a new connection before the old one closes, without a gap', async () => {
    const fixture = createFeedFixture({ times });
    const { published, messages } = await ready(fixture);
    await fixture.time.pass(7_000);
    expect(fixture.venue.sockets.length).toBe(1);
    fixture.venue.last().say(delta(1));
    await fixture.time.pass(1_000);
    const [old, next] = fixture.venue.sockets;
    expect(fixture.venue.open().length).toBe(2);
    expect(next === undefined ? [] : subscriptions(next)).toEqual([`subscribe ${bookTopic}`]);
    // the new one is ahead: its frames wait until the old one has delivered its last frames
    next?.say(delta(3));
    old?.say(delta(2));
    old?.say(delta(3));
    expect(sequences(messages)).toEqual([1, 2, 3]);
    next?.say(delta(4));
    await fixture.time.pass(600);
    expect(sequences(messages)).toEqual([1, 2, 3, 3, 4]);
    next?.say(delta(5));
    expect(sequences(messages)).toEqual([1, 2, 3, 3, 4, 5]);
    expect(fixture.venue.open()).toEqual([next]);
    expect(old?.farewell()).toBe('close');
    expect(new Set(published)).toEqual(new Set(['message']));
  });

  it('keeps the old connection when the new one cannot carry all topics, and tries again', async () => {
    const fixture = createFeedFixture({ times });
    const { published } = await ready(fixture, quietTopic);
    fixture.venue.manners.answers = () => ({ code: 509, data: 'exceed max session count limitation' });
    await fixture.time.pass(10_000);
    expect(fixture.venue.open()).toEqual([fixture.venue.sockets[0]]);
    expect(fixture.venue.sockets.length).toBe(2);
    fixture.venue.manners.answers = () => 'ack';
    await fixture.time.pass(62_000);
    expect(fixture.venue.open()).toEqual([fixture.venue.sockets[2]]);
    expect(published).toEqual([]);
  });

  it('keeps the old connection when no new one can be opened', async () => {
    const fixture = createFeedFixture({ times });
    await ready(fixture, quietTopic);
    fixture.venue.manners.refuses = fail('exchange-failed', 'HTTP 503');
    await fixture.time.pass(10_000);
    expect(fixture.venue.open().length).toBe(1);
    fixture.venue.manners.refuses = null;
    fixture.venue.manners.welcomes = false;
    await fixture.time.pass(75_000);
    expect(fixture.venue.open()).toEqual([fixture.venue.sockets[0]]);
    expect(fixture.feed.states()).toMatchObject([{ state: 'live' }]);
  });

  it('uses the topics of the new connection when the old one breaks meanwhile', async () => {
    const fixture = createFeedFixture({ times });
    const { take, messages } = await ready(fixture);
    const other = watch(fixture, { ...book, symbol: 'ETH-USDT' });
    watch(fixture, { venue: 'spot', kind: 'candles', symbol: 'BTC-USDT', interval: '1min' });
    await fixture.settle();
    take();
    other.take();
    fixture.venue.manners.answers = ({ topic }, socket) =>
      socket === fixture.venue.sockets[1] && topic?.includes('candles') ? 'silence' : 'ack';
    await fixture.time.pass(8_000);
    const [old, next] = fixture.venue.sockets;
    next?.say(delta(5));
    take();
    old?.cut();
    await fixture.settle();
    expect(sequences(messages)).toEqual([5]);
    expect(take()).toEqual(['message']);
    expect(other.published).toEqual([]);
    const candles = fixture.feed.states().find(({ serves }) => serves.kind === 'candles');
    expect(candles?.state).toBe('syncing');
    fixture.venue.manners.answers = () => 'ack';
    await fixture.time.pass(6_500);
    expect(fixture.feed.states().find(({ serves }) => serves.kind === 'candles')?.state).toBe('live');
    expect(fixture.venue.open()).toEqual([next]);
  });

  it('keeps the old connection when the new one breaks before the switch', async () => {
    const fixture = createFeedFixture({ times });
    await ready(fixture);
    await fixture.time.pass(8_000);
    fixture.venue.sockets[1]?.cut();
    await fixture.time.pass(5_000);
    expect(fixture.venue.open()).toEqual([fixture.venue.sockets[0]]);
  });

  it('applies subscriptions changed meanwhile to the new connection', async () => {
    const fixture = createFeedFixture({ times });
    const { stop } = await ready(fixture);
    await fixture.time.pass(8_000);
    stop();
    watch(fixture, { ...book, symbol: 'ETH-USDT' });
    await fixture.time.pass(3_000);
    expect(subscriptions(fixture.venue.last())).toEqual([
      `subscribe ${bookTopic}`,
      `unsubscribe ${bookTopic}`,
      'subscribe /market/level2:ETH-USDT',
    ]);
    expect(fixture.feed.states()).toMatchObject([{ label: 'order book ETH-USDT', state: 'live' }]);
  });

  it('rejects a new connection that lost a message before the switch', async () => {
    const fixture = createFeedFixture({ times });
    const { published } = await ready(fixture, quietTopic);
    await fixture.time.pass(8_000);
    for (let index = 0; index < 100_001; index += 1) fixture.venue.last().say('{"type":"message","topic":"/x"}');
    await fixture.time.pass(3_000);
    expect(published).toEqual(['stale', 'syncing', 'live', 'reconnected']);
    expect(fixture.venue.sockets.length).toBe(3);
  });

  it('waits longer after each failure, up to 30 s, with full jitter', async () => {
    const fixture = createFeedFixture({ random: () => 0.999 });
    fixture.venue.manners.refuses = fail('wrong-signature', 'The exchange refused the signature.');
    const dials: number[] = [];
    const wanted = watch(fixture, orders);
    const seen = () => fixture.log.lines.filter(({ event }) => event === 'feed.not-up').length;
    for (let tenth = 0; tenth < 3_000; tenth += 1) {
      const before = seen();
      await fixture.time.pass(100);
      if (seen() > before) dials.push(fixture.time.monotonicMs());
    }
    const gaps = dials.slice(1).map((at, index) => at - (dials[index] ?? 0));
    expect(Math.max(...gaps)).toBeGreaterThan(29_000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30_100);
    expect(dials.length).toBeLessThan(20);
    expect(fixture.feed.states()).toMatchObject([{ state: 'dead', detail: 'The exchange refused the signature.' }]);
    expect(new Set(wanted.published)).toEqual(new Set(['syncing', 'dead']));
    fixture.venue.manners.refuses = null;
    await fixture.time.pass(31_000);
    expect(fixture.feed.states()).toMatchObject([{ state: 'live', detail: null }]);
  });

  it('reports an unanswered token request in its own words', async () => {
    const fixture = createFeedFixture();
    fixture.venue.manners.refuses = fail('outcome-unknown', 'Look before you do it again.');
    watch(fixture, book);
    await fixture.settle();
    expect(fixture.feed.states()).toMatchObject([
      { detail: 'The exchange did not answer when it was asked for a feed connection.' },
    ]);
  });

  it('closes a connection without a welcome message', async () => {
    const fixture = createFeedFixture();
    fixture.venue.manners.welcomes = false;
    watch(fixture, book);
    await fixture.settle();
    fixture.venue.last().say(delta(1));
    await fixture.time.pass(10_500);
    expect(fixture.venue.sockets[0]?.farewell()).toBe('destroy');
    expect(fixture.feed.counts()).toMatchObject({ messages: 0, connects: 0 });
    fixture.venue.last().say({ type: 'error', code: 509, data: 'exceed max session count' });
    fixture.venue.manners.welcomes = true;
    await fixture.time.pass(2_000);
    expect(fixture.feed.states()).toMatchObject([{ state: 'live' }]);
  });
});

/**
 * Not requested successfully. This venue pushes nothing, so a restored topic may be silent for long enough to be marked
 * dead.
 */
function isAway({ state, detail }: TopicStatus): boolean {
  const isSilent = state === 'dead' && detail === 'No message comes, although it was asked for again.';
  return state !== 'live' && state !== 'stale' && !isSilent;
}

describe('random disconnects (fault 28)', () => {
  const topics: readonly Topic[] = [
    book,
    { ...book, symbol: 'ETH-USDT' },
    { venue: 'spot', kind: 'candles', symbol: 'BTC-USDT', interval: '1min' },
    { venue: 'futures', kind: 'level2', symbol: 'XBTUSDTM' },
    orders,
  ];

  it('random disconnects restore every topic for ten minutes, leave no socket and subscribe to nothing twice (fault 28)', async () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 40, maxLength: 60, size: 'max' });
    await fc.assert(
      fc.asyncProperty(pauses, async waits => {
        const fixture = createFeedFixture();
        const watched = topics.map(topic => watch(fixture, topic));
        for (const wait of waits) {
          await fixture.time.pass(wait);
          const open = fixture.venue.open();
          open[wait % Math.max(1, open.length)]?.cut(1006);
        }
        await fixture.time.pass(32_000);
        expect(fixture.feed.states().filter(isAway)).toEqual([]);
        expect(fixture.venue.open().length).toBe(3);
        for (const socket of fixture.venue.sockets) {
          const asked = subscriptions(socket).filter(text => text.startsWith('subscribe') && !text.includes('level2'));
          expect(new Set(asked).size).toBe(asked.length);
        }
        for (const { published } of watched)
          expect(published.filter(word => word === 'reconnected').length).toBeGreaterThan(0);
        fixture.feed.close();
        await fixture.settle();
        expect(fixture.venue.open()).toEqual([]);
        expect(fixture.time.waiting()).toBe(0);
      }),
      { numRuns: 5 },
    );
  });
});
