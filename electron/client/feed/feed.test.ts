import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TopicStatus } from '#shared/domain/feed.ts';
import { fail } from '#shared/errors.ts';
import type { Topic } from './topics.ts';
import { createFakeDesk, type FakeDesk, type FakeSocket } from './testing/fake-venue.ts';

const book = { venue: 'spot', kind: 'level2', symbol: 'BTC-USDT' } as const;
const bookTopic = '/market/level2:BTC-USDT';
const orders = { venue: 'spot', kind: 'orders' } as const;

/** An increment of the spot book. */
function delta(sequence: number, symbol = 'BTC-USDT') {
  const data = { changes: { asks: [], bids: [['10', '1', String(sequence)]] }, symbol, time: 1 };
  return {
    type: 'message',
    topic: `/market/level2:${symbol}`,
    subject: 'trade.l2update',
    data: { ...data, sequenceStart: sequence, sequenceEnd: sequence },
  };
}

/** Everything that a subscriber is told, in order. */
function watch(desk: FakeDesk, topic: Topic) {
  const told: string[] = [];
  const messages: unknown[] = [];
  const stop = desk.feed.subscribe(topic, {
    message: message => {
      messages.push(message);
      told.push('message');
    },
    reset: reason => told.push(reason),
    state: ({ state }) => told.push(state),
  });
  return { told, messages, stop, take: () => told.splice(0) };
}

const subscriptions = (socket: FakeSocket) =>
  socket.said.filter(({ type }) => type !== 'ping').map(({ type, topic }) => `${type} ${topic}`);

const sequences = (messages: readonly unknown[]) =>
  messages.map(message =>
    message !== null && typeof message === 'object' && 'sequenceEnd' in message ? message.sequenceEnd : 0,
  );

/** A feed with one topic on. */
async function ready(desk: FakeDesk, topic: Topic = book) {
  const watched = watch(desk, topic);
  await desk.settle();
  watched.take();
  return watched;
}

const quietTopic = { venue: 'spot', kind: 'trades', symbol: 'BTC-USDT' } as const;

function boom(): never {
  throw new Error('boom');
}

describe('subscribing', () => {
  it('dials nothing until something is wanted, then with a fresh token and an id', async () => {
    const desk = createFakeDesk();
    await desk.time.pass(60_000);
    expect(desk.venue.sockets).toEqual([]);
    watch(desk, book);
    await desk.settle();
    const { url } = desk.venue.last();
    expect(url.host).toBe('spot.example');
    expect(url.searchParams.get('token')).toBe('token-1');
    expect(url.searchParams.get('connectId')).toMatch(/^[\da-f-]{36}$/);
    expect(desk.venue.tokens).toEqual([{ venue: 'spot', isPrivate: false, token: 'token-1' }]);
  });

  it('goes from syncing to live with the ack, and hands on what comes', async () => {
    const desk = createFakeDesk();
    const { told, messages } = watch(desk, book);
    expect(told).toEqual(['syncing']);
    await desk.settle();
    expect(told).toEqual(['syncing', 'live']);
    desk.venue.last().say(delta(7));
    expect(messages).toEqual([
      {
        symbol: 'BTC-USDT',
        sequenceStart: 7,
        sequenceEnd: 7,
        timeMs: 1,
        changes: [{ side: 'buy', price: '10', size: '1', sequence: 7 }],
      },
    ]);
    expect(desk.feed.states()).toEqual([
      { venue: 'spot', topic: bookTopic, state: 'live', detail: null, lastMessageAtMs: desk.time.nowMs() },
    ]);
  });

  it('is one subscription for all who want a topic, until the last has gone', async () => {
    const desk = createFakeDesk();
    const first = watch(desk, book);
    const second = watch(desk, book);
    await desk.settle();
    desk.venue.last().say(delta(1));
    first.stop();
    first.stop();
    await desk.settle();
    desk.venue.last().say(delta(2));
    second.stop();
    await desk.settle();
    desk.venue.last().say(delta(3));
    expect(sequences(first.messages)).toEqual([1]);
    expect(sequences(second.messages)).toEqual([1, 2]);
    expect(subscriptions(desk.venue.last())).toEqual([`subscribe ${bookTopic}`, `unsubscribe ${bookTopic}`]);
    expect(desk.feed.states()).toEqual([]);
  });

  it('tells a late comer at once how the topic is', async () => {
    const desk = createFakeDesk();
    watch(desk, book);
    await desk.settle();
    expect(watch(desk, book).told).toEqual(['live']);
  });

  it('puts a screen full of symbols into as few requests as are allowed', async () => {
    const desk = createFakeDesk();
    for (let index = 0; index < 120; index += 1) watch(desk, { ...book, symbol: `S${index}-USDT` });
    watch(desk, { venue: 'spot', kind: 'candles', symbol: 'BTC-USDT', interval: '1hour' });
    watch(desk, { venue: 'spot', kind: 'tickers' });
    await desk.settle();
    const asked = subscriptions(desk.venue.last());
    expect(asked.map(text => text.split(',').length)).toEqual([100, 20, 1, 1]);
    expect(asked.slice(2)).toEqual(['subscribe /market/candles:BTC-USDT_1hour', 'subscribe /market/ticker:all']);
    expect(desk.feed.states().every(({ state }) => state === 'live')).toBe(true);
  });

  it('spreads spot topics over connections of 300, futures topics over one', async () => {
    const desk = createFakeDesk();
    for (let index = 0; index < 700; index += 1) {
      watch(desk, { ...book, symbol: `S${index}` });
      watch(desk, { venue: 'futures', kind: 'level2', symbol: `F${index}` });
    }
    await desk.settle();
    const hosts = desk.venue.sockets.map(({ url }) => url.host).toSorted();
    expect(hosts).toEqual(['futures.example', 'spot.example', 'spot.example', 'spot.example']);
    const isAll = desk.venue.sockets.every(({ said }) =>
      said.every(({ topic = '' }) => topic.split(',').length <= 100),
    );
    expect(isAll).toBe(true);
  });

  it('takes private topics to a private connection of their own', async () => {
    const desk = createFakeDesk();
    watch(desk, book);
    watch(desk, orders);
    watch(desk, { venue: 'futures', kind: 'positions' });
    await desk.settle();
    expect(desk.venue.tokens.map(({ venue, isPrivate }) => [venue, isPrivate])).toEqual([
      ['spot', false],
      ['spot', true],
      ['futures', true],
    ]);
    expect(desk.venue.sockets.map(({ said }) => said.map(({ privateChannel }) => privateChannel))).toEqual([
      [false],
      [true],
      [true],
    ]);
  });

  it.each([
    ['without a key', false, orders, 'This needs an API key.'],
    ['that no exchange has', true, { ...book, symbol: 'A,B' }, 'This is no symbol that an exchange gives.'],
  ] as const)('does not ask for a topic %s, and says why', async (_name, hasKey, topic, detail) => {
    const desk = createFakeDesk({ hasKey });
    const { told, stop } = watch(desk, topic);
    await desk.time.pass(300_000);
    expect(told).toEqual(['dead']);
    expect(desk.feed.states()).toMatchObject([{ state: 'dead', detail }]);
    expect(desk.venue.sockets).toEqual([]);
    stop();
    expect(desk.feed.states()).toEqual([]);
  });

  it('closes a connection that nobody needs any more, but not while symbols are being changed', async () => {
    const desk = createFakeDesk();
    watch(desk, book).stop();
    await desk.time.pass(20_000);
    const { stop } = watch(desk, { ...book, symbol: 'ETH-USDT' });
    await desk.time.pass(60_000);
    expect(desk.venue.sockets.length).toBe(1);
    stop();
    await desk.time.pass(32_000);
    expect(desk.venue.open()).toEqual([]);
    expect(desk.venue.last().farewell()).toBe('close');
    watch(desk, book);
    await desk.settle();
    expect(desk.venue.open().length).toBe(1);
  });

  it('stays below 100 messages in 10 seconds', async () => {
    const desk = createFakeDesk();
    const times: number[] = [];
    desk.venue.manners.answers = () => {
      times.push(desk.time.monotonicMs());
      return 'ack';
    };
    for (let index = 0; index < 250; index += 1) {
      watch(desk, { venue: 'spot', kind: 'candles', symbol: `S${index}`, interval: '1min' });
    }
    await desk.time.pass(40_000);
    expect(times.length).toBe(250);
    const most = Math.max(...times.map(end => times.filter(at => at > end - 10_000 && at <= end).length));
    expect(most).toBeLessThan(100);
    expect(most).toBeGreaterThan(80);
  });
});

describe('frames', () => {
  it('19: gives both topics a push of all positions that carries the topic of one symbol', async () => {
    const desk = createFakeDesk();
    const one = watch(desk, { venue: 'futures', kind: 'position', symbol: 'XBTUSDTM' });
    const all = watch(desk, { venue: 'futures', kind: 'positions' });
    await desk.settle();
    const sparse = { markPrice: 5, changeReason: 'markPriceChange', currentTimestamp: 1731924562000 };
    const push = (topic: string) =>
      desk.venue.last().say({ type: 'message', topic, subject: 'position.change', data: sparse });
    push('/contract/position:XBTUSDTM');
    push('/contract/position:ETHUSDTM');
    expect(one.messages).toEqual([
      { kind: 'sparse', symbol: 'XBTUSDTM', patch: { markPrice: '5' }, asOfMs: 1731924562000 },
    ]);
    expect(all.messages).toMatchObject([{ symbol: 'XBTUSDTM' }, { symbol: 'ETHUSDTM' }]);
  });

  it('takes ids and times beyond 2^53 digit for digit', async () => {
    const desk = createFakeDesk();
    const { messages } = watch(desk, { venue: 'spot', kind: 'trades', symbol: 'A-B' });
    await desk.settle();
    const data =
      '{"sequence":11040911994273793,"tradeId":11040911994273795,"price":"1","size":"1","side":"buy","symbol":"A-B","time":"1729843222921000000"}';
    desk.venue.last().say(`{"topic":"/market/match:A-B","type":"message","subject":"trade.l3match","data":${data}}`);
    expect(messages).toMatchObject([{ sequence: '11040911994273793', tradeId: '11040911994273795' }]);
  });

  it('asks for a reload when a frame of a topic cannot be read', async () => {
    const desk = createFakeDesk();
    const wanted = watch(desk, book);
    const other = watch(desk, { ...book, symbol: 'ETH-USDT' });
    await desk.settle();
    wanted.take();
    desk.venue
      .last()
      .say({ ...delta(1), data: { sequenceStart: 1, sequenceEnd: 1, changes: { bids: [['NaN', '1', 1]] } } });
    desk.venue.last().say(`{"type":"message","topic":"${bookTopic}","data":{`);
    expect(wanted.told).toEqual(['unreadable', 'unreadable']);
    expect(other.told).toEqual(['syncing', 'live']);
    expect(desk.feed.counts()).toMatchObject({ messages: 1, unreadable: 2 });
  });

  it('asks all topics of a line to reload when nobody can tell whose frame was lost, once a second', async () => {
    const desk = createFakeDesk();
    const one = watch(desk, book);
    const two = watch(desk, { ...book, symbol: 'ETH-USDT' });
    await desk.settle();
    one.take();
    two.take();
    for (let index = 0; index < 50; index += 1) desk.venue.last().say('{{{');
    expect([one.take(), two.take()]).toEqual([['unreadable'], ['unreadable']]);
    await desk.time.pass(1_000);
    desk.venue.last().say('[]');
    expect(one.take()).toEqual(['unreadable']);
  });

  it('refuses repeated keys and names that reach prototypes', async () => {
    const desk = createFakeDesk();
    const { told, messages } = watch(desk, { venue: 'spot', kind: 'markPrice', symbol: 'A-B' });
    await desk.settle();
    const say = (data: string) =>
      desk.venue.last().say(`{"topic":"/indicator/markPrice:A-B","type":"message","subject":"tick","data":${data}}`);
    say('{"symbol":"A-B","value":1,"value":2,"timestamp":1}');
    say('{"symbol":"A-B","value":1,"timestamp":1,"__proto__":{"polluted":1}}');
    expect(messages).toEqual([]);
    expect(told).toEqual(['syncing', 'live', 'unreadable', 'unreadable']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('logs unknown topics and subjects once, and counts them', async () => {
    const desk = createFakeDesk();
    watch(desk, book);
    await desk.settle();
    for (let index = 0; index < 3; index += 1) {
      desk.venue.last().say({ type: 'message', topic: '/market/astrology:BTC', subject: 'x', data: {} });
      desk.venue.last().say({ ...delta(1), subject: 'trade.l9update' });
      // known, but not wanted any more: neither counted nor logged
      desk.venue.last().say(delta(1, 'GONE-USDT'));
    }
    const noted = desk.log.lines.filter(({ event }) => event.startsWith('feed.unknown'));
    expect(noted.map(({ event }) => event)).toEqual(['feed.unknown-topic', 'feed.unknown-subject']);
    expect(desk.feed.counts()).toMatchObject({ unknown: 6, unreadable: 0 });
  });

  it('does not let the exchange fill the log', async () => {
    const desk = createFakeDesk();
    watch(desk, book);
    await desk.settle();
    for (let index = 0; index < 2_000; index += 1) {
      desk.venue.last().say({ type: 'message', topic: `/x${index}`, subject: 'x', data: {} });
    }
    expect(desk.log.lines.length).toBeLessThan(520);
    expect(desk.feed.counts().unknown).toBe(2_000);
  });

  it('survives a listener that throws, and serves the others', async () => {
    const desk = createFakeDesk();
    desk.feed.subscribe(book, { message: boom, reset: boom });
    const { messages } = watch(desk, book);
    desk.feed.onStates(boom);
    await desk.settle();
    desk.venue.last().say(delta(1));
    expect(sequences(messages)).toEqual([1]);
    expect(desk.log.lines.filter(({ event }) => event === 'feed.listener-failed').length).toBe(3);
  });

  it('never writes a token into the log', async () => {
    const desk = createFakeDesk();
    watch(desk, book);
    await desk.settle();
    desk.venue.last().say({ type: 'error', code: 401, data: 'token invalid' });
    await desk.time.pass(5_000);
    expect(desk.log.lines.length).toBeGreaterThan(2);
    expect(JSON.stringify(desk.log.lines)).not.toContain('token-');
  });
});

describe('32: a lost ack and error 509', () => {
  it('asks again after the deadline, later each time', async () => {
    const desk = createFakeDesk();
    desk.venue.manners.answers = () => 'silence';
    const { told } = watch(desk, orders);
    await desk.time.pass(4_000);
    expect(told).toEqual(['syncing']);
    await desk.time.pass(3_000);
    expect(desk.feed.states()).toMatchObject([
      { state: 'syncing', detail: 'The exchange did not answer the request for this topic.' },
    ]);
    await desk.time.pass(24_000);
    expect(desk.feed.states()).toMatchObject([{ state: 'dead' }]);
    const asked = subscriptions(desk.venue.last()).length;
    expect(asked).toBeGreaterThanOrEqual(3);
    expect(asked).toBeLessThanOrEqual(6);
    desk.venue.manners.answers = () => 'ack';
    await desk.time.pass(40_000);
    expect(desk.feed.states()).toMatchObject([{ state: 'live', detail: null }]);
    expect(desk.venue.sockets.length).toBe(1);
  });

  it('takes a message for the ack that was lost', async () => {
    const desk = createFakeDesk();
    desk.venue.manners.answers = () => 'silence';
    watch(desk, book);
    await desk.settle();
    desk.venue.last().say(delta(1));
    await desk.time.pass(6_000);
    expect(desk.feed.states()).toMatchObject([{ state: 'live' }]);
    expect(subscriptions(desk.venue.last())).toEqual([`subscribe ${bookTopic}`]);
  });

  it('spreads the retries of a 509, and shows it at each topic', async () => {
    const desk = createFakeDesk();
    let refusals = 2;
    desk.venue.manners.answers = () => {
      refusals -= 1;
      return refusals >= 0 ? { code: 509, data: 'exceed max permits per second' } : 'ack';
    };
    watch(desk, book);
    watch(desk, orders);
    await desk.settle();
    const detail = 'The exchange refused the topic (509): exceed max permits per second';
    expect(desk.feed.states()).toMatchObject([
      { state: 'syncing', detail },
      { state: 'syncing', detail },
    ]);
    await desk.time.pass(3_000);
    expect(desk.feed.states()).toMatchObject([{ state: 'live' }, { state: 'live' }]);
  });

  it('finds the one topic for which a whole request is refused', async () => {
    const desk = createFakeDesk();
    desk.venue.manners.answers = ({ topic = '' }) =>
      topic.includes('GONE-USDT') ? { code: 404, data: `topic ${topic} is not found` } : 'ack';
    for (const symbol of ['A-USDT', 'B-USDT', 'GONE-USDT', 'C-USDT', 'D-USDT']) watch(desk, { ...book, symbol });
    await desk.settle();
    const byState = (state: string) =>
      desk.feed.states().flatMap(status => (status.state === state ? [status.topic] : []));
    expect(byState('live').length).toBe(4);
    expect(byState('dead')).toEqual(['/market/level2:GONE-USDT']);
    expect(desk.feed.states().find(({ state }) => state === 'dead')?.detail).toContain('(404)');
  });

  it('is dead when a login is required, and asks again only now and then', async () => {
    const desk = createFakeDesk();
    desk.venue.manners.answers = () => ({ code: 403, data: 'login is required' });
    watch(desk, orders);
    await desk.time.pass(119_000);
    expect(desk.feed.states()).toMatchObject([{ state: 'dead' }]);
    expect(subscriptions(desk.venue.last()).length).toBe(1);
    desk.venue.manners.answers = () => 'ack';
    await desk.time.pass(3_000);
    expect(desk.feed.states()).toMatchObject([{ state: 'live' }]);
  });

  it('forgets a topic that nobody wants any more when its answer comes', async () => {
    const desk = createFakeDesk();
    desk.venue.manners.answers = ({ type }) => (type === 'subscribe' ? 'silence' : 'ack');
    const { stop, take } = watch(desk, book);
    await desk.settle();
    stop();
    take();
    await desk.time.pass(10_000);
    expect(take()).toEqual([]);
    expect(subscriptions(desk.venue.last())).toEqual([`subscribe ${bookTopic}`, `unsubscribe ${bookTopic}`]);
  });
});

describe('29: a line that is open at one end only', () => {
  it('is found within interval and timeout, and made anew', async () => {
    const desk = createFakeDesk();
    const { told, take } = watch(desk, orders);
    await desk.settle();
    desk.venue.manners.pongs = false;
    take();
    await desk.time.pass(18_000 + 10_000 - 1);
    expect(told).toEqual([]);
    desk.venue.manners.pongs = true;
    await desk.time.pass(1_000);
    expect(told).toEqual(['stale', 'syncing', 'live', 'reconnected']);
    expect(desk.venue.sockets[0]?.farewell()).toBe('destroy');
    expect(desk.venue.tokens.length).toBe(2);
    expect(desk.venue.open().length).toBe(1);
  });

  it('is not suspected while its pongs come', async () => {
    const desk = createFakeDesk();
    watch(desk, orders);
    await desk.time.pass(3_600_000);
    expect(desk.venue.sockets.length).toBe(1);
    const pings = desk.venue.last().said.filter(({ type }) => type === 'ping').length;
    expect(pings).toBe(200);
  });
});

describe('30: pongs come, data stops', () => {
  it('goes stale, asks for the topic anew and tells the subscriber, and comes back with the first message', async () => {
    const desk = createFakeDesk();
    const { take } = watch(desk, book);
    await desk.settle();
    desk.venue.last().say(delta(1));
    take();
    await desk.time.pass(12_000);
    expect(take()).toEqual(['stale']);
    await desk.time.pass(10_000);
    expect(take()).toEqual(['resubscribed']);
    expect(subscriptions(desk.venue.last()).slice(1)).toEqual([`unsubscribe ${bookTopic}`, `subscribe ${bookTopic}`]);
    desk.venue.last().say(delta(2));
    expect(take()).toEqual(['live', 'message']);
  });

  it('is dead after that has not helped, makes the line anew, and never tires', async () => {
    const desk = createFakeDesk();
    const { told } = watch(desk, book);
    await desk.time.pass(125_000);
    expect(told).toContain('dead');
    expect(desk.venue.sockets.length).toBe(2);
    await desk.time.pass(1_200_000);
    expect(desk.venue.sockets.length).toBeLessThan(8);
    desk.venue.last().say(delta(9));
    expect(told.filter(word => word === 'dead').length).toBeGreaterThan(1);
    expect(told.at(-1)).toBe('message');
    expect(desk.feed.states()).toMatchObject([{ state: 'live' }]);
  });

  it('leaves the line alone when only one of its topics is silent', async () => {
    const desk = createFakeDesk();
    watch(desk, book);
    watch(desk, { ...book, symbol: 'ETH-USDT' });
    for (let second = 0; second < 300; second += 1) {
      await desk.time.pass(1_000);
      desk.venue.last().say(delta(second, 'ETH-USDT'));
    }
    expect(desk.venue.sockets.length).toBe(1);
    expect(desk.feed.states()).toMatchObject([{ state: 'dead' }, { state: 'live' }]);
  });

  it('does not take quiet private topics for dead', async () => {
    const desk = createFakeDesk();
    watch(desk, orders);
    await desk.time.pass(3_600_000);
    expect(desk.feed.states()).toMatchObject([{ state: 'live' }]);
    expect(subscriptions(desk.venue.last()).length).toBe(1);
  });

  it('gives up a silent topic that the exchange refuses when asked again', async () => {
    const desk = createFakeDesk();
    watch(desk, book);
    watch(desk, { ...book, symbol: 'ETH-USDT' });
    await desk.settle();
    desk.venue.manners.answers = ({ topic }) => (topic?.includes('BTC') ? { code: 404, data: 'delisted' } : 'silence');
    await desk.time.pass(27_000);
    expect(desk.feed.states()).toMatchObject([
      { state: 'dead', detail: 'The exchange refused the topic (404): delisted' },
      { state: expect.stringMatching(/stale|syncing/) },
    ]);
  });
});

describe('31: tokens, renewal and the 24 hour cut', () => {
  // below the 10 s after which a silent book is stale
  const times = { renewAfterMs: 8_000, overlapMs: 500 };

  it('asks for a new token for each dial', async () => {
    const desk = createFakeDesk();
    await ready(desk);
    desk.venue.last().cut(1001);
    await desk.time.pass(2_000);
    desk.venue.last().say({ type: 'error', code: 401, data: 'token expired' });
    await desk.time.pass(2_000);
    expect(desk.venue.sockets.map(({ url }) => url.searchParams.get('token'))).toEqual([
      'token-1',
      'token-2',
      'token-3',
    ]);
  });

  it('carries everything over to a new connection before the old one goes, and nobody sees a gap', async () => {
    const desk = createFakeDesk({ times });
    const { told, messages } = await ready(desk);
    await desk.time.pass(7_000);
    expect(desk.venue.sockets.length).toBe(1);
    desk.venue.last().say(delta(1));
    await desk.time.pass(1_000);
    const [old, next] = desk.venue.sockets;
    expect(desk.venue.open().length).toBe(2);
    expect(next === undefined ? [] : subscriptions(next)).toEqual([`subscribe ${bookTopic}`]);
    // the new one is ahead: its frames wait until the old one has said what it still had
    next?.say(delta(3));
    old?.say(delta(2));
    old?.say(delta(3));
    expect(sequences(messages)).toEqual([1, 2, 3]);
    next?.say(delta(4));
    await desk.time.pass(600);
    expect(sequences(messages)).toEqual([1, 2, 3, 3, 4]);
    next?.say(delta(5));
    expect(sequences(messages)).toEqual([1, 2, 3, 3, 4, 5]);
    expect(desk.venue.open()).toEqual([next]);
    expect(old?.farewell()).toBe('close');
    expect(new Set(told)).toEqual(new Set(['message']));
  });

  it('keeps the old connection when the new one cannot have everything, and tries again', async () => {
    const desk = createFakeDesk({ times });
    const { told } = await ready(desk, quietTopic);
    desk.venue.manners.answers = () => ({ code: 509, data: 'exceed max session count limitation' });
    await desk.time.pass(10_000);
    expect(desk.venue.open()).toEqual([desk.venue.sockets[0]]);
    expect(desk.venue.sockets.length).toBe(2);
    desk.venue.manners.answers = () => 'ack';
    await desk.time.pass(62_000);
    expect(desk.venue.open()).toEqual([desk.venue.sockets[2]]);
    expect(told).toEqual([]);
  });

  it('keeps the old connection when there is no new one', async () => {
    const desk = createFakeDesk({ times });
    await ready(desk, quietTopic);
    desk.venue.manners.refuses = fail('exchange-failed', 'HTTP 503');
    await desk.time.pass(10_000);
    expect(desk.venue.open().length).toBe(1);
    desk.venue.manners.refuses = null;
    desk.venue.manners.welcomes = false;
    await desk.time.pass(75_000);
    expect(desk.venue.open()).toEqual([desk.venue.sockets[0]]);
    expect(desk.feed.states()).toMatchObject([{ state: 'live' }]);
  });

  it('uses what the new connection has when the old one breaks meanwhile', async () => {
    const desk = createFakeDesk({ times });
    const { take, messages } = await ready(desk);
    const other = watch(desk, { ...book, symbol: 'ETH-USDT' });
    watch(desk, { venue: 'spot', kind: 'candles', symbol: 'BTC-USDT', interval: '1min' });
    await desk.settle();
    take();
    other.take();
    desk.venue.manners.answers = ({ topic }, socket) =>
      socket === desk.venue.sockets[1] && topic?.includes('candles') ? 'silence' : 'ack';
    await desk.time.pass(8_000);
    const [old, next] = desk.venue.sockets;
    next?.say(delta(5));
    take();
    old?.cut();
    await desk.settle();
    expect(sequences(messages)).toEqual([5]);
    expect(take()).toEqual(['message']);
    expect(other.told).toEqual([]);
    const candles = desk.feed.states().find(({ topic }) => topic.includes('candles'));
    expect(candles?.state).toBe('syncing');
    desk.venue.manners.answers = () => 'ack';
    await desk.time.pass(6_500);
    expect(desk.feed.states().find(({ topic }) => topic.includes('candles'))?.state).toBe('live');
    expect(desk.venue.open()).toEqual([next]);
  });

  it('keeps the old connection when the new one breaks before it took over', async () => {
    const desk = createFakeDesk({ times });
    await ready(desk);
    await desk.time.pass(8_000);
    desk.venue.sockets[1]?.cut();
    await desk.time.pass(5_000);
    expect(desk.venue.open()).toEqual([desk.venue.sockets[0]]);
  });

  it('takes what was wanted and unwanted meanwhile to the new connection', async () => {
    const desk = createFakeDesk({ times });
    const { stop } = await ready(desk);
    await desk.time.pass(8_000);
    stop();
    watch(desk, { ...book, symbol: 'ETH-USDT' });
    await desk.time.pass(3_000);
    expect(subscriptions(desk.venue.last())).toEqual([
      `subscribe ${bookTopic}`,
      `unsubscribe ${bookTopic}`,
      'subscribe /market/level2:ETH-USDT',
    ]);
    expect(desk.feed.states()).toMatchObject([{ topic: '/market/level2:ETH-USDT', state: 'live' }]);
  });

  it('trusts no connection that lost something before it took over', async () => {
    const desk = createFakeDesk({ times });
    const { told } = await ready(desk, quietTopic);
    await desk.time.pass(8_000);
    for (let index = 0; index < 100_001; index += 1) desk.venue.last().say('{"type":"message","topic":"/x"}');
    await desk.time.pass(3_000);
    expect(told).toEqual(['stale', 'syncing', 'live', 'reconnected']);
    expect(desk.venue.sockets.length).toBe(3);
  });

  it('waits longer after each failure, up to 30 s, with full jitter', async () => {
    const desk = createFakeDesk({ random: () => 0.999 });
    desk.venue.manners.refuses = fail('wrong-signature', 'The exchange refused the signature.');
    const dials: number[] = [];
    const wanted = watch(desk, orders);
    const seen = () => desk.log.lines.filter(({ event }) => event === 'feed.not-up').length;
    for (let tenth = 0; tenth < 3_000; tenth += 1) {
      const before = seen();
      await desk.time.pass(100);
      if (seen() > before) dials.push(desk.time.monotonicMs());
    }
    const gaps = dials.slice(1).map((at, index) => at - (dials[index] ?? 0));
    expect(Math.max(...gaps)).toBeGreaterThan(29_000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30_100);
    expect(dials.length).toBeLessThan(20);
    expect(desk.feed.states()).toMatchObject([{ state: 'dead', detail: 'The exchange refused the signature.' }]);
    expect(new Set(wanted.told)).toEqual(new Set(['syncing', 'dead']));
    desk.venue.manners.refuses = null;
    await desk.time.pass(31_000);
    expect(desk.feed.states()).toMatchObject([{ state: 'live', detail: null }]);
  });

  it('says in its own words that a request for a token was not answered', async () => {
    const desk = createFakeDesk();
    desk.venue.manners.refuses = fail('outcome-unknown', 'Look before you do it again.');
    watch(desk, book);
    await desk.settle();
    expect(desk.feed.states()).toMatchObject([
      { detail: 'The exchange did not answer when it was asked for a feed connection.' },
    ]);
  });

  it('gives up a connection that is not welcomed', async () => {
    const desk = createFakeDesk();
    desk.venue.manners.welcomes = false;
    watch(desk, book);
    await desk.settle();
    desk.venue.last().say(delta(1));
    await desk.time.pass(10_500);
    expect(desk.venue.sockets[0]?.farewell()).toBe('destroy');
    expect(desk.feed.counts()).toMatchObject({ messages: 0, connects: 0 });
    desk.venue.last().say({ type: 'error', code: 509, data: 'exceed max session count' });
    desk.venue.manners.welcomes = true;
    await desk.time.pass(2_000);
    expect(desk.feed.states()).toMatchObject([{ state: 'live' }]);
  });
});

describe('36: sleep', () => {
  it('takes every line for dead when told that the machine woke, and dials at once', async () => {
    const desk = createFakeDesk();
    const own = watch(desk, orders);
    const market = watch(desk, { venue: 'futures', kind: 'level2', symbol: 'XBTUSDTM' });
    await desk.settle();
    own.take();
    market.take();
    desk.feed.woke();
    await desk.settle();
    expect(own.told).toEqual(['stale', 'syncing', 'live', 'reconnected']);
    expect(market.told).toEqual(['stale', 'syncing', 'live', 'reconnected']);
    expect(desk.venue.open().length).toBe(2);
    expect(desk.venue.sockets.length).toBe(4);
  });

  it.each([
    ['the wall clock ran on alone', (desk: FakeDesk) => desk.time.setWall(300_000)],
    ['nothing ran at all', (desk: FakeDesk) => desk.time.jump(300_000)],
  ])('notices by itself: %s', async (_name, sleep) => {
    const desk = createFakeDesk();
    watch(desk, orders);
    await desk.time.pass(5_500);
    sleep(desk);
    await desk.time.pass(2_000);
    expect(desk.venue.sockets.length).toBe(2);
    expect(desk.feed.states()).toMatchObject([{ state: 'live' }]);
  });

  it('ends a back-off as well', async () => {
    const desk = createFakeDesk({ random: () => 0.999 });
    desk.venue.manners.refuses = fail('unreachable', 'No network.');
    watch(desk, orders);
    await desk.time.pass(200_000);
    desk.venue.manners.refuses = null;
    desk.feed.woke();
    await desk.settle();
    expect(desk.feed.states()).toMatchObject([{ state: 'live' }]);
  });
});

/** Not asked for with success. This venue tells nothing, so what is back may be silent for long enough to be called dead. */
function isAway({ state, detail }: TopicStatus): boolean {
  const isSilent = state === 'dead' && detail === 'No message comes, although it was asked for again.';
  return state !== 'live' && state !== 'stale' && !isSilent;
}

describe('28: cuts at random', () => {
  const topics: readonly Topic[] = [
    book,
    { ...book, symbol: 'ETH-USDT' },
    { venue: 'spot', kind: 'candles', symbol: 'BTC-USDT', interval: '1min' },
    { venue: 'futures', kind: 'level2', symbol: 'XBTUSDTM' },
    orders,
  ];

  it('for ten minutes: every topic comes back, nothing is left behind, nothing is asked for twice', async () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 40, maxLength: 60, size: 'max' });
    await fc.assert(
      fc.asyncProperty(pauses, async waits => {
        const desk = createFakeDesk();
        const watched = topics.map(topic => watch(desk, topic));
        for (const wait of waits) {
          await desk.time.pass(wait);
          const open = desk.venue.open();
          open[wait % Math.max(1, open.length)]?.cut(1006);
        }
        await desk.time.pass(32_000);
        expect(desk.feed.states().filter(isAway)).toEqual([]);
        expect(desk.venue.open().length).toBe(3);
        for (const socket of desk.venue.sockets) {
          const asked = subscriptions(socket).filter(text => text.startsWith('subscribe') && !text.includes('level2'));
          expect(new Set(asked).size).toBe(asked.length);
        }
        for (const { told } of watched) expect(told.filter(word => word === 'reconnected').length).toBeGreaterThan(0);
        desk.feed.close();
        await desk.settle();
        expect(desk.venue.open()).toEqual([]);
        expect(desk.time.waiting()).toBe(0);
      }),
      { numRuns: 5 },
    );
  });
});

it('knows a push of V1 orders by the name of V2, unless V2 is wanted itself', async () => {
  const desk = createFakeDesk();
  const { messages } = watch(desk, { venue: 'spot', kind: 'ordersV1' });
  await desk.settle();
  const data = { orderId: '1', symbol: 'A-B', side: 'buy', status: 'open', type: 'open', orderTime: 1, ts: 1 };
  desk.venue.last().say({ type: 'message', topic: '/spotMarket/tradeOrdersV2', subject: 'orderChange', data });
  expect(messages).toMatchObject([{ orderId: '1' }]);
  watch(desk, orders);
  await desk.settle();
  desk.venue.last().say({ type: 'message', topic: '/spotMarket/tradeOrdersV2', subject: 'orderChange', data });
  expect(messages.length).toBe(1);
});

it('gives the orders of one contract to those who want all orders', async () => {
  const desk = createFakeDesk();
  const { messages } = watch(desk, { venue: 'futures', kind: 'orders' });
  await desk.settle();
  const data = { orderId: '1', symbol: 'XBTUSDTM', side: 'buy', status: 'open', type: 'open', orderTime: 1, ts: 1 };
  const topic = '/contractMarket/tradeOrders:XBTUSDTM';
  desk.venue.last().say({ type: 'message', topic, subject: 'symbolOrderChange', data });
  expect(messages).toMatchObject([{ orderId: '1' }]);
});

describe('states and closing', () => {
  it('tells of states once a turn, and each second while messages come', async () => {
    const desk = createFakeDesk();
    const told: string[][] = [];
    const stop = desk.feed.onStates(states => told.push(states.map(({ state }) => state)));
    watch(desk, book);
    watch(desk, orders);
    await desk.settle();
    expect(told.at(-1)).toEqual(['live', 'live']);
    told.length = 0;
    await desk.time.pass(3_000);
    expect(told).toEqual([]);
    desk.venue.sockets[0]?.say(delta(1));
    desk.venue.sockets[0]?.say(delta(2));
    await desk.time.pass(2_000);
    expect(told).toEqual([['live', 'live']]);
    stop();
    desk.venue.sockets[0]?.cut();
    await desk.settle();
    expect(told.length).toBe(1);
  });

  it('closes politely and for good', async () => {
    const desk = createFakeDesk();
    const { told, take } = watch(desk, book);
    await desk.settle();
    take();
    desk.feed.close();
    desk.feed.woke();
    desk.venue.last().say(delta(1));
    await desk.time.pass(120_000);
    expect(told).toEqual([]);
    expect(desk.venue.last().farewell()).toBe('close');
    expect(desk.venue.sockets.length).toBe(1);
    expect(desk.time.waiting()).toBe(0);
    const late = watch(desk, book);
    expect(late.told).toEqual(['dead']);
    await desk.time.pass(10_000);
    expect(desk.venue.sockets.length).toBe(1);
  });

  it('closes while it dials, and while it waits', async () => {
    for (const manner of ['welcomes', 'refuses'] as const) {
      const desk = createFakeDesk();
      if (manner === 'welcomes') desk.venue.manners.welcomes = false;
      else desk.venue.manners.refuses = fail('unreachable', 'No network.');
      watch(desk, book);
      await desk.settle();
      desk.feed.close();
      await desk.time.pass(60_000);
      expect(desk.venue.open()).toEqual([]);
      expect(desk.time.waiting()).toBe(0);
    }
  });
});
