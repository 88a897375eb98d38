import { describe, expect, it } from 'vitest';
import { limit } from '#practice/spot/testing/venue-kit.ts';
import type { Outcome } from '#practice/kernel.ts';
import { startMs } from '../testing/manual-time.ts';
import { openSpotFeed, type SpotFeed } from '../testing/spot-feed.ts';

function value<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

/** Bids at 99 and 100, asks at 101 and 102, of one coin each. */
function openMarket(): SpotFeed {
  const feed = openSpotFeed();
  for (const [side, price] of [
    ['buy', '99'],
    ['buy', '100'],
    ['sell', '101'],
    ['sell', '102'],
  ] as const) {
    value(feed.kit.venue.place('bob', limit(side, price, '1')));
  }
  return feed;
}

describe('/market/level2', () => {
  it('gathers the changes of 10 ms into one range, each price once', () => {
    const { kit, time, read } = openMarket();
    const reader = read('/market/level2:BTC-USDT');
    value(kit.venue.place('ann', limit('buy', '98', '2')));
    const second = value(kit.venue.place('ann', limit('buy', '97', '2')));
    value(kit.venue.place('ann', limit('buy', '98', '3')));
    value(kit.venue.place('ann', limit('sell', '103', '1')));
    value(kit.venue.cancel('ann', second.id));
    time.advance(9);
    expect(reader.take()).toEqual([]);
    time.advance(1);
    expect(reader.take()).toEqual([
      {
        topic: '/market/level2:BTC-USDT',
        type: 'message',
        subject: 'trade.l2update',
        data: {
          changes: {
            asks: [['103', '1', '8']],
            bids: [
              ['98', '5', '7'],
              ['97', '0', '9'],
            ],
          },
          sequenceStart: 5,
          sequenceEnd: 9,
          symbol: 'BTC-USDT',
          time: startMs + 10,
        },
      },
    ]);
  });

  it('covers the numbers of trades, with a row of price 0 when no level has changed', () => {
    const { kit, time, read } = openMarket();
    value(kit.venue.place('bob', { ...limit('sell', '100.5', '5'), isHidden: true }));
    const reader = read('/market/level2:BTC-USDT');
    value(kit.venue.place('ann', limit('buy', '100.5', '2')));
    time.advance(10);
    expect(reader.data()).toMatchObject([
      { changes: { asks: [['0', '0', '5']], bids: [] }, sequenceStart: 5, sequenceEnd: 5 },
    ]);
    value(kit.venue.place('ann', limit('buy', '101', '4')));
    time.advance(10);
    // hidden 3 and visible 1: trade 6, trade 7, level 8
    expect(reader.data()).toMatchObject([
      { changes: { asks: [['101', '0', '8']], bids: [] }, sequenceStart: 6, sequenceEnd: 8 },
    ]);
  });

  it('does nothing for a pair that nobody reads', () => {
    const { kit, time, read, listeners } = openMarket();
    expect(listeners()).toBe(0);
    const reader = read('/market/level2:ETH-USDT');
    const another = read('/market/level2:ETH-USDT');
    expect(listeners()).toBe(1);
    value(kit.venue.place('ann', limit('buy', '98', '2')));
    expect(time.waiting()).toBe(0);
    reader.stop();
    expect(listeners()).toBe(1);
    another.stop();
    expect(listeners()).toBe(0);
  });

  it('sends nothing that was gathered for readers who have gone', () => {
    const { kit, time, read } = openMarket();
    const reader = read('/market/level2:BTC-USDT');
    value(kit.venue.place('ann', limit('buy', '98', '2')));
    reader.stop();
    time.advance(100);
    expect(reader.take()).toEqual([]);
    expect(time.waiting()).toBe(0);
  });
});

describe('the topics that show the top of the book', () => {
  it.each([
    ['/spotMarket/level2Depth5:BTC-USDT', 100],
    ['/spotMarket/level2Depth50:BTC-USDT', 100],
  ])('%s shows it when it has changed, without a sequence', (topic, periodMs) => {
    const { kit, time, read } = openMarket();
    const reader = read(topic);
    const asks = [
      ['101', '1'],
      ['102', '1'],
    ];
    const bids = [
      ['100', '1'],
      ['99', '1'],
    ];
    expect(reader.take()).toEqual([
      { topic, type: 'message', subject: 'level2', data: { asks, bids, timestamp: startMs } },
    ]);
    value(kit.venue.place('ann', limit('sell', '100', '0.5')));
    time.advance(periodMs - 1);
    expect(reader.take()).toEqual([]);
    time.advance(1);
    const [, second] = bids;
    expect(reader.data()).toEqual([{ asks, bids: [['100', '0.5'], second], timestamp: startMs + periodMs }]);
    const order = value(kit.venue.place('ann', limit('sell', '103', '1')));
    value(kit.venue.cancel('ann', order.id));
    time.advance(1000);
    expect(reader.take()).toEqual([]);
  });

  it('cuts five levels, and fifty', () => {
    const { kit, time, read } = openSpotFeed();
    const [five, fifty] = [read('/spotMarket/level2Depth5:BTC-USDT'), read('/spotMarket/level2Depth50:BTC-USDT')];
    for (let index = 0; index < 60; index += 1) value(kit.venue.place('bob', limit('buy', `${100 + index}`, '1')));
    time.advance(100);
    const best = Array.from({ length: 50 }, (_, index) => [String(159 - index), '1']);
    expect(five.data().at(-1)).toMatchObject({ bids: best.slice(0, 5), asks: [] });
    expect(fifty.data().at(-1)).toMatchObject({ bids: best });
  });

  it('/spotMarket/level1 shows one level every 10 ms, an empty side as an empty list', () => {
    const { kit, time, read } = openSpotFeed();
    const reader = read('/spotMarket/level1:BTC-USDT');
    expect(reader.data()).toEqual([{ asks: [], bids: [], timestamp: startMs }]);
    value(kit.venue.place('bob', limit('buy', '100', '1')));
    value(kit.venue.place('bob', limit('buy', '99', '1')));
    time.advance(10);
    expect(reader.data()).toEqual([{ asks: [], bids: ['100', '1'], timestamp: startMs + 10 }]);
    value(kit.venue.place('bob', limit('buy', '98', '1')));
    time.advance(10);
    expect(reader.take()).toEqual([]);
  });
});

describe('/market/ticker', () => {
  it('follows the top of the book and the last trade every 100 ms', () => {
    const { kit, time, read } = openMarket();
    const reader = read('/market/ticker:BTC-USDT');
    expect(reader.take()).toEqual([
      {
        topic: '/market/ticker:BTC-USDT',
        type: 'message',
        subject: 'trade.ticker',
        data: {
          sequence: '4',
          price: '0',
          size: '0',
          bestAsk: '101',
          bestAskSize: '1',
          bestBid: '100',
          bestBidSize: '1',
          time: 0,
        },
      },
    ]);
    value(kit.venue.place('ann', limit('buy', '101', '0.4')));
    value(kit.venue.place('ann', limit('buy', '95', '1')));
    time.advance(100);
    expect(reader.data()).toEqual([
      {
        sequence: '7',
        price: '101',
        size: '0.4',
        bestAsk: '101',
        bestAskSize: '0.6',
        bestBid: '100',
        bestBidSize: '1',
        time: startMs,
      },
    ]);
    value(kit.venue.place('ann', limit('buy', '96', '1')));
    time.advance(1000);
    expect(reader.take()).toEqual([]);
  });

  it('all: has the pair as its subject, an empty side as zero, and stops whole', () => {
    const { kit, time, read, listeners } = openMarket();
    const reader = read('/market/ticker:all');
    expect(reader.take()).toMatchObject([
      { topic: '/market/ticker:all', subject: 'BTC-USDT' },
      { topic: '/market/ticker:all', subject: 'ETH-USDT', data: { bestAsk: '0', bestBidSize: '0' } },
    ]);
    value(kit.venue.place('ann', { ...limit('buy', '7', '1'), symbol: 'ETH-USDT' }));
    time.advance(100);
    expect(reader.take()).toMatchObject([{ subject: 'ETH-USDT', data: { bestBid: '7' } }]);
    reader.stop();
    expect([listeners(), time.waiting()]).toEqual([0, 0]);
  });
});

describe('trades', () => {
  it('/market/match tells each at once', () => {
    const { kit, read } = openMarket();
    const reader = read('/market/match:BTC-USDT');
    const order = value(kit.venue.place('ann', limit('sell', '99', '1.5')));
    const [first, second] = reader.take();
    expect(first).toMatchObject({
      topic: '/market/match:BTC-USDT',
      subject: 'trade.l3match',
      data: {
        takerOrderId: order.id,
        price: '100',
        size: '1',
        side: 'sell',
        sequence: '5',
        symbol: 'BTC-USDT',
        type: 'match',
        makerOrderId: expect.stringMatching(/^o\d+$/),
        tradeId: expect.stringMatching(/^\d{16,}$/),
        time: expect.stringMatching(/^17320000000000\d{5}$/),
      },
    });
    expect(second).toMatchObject({ data: { price: '99', size: '0.5', sequence: '7' } });
  });

  it('/market/candles shows the open candle after each trade of its own pair', () => {
    const { kit, read, time } = openMarket();
    const reader = read('/market/candles:BTC-USDT_1min,BTC-USDT_1hour');
    expect(reader.take()).toEqual([]);
    value(kit.venue.place('ann', limit('buy', '101', '0.5')));
    value(kit.venue.place('ann', limit('sell', '100', '0.5')));
    value(kit.venue.place('ann', { ...limit('buy', '7', '1'), symbol: 'ETH-USDT' }));
    value(kit.venue.place('bob', { ...limit('sell', '7', '1'), symbol: 'ETH-USDT' }));
    const minute = String(Math.floor(startMs / 60_000) * 60);
    const frames = reader.take();
    expect(frames).toHaveLength(4);
    expect(frames[2]).toEqual({
      topic: '/market/candles:BTC-USDT_1min',
      type: 'message',
      subject: 'trade.candles.update',
      data: {
        symbol: 'BTC-USDT',
        candles: [minute, '101', '100', '101', '100', '1', '100.5'],
        time: startMs * 1e6,
      },
    });
    time.advance(1000);
    reader.stop();
    const late = read('/market/candles:BTC-USDT_1min');
    expect(late.data()).toMatchObject([{ candles: [minute, '101', '100', '101', '100', '1', '100.5'] }]);
  });

  it.each(['/market/candles:BTC-USDT', '/market/candles:BTC-USDT_2min', '/market/candles:BTC_1min'])(
    'knows no %s',
    topic => {
      expect(() => openMarket().read(topic)).toThrow('is not found');
    },
  );
});

describe('/market/snapshot', () => {
  it('shows the day of a pair every 2 s in numbers, nested once more', () => {
    const { kit, read, time } = openMarket();
    value(kit.venue.place('ann', limit('buy', '101', '0.5')));
    time.advance(2 * 3_600_000);
    value(kit.venue.place('ann', limit('sell', '100', '0.25')));
    const reader = read('/market/snapshot:BTC-USDT');
    const [frame] = reader.take();
    const hours = { high: 101, low: 100, open: 101, vol: 0.75, volValue: 75.5, changePrice: -1, changeRate: -0.0099 };
    const lastHour = { high: 100, low: 100, open: 100, vol: 0.25, volValue: 25, changePrice: 0, changeRate: 0 };
    expect(frame).toMatchObject({
      subject: 'trade.snapshot',
      data: {
        sequence: '8',
        data: {
          ...hours,
          symbol: 'BTC-USDT',
          market: 'USDS',
          buy: 100,
          bidSize: 0.75,
          sell: 101,
          askSize: 0.5,
          close: 100,
          lastTradedPrice: 100,
          averagePrice: 100.66666667,
          makerFeeRate: 0.001,
          takerCoefficient: 2,
          marginTrade: true,
          datetime: startMs + 2 * 3_600_000,
          marketChange1h: lastHour,
          marketChange4h: hours,
          marketChange24h: hours,
        },
      },
    });
    time.advance(1999);
    expect(reader.take()).toEqual([]);
    time.advance(1);
    expect(reader.take()).toHaveLength(1);
    reader.stop();
    expect(time.waiting()).toBe(0);
  });

  it('is flat at the last price when nothing was traded for hours', () => {
    const { kit, read, time } = openMarket();
    value(kit.venue.place('ann', limit('buy', '101', '0.5')));
    time.advance(5 * 3_600_000);
    expect(read('/market/snapshot:BTC-USDT').data()).toMatchObject([
      { data: { marketChange4h: { open: 101, high: 101, low: 101, vol: 0, changePrice: 0 } } },
    ]);
  });

  it('shows each pair of a market that has traded', () => {
    const { kit, read } = openMarket();
    value(kit.venue.place('ann', limit('buy', '101', '0.5')));
    expect(read('/market/snapshot:USDS').data()).toMatchObject([{ data: { symbol: 'BTC-USDT' } }]);
    expect(read('/market/snapshot:ALTS').data()).toEqual([]);
    expect(() => read('/market/snapshot:NOWHERE')).toThrow('is not found');
  });
});

describe('/indicator', () => {
  it('tells the mark price and the index once a second', () => {
    const { kit, read, time } = openMarket();
    const [mark, index] = [read('/indicator/markPrice:BTC-USDT'), read('/indicator/index:BTC-USDT,ETH-USDT')];
    expect(mark.take()).toEqual([
      {
        topic: '/indicator/markPrice:BTC-USDT',
        type: 'message',
        subject: 'tick',
        data: { symbol: 'BTC-USDT', granularity: 1000, timestamp: startMs, value: 100.5 },
      },
    ]);
    expect(index.data()).toMatchObject([{ symbol: 'BTC-USDT', value: 101.5 }]);
    value(kit.venue.place('ann', limit('buy', '100.9', '1')));
    time.advance(1000);
    expect(mark.data()).toMatchObject([{ value: 101, timestamp: startMs + 1000 }]);
  });

  it('knows no mark price before there is any price, and the last one while a side is empty', () => {
    const { kit, read, time } = openSpotFeed();
    const reader = read('/indicator/markPrice:BTC-USDT');
    expect(reader.take()).toEqual([]);
    value(kit.venue.place('bob', limit('sell', '105', '1')));
    value(kit.venue.place('ann', limit('buy', '105', '2')));
    time.advance(1000);
    expect(reader.data()).toMatchObject([{ value: 105 }]);
  });
});

describe('/spotMarket/tradeOrdersV2 and tradeOrders', () => {
  it('tells the life of a limit order: received, open, match, match, filled', () => {
    const { kit, read } = openMarket();
    const reader = read('/spotMarket/tradeOrdersV2');
    const order = value(kit.venue.place('ann', { ...limit('buy', '101', '3'), clientOid: 'c-1' }));
    value(kit.venue.place('cat', limit('sell', '101', '2')));
    const frames = reader.data();
    const common = {
      clientOid: 'c-1',
      orderId: order.id,
      orderTime: startMs,
      orderType: 'limit',
      originSize: '3',
      size: '3',
      price: '101',
      side: 'buy',
      symbol: 'BTC-USDT',
      canceledSize: '0',
    };
    const matched = { ...common, type: 'match', status: 'match', tradeId: expect.stringMatching(/^\d+$/) };
    expect(frames).toMatchObject([
      { ...common, type: 'received', status: 'new', filledSize: '0', remainSize: '3' },
      { ...matched, matchPrice: '101', matchSize: '1', liquidity: 'taker', feeType: 'takerFee', remainSize: '2' },
      { ...common, type: 'open', status: 'open', filledSize: '1', remainSize: '2' },
      { ...matched, matchSize: '2', liquidity: 'maker', feeType: 'makerFee', filledSize: '3', remainSize: '0' },
      { ...common, type: 'filled', status: 'done', filledSize: '3', remainSize: '0' },
    ]);
    expect(reader.texts[0]).toContain('"userId":"user-ann","channelType":"private"');
    expect(reader.texts[0]).toMatch(/"ts":17320000000000\d{5}[,}]/);
  });

  it('tells a market order by funds: received, match, done; never open', () => {
    const { kit, read } = openMarket();
    const reader = read('/spotMarket/tradeOrdersV2');
    value(kit.venue.place('ann', { symbol: 'BTC-USDT', type: 'market', side: 'buy', funds: '50' }));
    const frames = reader.data();
    expect(frames).toMatchObject([
      { type: 'received', orderType: 'market', originFunds: '50', remainFunds: '50' },
      { type: 'match', status: 'match', matchPrice: '101', matchSize: '0.495' },
      { type: 'filled', status: 'done', canceledFunds: '0.005', remainFunds: '0' },
    ]);
    expect(frames[0]).not.toHaveProperty('price');
    expect(frames[0]).not.toHaveProperty('size');
  });

  it('tells what self-trade prevention takes from an order, and what is cancelled', () => {
    const { kit, read } = openSpotFeed();
    const resting = value(kit.venue.place('ann', limit('sell', '101', '3')));
    const reader = read('/spotMarket/tradeOrdersV2');
    value(kit.venue.place('ann', { ...limit('buy', '101', '1'), selfTradePrevention: 'DC' }));
    value(kit.venue.cancel('ann', resting.id));
    const own = reader.data().filter(each => JSON.stringify(each).includes(`"${resting.id}"`));
    expect(own).toMatchObject([
      { type: 'update', status: 'open', originSize: '3', size: '2', oldSize: '3', remainSize: '2', canceledSize: '1' },
      { type: 'canceled', status: 'done', canceledSize: '3', remainSize: '0' },
    ]);
  });

  it('V1 does not know the status new', () => {
    const { kit, read } = openSpotFeed();
    const reader = read('/spotMarket/tradeOrders');
    value(kit.venue.place('ann', limit('buy', '100', '1')));
    value(kit.venue.place('bob', limit('buy', '100', '1')));
    expect(reader.take()).toMatchObject([{ topic: '/spotMarket/tradeOrders', data: { type: 'open' } }]);
  });
});

describe('/spotMarket/advancedOrders', () => {
  it('tells a stop order that waits, triggers, fails to, or is cancelled', () => {
    const { kit, read } = openMarket();
    const reader = read('/spotMarket/advancedOrders');
    const stop = { ...limit('buy', '105', '1'), stopPrice: '101', stop: 'entry' } as const;
    const first = value(kit.venue.placeStop('ann', stop));
    const failing = value(kit.venue.placeStop('ann', { ...stop, side: 'sell', size: '5' }));
    kit.ledger.withdraw({ accountId: 'ann', wallet: 'trade', currency: 'BTC', amount: '1000000000' });
    const last = value(kit.venue.placeStop('ann', { ...stop, stopPrice: '500', size: '2' }));
    value(kit.venue.cancelStop('ann', last.id));
    expect(reader.take()).toMatchObject([
      {
        topic: '/spotMarket/advancedOrders',
        subject: 'stopOrder',
        data: {
          orderId: first.id,
          orderPrice: '105',
          orderType: 'stop',
          side: 'buy',
          size: '1',
          stop: 'entry',
          stopPrice: '101',
          symbol: 'BTC-USDT',
          tradeType: 'TRADE',
          type: 'open',
          createdAt: startMs,
          ts: startMs * 1e6,
        },
      },
      { data: { orderId: failing.id, type: 'open' } },
      { data: { orderId: last.id, type: 'open' } },
      { data: { orderId: last.id, type: 'cancel' } },
    ]);
    value(kit.venue.place('cat', limit('buy', '101', '0.1')));
    expect(reader.data()).toMatchObject([
      { orderId: first.id, type: 'triggered', triggerSuccess: true },
      { orderId: failing.id, type: 'triggered', triggerSuccess: false },
    ]);
    expect(reader.texts[0]).not.toContain('triggerSuccess');
  });
});

describe('/account/balance', () => {
  it('tells each movement with its order and trade, and never that of the other side', () => {
    const { kit, read } = openMarket();
    const reader = read('/account/balance');
    const order = value(kit.venue.place('ann', limit('buy', '101', '1')));
    const frames = reader.data();
    expect(frames[0]).toMatchObject({
      currency: 'USDT',
      total: '1000000000',
      available: '999999898.798',
      hold: '101.202',
      availableChange: '-101.202',
      holdChange: '101.202',
      relationContext: { symbol: 'BTC-USDT', orderId: order.id },
      relationEvent: 'trade.hold',
      relationEventId: expect.stringMatching(/^\d+$/),
      accountId: expect.stringMatching(/^[\da-f]{24}$/),
      time: String(startMs),
    });
    const received = frames.find(each => JSON.stringify(each).includes('"currency":"BTC"'));
    expect(received).toMatchObject({
      availableChange: '1',
      holdChange: '0',
      relationEvent: 'trade.setted',
      relationContext: { orderId: order.id, tradeId: expect.stringMatching(/^\d+$/) },
    });
    for (const each of frames) expect(each).toMatchObject({ relationContext: { orderId: order.id } });
  });

  it('leaves the futures wallet and other accounts to others', () => {
    const { kit, read } = openSpotFeed();
    const reader = read('/account/balance');
    kit.ledger.deposit({ accountId: 'ann', wallet: 'futures', currency: 'USDT', amount: '5' });
    kit.ledger.deposit({ accountId: 'bob', wallet: 'main', currency: 'USDT', amount: '5' });
    kit.ledger.deposit({ accountId: 'ann', wallet: 'main', currency: 'USDT', amount: '5' });
    kit.ledger.transfer(
      { accountId: 'ann', wallet: 'main', currency: 'USDT', amount: '5' },
      { accountId: 'ann', wallet: 'trade' },
    );
    kit.ledger.withdraw({ accountId: 'ann', wallet: 'trade', currency: 'USDT', amount: '5' });
    expect(reader.data()).toMatchObject([
      { relationEvent: 'main.deposit', relationContext: {} },
      { relationEvent: 'main.transfer' },
      { relationEvent: 'trade.transfer' },
      { relationEvent: 'trade.withdraw_done' },
    ]);
  });
});

describe('the margin topics', () => {
  it('can be subscribed to and stay silent', () => {
    const { kit, read, time } = openMarket();
    const readers = [read('/margin/position'), read('/margin/isolatedPosition:BTC-USDT')];
    value(kit.venue.place('ann', limit('buy', '101', '1')));
    time.advance(10_000);
    expect(readers.map(reader => reader.take().length)).toEqual([0, 0]);
    for (const reader of readers) reader.stop();
    expect(() => read('/margin/isolatedPosition:NO-PAIR')).toThrow('is not found');
  });
});

describe('every topic', () => {
  it.each([
    '/market/level2:BTC-USDT',
    '/spotMarket/level2Depth5:BTC-USDT',
    '/spotMarket/level1:BTC-USDT',
    '/market/ticker:BTC-USDT',
    '/market/match:BTC-USDT',
    '/market/candles:BTC-USDT_1min',
    '/market/snapshot:BTC-USDT',
    '/indicator/markPrice:BTC-USDT',
    '/spotMarket/tradeOrdersV2',
    '/spotMarket/advancedOrders',
    '/account/balance',
  ])('%s leaves nothing behind', topic => {
    const { kit, time, read, listeners } = openMarket();
    const reader = read(topic);
    value(kit.venue.place('ann', limit('buy', '101', '0.5')));
    value(kit.venue.placeStop('ann', { ...limit('buy', '101', '0.5'), stopPrice: '150', stop: 'entry' }));
    time.advance(5000);
    expect(reader.texts.length).toBeGreaterThan(0);
    value(kit.venue.place('ann', limit('buy', '101', '0.1')));
    reader.stop();
    const frames = reader.texts.length;
    value(kit.venue.place('ann', limit('buy', '101', '0.1')));
    time.advance(5000);
    expect([reader.texts.length, listeners(), time.waiting()]).toEqual([frames, 0, 0]);
  });
});
