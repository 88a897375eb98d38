import { beforeEach, describe, expect, it } from 'vitest';
import { linear } from '#practice/futures/testing/venue-kit.ts';
import { writeJson } from '#practice/wire/json.ts';
import { createFuturesFeed, dataOf, type FuturesFeed, keysOf } from '../testing/futures-feed.ts';

/** Key sets are those of the service's published examples. */

const symbol = 'XBTUSDTM';
let feed: FuturesFeed;

beforeEach(() => {
  feed = createFuturesFeed();
});

function quote(): void {
  feed.kit.mustOrder('ada', 'buy', { price: '49990', size: '4' });
  feed.kit.mustOrder('ada', 'sell', { price: '50010', size: '7' });
}

describe('every topic', () => {
  it.each([
    '/contractMarket/level2',
    '/contractMarket/level2Depth5',
    '/contractMarket/level2Depth50',
    '/contractMarket/tickerV2',
    '/contractMarket/ticker',
    '/contractMarket/execution',
    '/contract/instrument',
    '/contract/announcement',
    '/contractMarket/snapshot',
    '/contractMarket/tradeOrders',
    '/contract/position',
  ])('%s exists for the contracts of the exchange only', name => {
    expect(feed.topic(name).serves(symbol)).toBe(true);
    expect(feed.topic(name).serves('NOPE')).toBe(false);
  });

  it.each([
    '/contractMarket/level2:XBTUSDTM',
    '/contractMarket/level2Depth5:XBTUSDTM',
    '/contractMarket/tickerV2:XBTUSDTM',
    '/contractMarket/ticker:XBTUSDTM',
    '/contractMarket/execution:XBTUSDTM',
    '/contractMarket/limitCandle:XBTUSDTM_1min',
    '/contract/instrument:XBTUSDTM',
    '/contract/announcement',
    '/contractMarket/snapshot:XBTUSDTM',
  ])('%s is silent after its end and leaves no timer', name => {
    const listener = feed.subscribe(name);
    quote();
    feed.kit.mustOrder('bob', 'buy', { price: '50010', size: '1' });
    listener.stop();
    listener.take();
    expect(feed.time.waiting()).toBe(0);
    feed.kit.mustOrder('bob', 'buy', { price: '50010', size: '1' });
    feed.time.advance(120_000);
    expect(listener.take()).toEqual([]);
  });

  it('receives its own contract only', () => {
    const listeners = ['level2', 'tickerV2', 'ticker', 'execution', 'level2Depth50'].map(name =>
      feed.subscribe(`/contractMarket/${name}:ETHUSDTM`),
    );
    quote();
    feed.kit.mustOrder('bob', 'buy', { price: '50010', size: '1' });
    feed.time.advance(500);
    expect(listeners.flatMap(listener => listener.take())).toEqual([]);
  });
});

describe('level2', () => {
  it('writes each change as price, side and new size under its own number', () => {
    const listener = feed.subscribe(`/contractMarket/level2:${symbol}`);
    quote();
    feed.kit.mustOrder('bob', 'buy', { price: '50010', size: '3' });
    feed.kit.mustOrder('bob', 'buy', { price: '50010', size: '4' });
    const frames = listener.take();
    expect(frames.map(frame => dataOf(frame)['change'])).toEqual([
      '49990,buy,4',
      '50010,sell,7',
      '50010,sell,4',
      '50010,sell,0',
    ]);
    const numbers = frames.map(frame => frame.sn);
    expect(numbers).toEqual([1n, 2n, 3n, 4n]);
    expect(frames.map(frame => BigInt(Number(dataOf(frame)['sequence'])))).toEqual(numbers);
    expect(frames.map(frame => frame.subject)).toEqual(Array(4).fill('level2'));
    expect(keysOf(frames[0])).toEqual(['change', 'sequence', 'timestamp']);
    expect(feed.kit.venue.book(symbol, 5)?.sequence).toBe(4n);
  });
});

describe.each([5, 50] as const)('level2Depth%i', depth => {
  const name = `/contractMarket/level2Depth${depth}:${symbol}`;

  it('sends the top of the book at most every 100 ms, and nothing without a change', () => {
    const listener = feed.subscribe(name);
    feed.time.advance(1000);
    expect(listener.take()).toEqual([]);
    for (let step = 0; step < 60; step += 1) {
      feed.kit.mustOrder('ada', 'buy', { price: `${49_990 - step}`, size: '2' });
    }
    feed.time.advance(99);
    expect(listener.take()).toEqual([]);
    feed.time.advance(1);
    const frames = listener.take();
    expect(frames).toHaveLength(1);
    const data = dataOf(frames[0]);
    expect(keysOf(frames[0])).toEqual(['asks', 'bids', 'sequence', 'timestamp', 'ts']);
    expect(data).toMatchObject({ asks: [], sequence: 60 });
    expect(data['bids']).toEqual(Array.from({ length: depth }, (_, index) => [String(49_990 - index), 2]));
    feed.time.advance(1000);
    expect(listener.take()).toEqual([]);
  });

  it('starts with the present book', () => {
    quote();
    expect(feed.greet(name).map(dataOf)).toMatchObject([{ bids: [['49990', 4]], asks: [['50010', 7]], sequence: 2 }]);
  });
});

describe('tickerV2', () => {
  it('publishes the top once after each action that changed the book, without a last price', () => {
    feed.kit.mustOrder('ada', 'sell', { price: '50010', size: '1' });
    feed.kit.mustOrder('ada', 'sell', { price: '50020', size: '2' });
    const listener = feed.subscribe(`/contractMarket/tickerV2:${symbol}`);
    feed.kit.mustOrder('bob', 'buy', { price: '50015', size: '3' });
    const frames = listener.take();
    expect(frames).toHaveLength(1);
    expect(keysOf(frames[0])).toEqual([
      'bestAskPrice',
      'bestAskSize',
      'bestBidPrice',
      'bestBidSize',
      'sequence',
      'symbol',
      'ts',
    ]);
    expect(dataOf(frames[0])).toMatchObject({
      bestBidPrice: '50015',
      bestBidSize: 2,
      bestAskPrice: '50020',
      bestAskSize: 2,
      sequence: 4,
    });
    expect(frames[0]).toMatchObject({ subject: 'tickerV2', sn: 4n });
  });

  it('starts with zeros for an empty side', () => {
    expect(feed.greet(`/contractMarket/tickerV2:${symbol}`).map(dataOf)).toMatchObject([
      { bestBidPrice: '0', bestBidSize: 0, bestAskPrice: '0', bestAskSize: 0 },
    ]);
  });
});

describe('ticker', () => {
  const name = `/contractMarket/ticker:${symbol}`;

  it('carries the last trade, and is sent again after any change', () => {
    expect(feed.greet(name)).toEqual([]);
    const listener = feed.subscribe(name);
    quote();
    expect(listener.take()).toEqual([]);
    feed.kit.mustOrder('bob', 'buy', { price: '50010', size: '3' });
    const frames = listener.take();
    expect(frames).toHaveLength(1);
    expect(keysOf(frames[0])).toEqual([
      'bestAskPrice',
      'bestAskSize',
      'bestBidPrice',
      'bestBidSize',
      'price',
      'sequence',
      'side',
      'size',
      'symbol',
      'tradeId',
      'ts',
    ]);
    expect(dataOf(frames[0])).toMatchObject({ price: '50010', size: 3, side: 'buy', bestAskSize: 4, tradeId: '1' });
    feed.kit.mustOrder('ada', 'buy', { price: '49000' });
    expect(listener.take()).toEqual([]);
    feed.kit.mustOrder('ada', 'buy', { price: '49995' });
    expect(listener.take().map(dataOf)).toMatchObject([{ price: '50010', bestBidPrice: '49995' }]);
    expect(feed.greet(name).map(dataOf)).toMatchObject([{ bestBidPrice: '49995' }]);
  });
});

describe('execution', () => {
  it('publishes every trade with both orders', () => {
    const listener = feed.subscribe(`/contractMarket/execution:${symbol}`);
    feed.kit.mustOrder('ada', 'sell', { price: '50010', size: '1' });
    const maker = feed.kit.mustOrder('ada', 'sell', { price: '50020', size: '2' });
    const taker = feed.kit.mustOrder('bob', 'buy', { price: '50020', size: '3' });
    const frames = listener.take();
    expect(frames.map(frame => dataOf(frame)['price'])).toEqual(['50010', '50020']);
    expect(keysOf(frames[1])).toEqual([
      'makerOrderId',
      'price',
      'sequence',
      'side',
      'size',
      'symbol',
      'takerOrderId',
      'tradeId',
      'ts',
    ]);
    expect(dataOf(frames[1])).toMatchObject({
      symbol,
      side: 'buy',
      size: 2,
      makerOrderId: maker.id,
      takerOrderId: taker.id,
      tradeId: '2',
    });
    expect(frames[1]?.sn).toBe(feed.kit.venue.prints(symbol, 1)[0]?.sequence);
  });
});

describe('limitCandle', () => {
  const name = `/contractMarket/limitCandle:${symbol}_1min`;

  it('has contracts and granularities', () => {
    const topic = feed.topic('/contractMarket/limitCandle');
    expect(topic.serves('XBTUSDTM_1hour')).toBe(true);
    for (const wrong of [
      'XBTUSDTM',
      'XBTUSDTM_',
      'XBTUSDTM_7min',
      'NOPE_1min',
      'XBTUSDTM_1min_1min',
      'XBTUSDTM_3min',
    ]) {
      expect(topic.serves(wrong), wrong).toBe(false);
    }
    expect(feed.greet('/contractMarket/limitCandle:XBTUSDTM_7min')).toEqual([]);
    feed.subscribe('/contractMarket/limitCandle:XBTUSDTM_7min').stop();
  });

  it('sends the open candle once a second with a trade: o, c, h, l, and lots at the end', () => {
    expect(feed.greet(name)).toEqual([]);
    const listener = feed.subscribe(name);
    quote();
    feed.kit.mustOrder('bob', 'buy', { price: '50010', size: '3' });
    feed.kit.mustOrder('bob', 'sell', { price: '49990', size: '2' });
    feed.time.advance(999);
    expect(listener.take()).toEqual([]);
    feed.time.advance(1);
    const frames = listener.take();
    expect(frames).toHaveLength(1);
    expect(keysOf(frames[0])).toEqual(['candles', 'symbol', 'time']);
    expect(frames[0]?.subject).toBe('candle.stick');
    expect(dataOf(frames[0])['candles']).toEqual(['1731999960', '50010', '49990', '50010', '49990', '0.005', '5']);
    expect(feed.greet(name).map(dataOf)).toEqual(frames.map(dataOf));
    feed.time.advance(5000);
    expect(listener.take()).toEqual([]);
    feed.kit.mustOrder('cyd', 'buy', { symbol: 'ETHUSDTM', price: '1990' });
    feed.kit.mustOrder('bob', 'sell', { symbol: 'ETHUSDTM', price: '1990' });
    feed.time.advance(5000);
    expect(listener.take()).toEqual([]);
  });
});

describe('instrument', () => {
  const name = `/contract/instrument:${symbol}`;

  it('sends mark and index each second and the predicted funding rate each minute', () => {
    const listener = feed.subscribe(name);
    feed.time.advance(60_000);
    const frames = listener.take();
    const marks = frames.filter(frame => frame.subject === 'mark.index.price');
    expect(marks).toHaveLength(60);
    expect(dataOf(marks[0])).toEqual({
      markPrice: 50_000,
      indexPrice: 50_000,
      granularity: 1000,
      timestamp: 1_732_000_001_000,
    });
    const rates = frames.filter(frame => frame.subject === 'funding.rate');
    expect(rates.map(dataOf)).toEqual([{ granularity: 60_000, fundingRate: 0.0001, timestamp: 1_732_000_020_000 }]);
    expect(feed.greet(name).map(frame => frame.subject)).toEqual(['mark.index.price', 'funding.rate']);
  });

  it('sends the settled rate at the settlement', () => {
    const settleMs = Date.UTC(2024, 10, 19, 8);
    feed.time.advance(settleMs - feed.time.clock.nowMs() - 500);
    const listener = feed.subscribe(name);
    feed.time.advance(700);
    feed.kit.venue.tick(feed.time.clock.nowMs());
    expect(
      listener
        .take()
        .filter(frame => frame.subject === 'funding.rate')
        .map(dataOf),
    ).toEqual([{ granularity: 28_800_000, fundingRate: 0.0001, timestamp: settleMs }]);
  });
});

describe('a contract without a price yet', () => {
  it.each(['/contract/instrument:NEWUSDTM', '/contractMarket/snapshot:NEWUSDTM'])('%s sends nothing', name => {
    const unpriced = createFuturesFeed({ contracts: [{ ...linear, symbol: 'NEWUSDTM' }] });
    expect(unpriced.greet(name)).toEqual([]);
    const listener = unpriced.subscribe(name);
    unpriced.time.advance(61_000);
    expect(listener.take()).toEqual([]);
  });
});

describe('announcement', () => {
  it.each(['/contract/announcement', '/contract/announcement:ETHUSDTM'])('%s publishes start and end', name => {
    const listener = feed.subscribe(name);
    feed.time.advance(Date.UTC(2024, 10, 19, 8, 0, 1) - feed.time.clock.nowMs());
    feed.kit.venue.tick(feed.time.clock.nowMs());
    const frames = listener.take();
    const symbols = name.includes(':') ? ['ETHUSDTM'] : [symbol, 'ETHUSDTM', 'XBTUSDM'];
    expect(frames.map(frame => [frame.subject, dataOf(frame)['symbol']])).toEqual(
      symbols.flatMap(each => [
        ['funding.begin', each],
        ['funding.end', each],
      ]),
    );
    expect(dataOf(frames[0])).toMatchObject({ fundingTime: Date.UTC(2024, 10, 19, 8), fundingRate: 0.0001 });
    expect(keysOf(frames[0])).toEqual(['fundingRate', 'fundingTime', 'symbol', 'timestamp']);
  });
});

describe('snapshot', () => {
  const name = `/contractMarket/snapshot:${symbol}`;

  it('sends the 24 h statistics every five seconds, under a new id each time', () => {
    quote();
    feed.kit.mustOrder('bob', 'buy', { price: '50010', size: '3' });
    feed.kit.mustOrder('bob', 'sell', { price: '49990', size: '2' });
    const listener = feed.subscribe(name);
    feed.time.advance(10_000);
    const frames = listener.take();
    expect(frames).toHaveLength(2);
    expect(keysOf(frames[0])).toEqual([
      'highPrice',
      'lastPrice',
      'lowPrice',
      'price24HoursBefore',
      'priceChg',
      'priceChgPct',
      'symbol',
      'ts',
      'turnover',
      'volume',
    ]);
    expect(dataOf(frames[0])).toMatchObject({
      highPrice: 50_010,
      lastPrice: 49_990,
      lowPrice: 49_990,
      price24HoursBefore: 50_010,
      priceChg: -20,
      volume: 0.005,
      turnover: 250.01,
    });
    const ids = [...frames, ...feed.greet(name)].map(frame => frame.id ?? '');
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{24}$/);
    expect(writeJson(frames[0]?.data ?? null)).toContain('"ts":1732000005000000000');
  });
});
