import { describe, expect, it } from 'vitest';
import { createFeedFixture } from './testing/fake-venue.ts';
import { book, bookTopic, orders, delta, watch, subscriptions, sequences } from './testing/feed-fixture.ts';

describe('subscribing', () => {
  it('connects only when a topic is wanted, then with a fresh token and an id', async () => {
    const fixture = createFeedFixture();
    await fixture.time.pass(60_000);
    expect(fixture.venue.sockets).toEqual([]);
    watch(fixture, book);
    await fixture.settle();
    const { url } = fixture.venue.last();
    expect(url.host).toBe('spot.example');
    expect(url.searchParams.get('token')).toBe('token-1');
    expect(url.searchParams.get('connectId')).toMatch(/^[\da-f-]{36}$/);
    expect(fixture.venue.tokens).toEqual([{ venue: 'spot', isPrivate: false, token: 'token-1' }]);
  });

  it('changes from syncing to live with the ack, and passes on messages', async () => {
    const fixture = createFeedFixture();
    const { published, messages } = watch(fixture, book);
    expect(published).toEqual(['syncing']);
    await fixture.settle();
    expect(published).toEqual(['syncing', 'live']);
    fixture.venue.last().say(delta(7));
    expect(messages).toEqual([
      {
        symbol: 'BTC-USDT',
        sequenceStart: 7,
        sequenceEnd: 7,
        timeMs: 1,
        changes: [{ side: 'buy', price: '10', size: '1', sequence: 7 }],
      },
    ]);
    expect(fixture.feed.states()).toEqual([
      {
        venue: 'spot',
        serves: { kind: 'book', symbol: 'BTC-USDT', interval: null },
        label: 'order book BTC-USDT',
        state: 'live',
        detail: null,
        lastMessageAtMs: fixture.time.nowMs(),
      },
    ]);
  });

  it('shares one subscription between all subscribers of a topic, until the last one leaves', async () => {
    const fixture = createFeedFixture();
    const first = watch(fixture, book);
    const second = watch(fixture, book);
    await fixture.settle();
    fixture.venue.last().say(delta(1));
    first.stop();
    first.stop();
    await fixture.settle();
    fixture.venue.last().say(delta(2));
    second.stop();
    await fixture.settle();
    fixture.venue.last().say(delta(3));
    expect(sequences(first.messages)).toEqual([1]);
    expect(sequences(second.messages)).toEqual([1, 2]);
    expect(subscriptions(fixture.venue.last())).toEqual([`subscribe ${bookTopic}`, `unsubscribe ${bookTopic}`]);
    expect(fixture.feed.states()).toEqual([]);
  });

  it('publishes the state of the topic to a late subscriber at once', async () => {
    const fixture = createFeedFixture();
    watch(fixture, book);
    await fixture.settle();
    expect(watch(fixture, book).published).toEqual(['live']);
  });

  it('puts many symbols into as few requests as are allowed', async () => {
    const fixture = createFeedFixture();
    for (let index = 0; index < 120; index += 1) watch(fixture, { ...book, symbol: `S${index}-USDT` });
    watch(fixture, { venue: 'spot', kind: 'candles', symbol: 'BTC-USDT', interval: '1hour' });
    watch(fixture, { venue: 'spot', kind: 'tickers' });
    await fixture.settle();
    const asked = subscriptions(fixture.venue.last());
    expect(asked.map(text => text.split(',').length)).toEqual([100, 20, 1, 1]);
    expect(asked.slice(2)).toEqual(['subscribe /market/candles:BTC-USDT_1hour', 'subscribe /market/ticker:all']);
    expect(fixture.feed.states().every(({ state }) => state === 'live')).toBe(true);
  });

  it('spreads spot topics over connections of 300, futures topics over one', async () => {
    const fixture = createFeedFixture();
    for (let index = 0; index < 700; index += 1) {
      watch(fixture, { ...book, symbol: `S${index}` });
      watch(fixture, { venue: 'futures', kind: 'level2', symbol: `F${index}` });
    }
    await fixture.settle();
    const hosts = fixture.venue.sockets.map(({ url }) => url.host).toSorted();
    expect(hosts).toEqual(['futures.example', 'spot.example', 'spot.example', 'spot.example']);
    const isAll = fixture.venue.sockets.every(({ said }) =>
      said.every(({ topic = '' }) => topic.split(',').length <= 100),
    );
    expect(isAll).toBe(true);
  });

  it('puts private topics on their own private connection', async () => {
    const fixture = createFeedFixture();
    watch(fixture, book);
    watch(fixture, orders);
    watch(fixture, { venue: 'futures', kind: 'positions' });
    await fixture.settle();
    expect(fixture.venue.tokens.map(({ venue, isPrivate }) => [venue, isPrivate])).toEqual([
      ['spot', false],
      ['spot', true],
      ['futures', true],
    ]);
    expect(fixture.venue.sockets.map(({ said }) => said.map(({ privateChannel }) => privateChannel))).toEqual([
      [false],
      [true],
      [true],
    ]);
  });

  it.each([
    ['without a key', false, orders, 'This needs an API key.'],
    ['that no exchange has', true, { ...book, symbol: 'A,B' }, 'This is no symbol that an exchange gives.'],
  ] as const)('does not subscribe to a topic %s, and states why', async (_name, hasKey, topic, detail) => {
    const fixture = createFeedFixture({ hasKey });
    const { published, stop } = watch(fixture, topic);
    await fixture.time.pass(300_000);
    expect(published).toEqual(['dead']);
    expect(fixture.feed.states()).toMatchObject([{ state: 'dead', detail }]);
    expect(fixture.venue.sockets).toEqual([]);
    stop();
    expect(fixture.feed.states()).toEqual([]);
  });

  it('closes a connection without subscribers, but not during a change of symbols', async () => {
    const fixture = createFeedFixture();
    watch(fixture, book).stop();
    await fixture.time.pass(20_000);
    const { stop } = watch(fixture, { ...book, symbol: 'ETH-USDT' });
    await fixture.time.pass(60_000);
    expect(fixture.venue.sockets.length).toBe(1);
    stop();
    await fixture.time.pass(32_000);
    expect(fixture.venue.open()).toEqual([]);
    expect(fixture.venue.last().farewell()).toBe('close');
    watch(fixture, book);
    await fixture.settle();
    expect(fixture.venue.open().length).toBe(1);
  });

  it('sends fewer than 100 messages in 10 seconds', async () => {
    const fixture = createFeedFixture();
    const times: number[] = [];
    fixture.venue.manners.answers = () => {
      times.push(fixture.time.monotonicMs());
      return 'ack';
    };
    for (let index = 0; index < 250; index += 1) {
      watch(fixture, { venue: 'spot', kind: 'candles', symbol: `S${index}`, interval: '1min' });
    }
    await fixture.time.pass(40_000);
    expect(times.length).toBe(250);
    const most = Math.max(...times.map(end => times.filter(at => at > end - 10_000 && at <= end).length));
    expect(most).toBeLessThan(100);
    expect(most).toBeGreaterThan(80);
  });
});

describe('a lost ack and error 509 (fault 32)', () => {
  it('subscribes again after the deadline, with growing pauses', async () => {
    const fixture = createFeedFixture();
    fixture.venue.manners.answers = () => 'silence';
    const { published } = watch(fixture, orders);
    await fixture.time.pass(4_000);
    expect(published).toEqual(['syncing']);
    await fixture.time.pass(3_000);
    expect(fixture.feed.states()).toMatchObject([
      { state: 'syncing', detail: 'The exchange did not answer the request for this topic.' },
    ]);
    await fixture.time.pass(24_000);
    expect(fixture.feed.states()).toMatchObject([{ state: 'dead' }]);
    const asked = subscriptions(fixture.venue.last()).length;
    expect(asked).toBeGreaterThanOrEqual(3);
    expect(asked).toBeLessThanOrEqual(6);
    fixture.venue.manners.answers = () => 'ack';
    await fixture.time.pass(40_000);
    expect(fixture.feed.states()).toMatchObject([{ state: 'live', detail: null }]);
    expect(fixture.venue.sockets.length).toBe(1);
  });

  it('takes a message in place of the lost ack', async () => {
    const fixture = createFeedFixture();
    fixture.venue.manners.answers = () => 'silence';
    watch(fixture, book);
    await fixture.settle();
    fixture.venue.last().say(delta(1));
    await fixture.time.pass(6_000);
    expect(fixture.feed.states()).toMatchObject([{ state: 'live' }]);
    expect(subscriptions(fixture.venue.last())).toEqual([`subscribe ${bookTopic}`]);
  });

  it('spreads the retries of a 509, and shows it at each topic', async () => {
    const fixture = createFeedFixture();
    let rejections = 2;
    fixture.venue.manners.answers = () => {
      rejections -= 1;
      return rejections >= 0 ? { code: 509, data: 'exceed max permits per second' } : 'ack';
    };
    watch(fixture, book);
    watch(fixture, orders);
    await fixture.settle();
    const detail = 'The exchange rejected the topic (509): exceed max permits per second';
    expect(fixture.feed.states()).toMatchObject([
      { state: 'syncing', detail },
      { state: 'syncing', detail },
    ]);
    await fixture.time.pass(3_000);
    expect(fixture.feed.states()).toMatchObject([{ state: 'live' }, { state: 'live' }]);
  });

  it('finds the one topic that causes the rejection of a whole request', async () => {
    const fixture = createFeedFixture();
    fixture.venue.manners.answers = ({ topic = '' }) =>
      topic.includes('GONE-USDT') ? { code: 404, data: `topic ${topic} is not found` } : 'ack';
    for (const symbol of ['A-USDT', 'B-USDT', 'GONE-USDT', 'C-USDT', 'D-USDT']) watch(fixture, { ...book, symbol });
    await fixture.settle();
    const byState = (state: string) =>
      fixture.feed.states().flatMap(status => (status.state === state ? [status.label] : []));
    expect(byState('live').length).toBe(4);
    expect(byState('dead')).toEqual(['order book GONE-USDT']);
    expect(fixture.feed.states().find(({ state }) => state === 'dead')?.detail).toContain('(404)');
  });

  it('a topic is dead when a login is required, and retries rarely', async () => {
    const fixture = createFeedFixture();
    fixture.venue.manners.answers = () => ({ code: 403, data: 'login is required' });
    watch(fixture, orders);
    await fixture.time.pass(119_000);
    expect(fixture.feed.states()).toMatchObject([{ state: 'dead' }]);
    expect(subscriptions(fixture.venue.last()).length).toBe(1);
    fixture.venue.manners.answers = () => 'ack';
    await fixture.time.pass(3_000);
    expect(fixture.feed.states()).toMatchObject([{ state: 'live' }]);
  });

  it('drops the answer for a topic that was unsubscribed meanwhile', async () => {
    const fixture = createFeedFixture();
    fixture.venue.manners.answers = ({ type }) => (type === 'subscribe' ? 'silence' : 'ack');
    const { stop, take } = watch(fixture, book);
    await fixture.settle();
    stop();
    take();
    await fixture.time.pass(10_000);
    expect(take()).toEqual([]);
    expect(subscriptions(fixture.venue.last())).toEqual([`subscribe ${bookTopic}`, `unsubscribe ${bookTopic}`]);
  });
});
