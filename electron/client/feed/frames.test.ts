import { describe, expect, it } from 'vitest';
import { createFeedFixture } from './testing/fake-venue.ts';
import { book, bookTopic, orders, delta, watch, sequences } from './testing/feed-fixture.ts';

function boom(): never {
  throw new Error('boom');
}

describe('frames', () => {
  it('gives both topics a push of all positions under the topic of one symbol (fault 19)', async () => {
    const fixture = createFeedFixture();
    const one = watch(fixture, { venue: 'futures', kind: 'position', symbol: 'XBTUSDTM' });
    const all = watch(fixture, { venue: 'futures', kind: 'positions' });
    await fixture.settle();
    const sparse = { markPrice: 5, changeReason: 'markPriceChange', currentTimestamp: 1731924562000 };
    const push = (topic: string) =>
      fixture.venue.last().say({ type: 'message', topic, subject: 'position.change', data: sparse });
    push('/contract/position:XBTUSDTM');
    push('/contract/position:ETHUSDTM');
    expect(one.messages).toEqual([
      { kind: 'sparse', symbol: 'XBTUSDTM', patch: { markPrice: '5' }, asOfMs: 1731924562000 },
    ]);
    expect(all.messages).toMatchObject([{ symbol: 'XBTUSDTM' }, { symbol: 'ETHUSDTM' }]);
  });

  it('takes ids and times beyond 2^53 digit for digit', async () => {
    const fixture = createFeedFixture();
    const { messages } = watch(fixture, { venue: 'spot', kind: 'trades', symbol: 'A-B' });
    await fixture.settle();
    const data =
      '{"sequence":11040911994273793,"tradeId":11040911994273795,"price":"1","size":"1","side":"buy","symbol":"A-B","time":"1729843222921000000"}';
    fixture.venue.last().say(`{"topic":"/market/match:A-B","type":"message","subject":"trade.l3match","data":${data}}`);
    expect(messages).toMatchObject([{ sequence: '11040911994273793', tradeId: '11040911994273795' }]);
  });

  it('requests a reload when three frames of a public topic in a row are unreadable', async () => {
    const fixture = createFeedFixture();
    const wanted = watch(fixture, book);
    await fixture.settle();
    wanted.take();
    const odd = { ...delta(1), data: { sequenceStart: 1, sequenceEnd: 1, changes: { bids: [['NaN', '1', 1]] } } };
    for (const frame of [odd, odd, delta(2), odd, odd]) fixture.venue.last().say(frame);
    expect(wanted.take()).toEqual(['message']);
    fixture.venue.last().say(odd);
    fixture.venue.last().say(odd);
    expect(wanted.take()).toEqual(['unreadable']);
    expect(fixture.feed.counts()).toMatchObject({ messages: 7, unreadable: 6 });
  });

  it('requests a reload when a frame of a topic is not JSON', async () => {
    const fixture = createFeedFixture();
    const wanted = watch(fixture, book);
    const other = watch(fixture, { ...book, symbol: 'ETH-USDT' });
    await fixture.settle();
    wanted.take();
    fixture.venue.last().say(`{"type":"message","topic":"${bookTopic}","data":{`);
    expect(wanted.published).toEqual(['unreadable']);
    expect(other.published).toEqual(['syncing', 'live']);
    expect(fixture.feed.counts()).toMatchObject({ messages: 0, unreadable: 1 });
  });

  it('reloads all topics of a connection, at most once a second, when the topic of a lost frame is unknown', async () => {
    const fixture = createFeedFixture();
    const one = watch(fixture, book);
    const two = watch(fixture, { ...book, symbol: 'ETH-USDT' });
    await fixture.settle();
    one.take();
    two.take();
    for (let index = 0; index < 50; index += 1) fixture.venue.last().say('{{{');
    expect([one.take(), two.take()]).toEqual([['unreadable'], ['unreadable']]);
    await fixture.time.pass(1_000);
    fixture.venue.last().say('[]');
    expect(one.take()).toEqual(['unreadable']);
  });

  it('rejects repeated keys and names that reach prototypes', async () => {
    const fixture = createFeedFixture();
    const { published, messages } = watch(fixture, { venue: 'spot', kind: 'markPrice', symbol: 'A-B' });
    await fixture.settle();
    const say = (data: string) =>
      fixture.venue.last().say(`{"topic":"/indicator/markPrice:A-B","type":"message","subject":"tick","data":${data}}`);
    say('{"symbol":"A-B","value":1,"value":2,"timestamp":1}');
    say('{"symbol":"A-B","value":1,"timestamp":1,"__proto__":{"polluted":1}}');
    expect(messages).toEqual([]);
    expect(published).toEqual(['syncing', 'live']);
    expect(fixture.feed.counts()).toMatchObject({ messages: 2, unreadable: 2 });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('logs unknown topics and subjects once, and counts them', async () => {
    const fixture = createFeedFixture();
    watch(fixture, book);
    await fixture.settle();
    for (let index = 0; index < 3; index += 1) {
      fixture.venue.last().say({ type: 'message', topic: '/market/astrology:BTC', subject: 'x', data: {} });
      fixture.venue.last().say({ ...delta(1), subject: 'trade.l9update' });
      // known, but not wanted any more: neither counted nor logged
      fixture.venue.last().say(delta(1, 'GONE-USDT'));
    }
    const noted = fixture.log.lines.filter(({ event }) => event.startsWith('feed.unknown'));
    expect(noted.map(({ event }) => event)).toEqual(['feed.unknown-topic', 'feed.unknown-subject']);
    expect(fixture.feed.counts()).toMatchObject({ unknown: 6, unreadable: 0 });
  });

  it('limits what the exchange can write to the log', async () => {
    const fixture = createFeedFixture();
    watch(fixture, book);
    await fixture.settle();
    for (let index = 0; index < 2_000; index += 1) {
      fixture.venue.last().say({ type: 'message', topic: `/x${index}`, subject: 'x', data: {} });
    }
    expect(fixture.log.lines.length).toBeLessThan(520);
    expect(fixture.feed.counts().unknown).toBe(2_000);
  });

  it('continues after a listener throws, and serves the others', async () => {
    const fixture = createFeedFixture();
    fixture.feed.subscribe(book, { message: boom, reset: boom });
    const { messages } = watch(fixture, book);
    fixture.feed.onStates(boom);
    await fixture.settle();
    fixture.venue.last().say(delta(1));
    expect(sequences(messages)).toEqual([1]);
    expect(fixture.log.lines.filter(({ event }) => event === 'feed.listener-failed').length).toBe(3);
  });

  it('never writes a token into the log', async () => {
    const fixture = createFeedFixture();
    watch(fixture, book);
    await fixture.settle();
    fixture.venue.last().say({ type: 'error', code: 401, data: 'token invalid' });
    await fixture.time.pass(5_000);
    expect(fixture.log.lines.length).toBeGreaterThan(2);
    expect(JSON.stringify(fixture.log.lines)).not.toContain('token-');
  });
});

it('matches a push of V1 orders to V2, unless V1 is subscribed itself', async () => {
  const fixture = createFeedFixture();
  const { messages } = watch(fixture, { venue: 'spot', kind: 'ordersV1' });
  await fixture.settle();
  const data = { orderId: '1', symbol: 'A-B', side: 'buy', status: 'open', type: 'open', orderTime: 1, ts: 1 };
  fixture.venue.last().say({ type: 'message', topic: '/spotMarket/tradeOrdersV2', subject: 'orderChange', data });
  expect(messages).toMatchObject([{ orderId: '1' }]);
  watch(fixture, orders);
  await fixture.settle();
  fixture.venue.last().say({ type: 'message', topic: '/spotMarket/tradeOrdersV2', subject: 'orderChange', data });
  expect(messages.length).toBe(1);
});

it('feed gives the orders of one contract to subscribers of all orders', async () => {
  const fixture = createFeedFixture();
  const { messages } = watch(fixture, { venue: 'futures', kind: 'orders' });
  await fixture.settle();
  const data = { orderId: '1', symbol: 'XBTUSDTM', side: 'buy', status: 'open', type: 'open', orderTime: 1, ts: 1 };
  const topic = '/contractMarket/tradeOrders:XBTUSDTM';
  fixture.venue.last().say({ type: 'message', topic, subject: 'symbolOrderChange', data });
  expect(messages).toMatchObject([{ orderId: '1' }]);
});
