import { describe, expect, it } from 'vitest';
import { limit } from '#practice/spot/testing/venue-kit.ts';
import { startMs } from '../testing/manual-time.ts';
import { must } from '../testing/must.ts';
import { openSpotFeed, openSpotMarket } from '../testing/spot-feed.ts';

describe('the topics of the top of the book', () => {
  it.each([
    ['/spotMarket/level2Depth5:BTC-USDT', 100],
    ['/spotMarket/level2Depth50:BTC-USDT', 100],
  ])('%s sends it after a change, without a sequence', (topic, periodMs) => {
    const { kit, time, subscribe } = openSpotMarket();
    const subscription = subscribe(topic);
    const asks = [
      ['101', '1'],
      ['102', '1'],
    ];
    const bids = [
      ['100', '1'],
      ['99', '1'],
    ];
    expect(subscription.take()).toEqual([
      { topic, type: 'message', subject: 'level2', data: { asks, bids, timestamp: startMs } },
    ]);
    must(kit.venue.place('ann', limit('sell', '100', '0.5')));
    time.advance(periodMs - 1);
    expect(subscription.take()).toEqual([]);
    time.advance(1);
    const [, second] = bids;
    expect(subscription.data()).toEqual([{ asks, bids: [['100', '0.5'], second], timestamp: startMs + periodMs }]);
    const order = must(kit.venue.place('ann', limit('sell', '103', '1')));
    must(kit.venue.cancel('ann', order.id));
    time.advance(1000);
    expect(subscription.take()).toEqual([]);
  });

  it('limit it to five levels, and fifty', () => {
    const { kit, time, subscribe } = openSpotFeed();
    const [five, fifty] = [
      subscribe('/spotMarket/level2Depth5:BTC-USDT'),
      subscribe('/spotMarket/level2Depth50:BTC-USDT'),
    ];
    for (let index = 0; index < 60; index += 1) must(kit.venue.place('bob', limit('buy', `${100 + index}`, '1')));
    time.advance(100);
    const best = Array.from({ length: 50 }, (_, index) => [String(159 - index), '1']);
    expect(five.data().at(-1)).toMatchObject({ bids: best.slice(0, 5), asks: [] });
    expect(fifty.data().at(-1)).toMatchObject({ bids: best });
  });

  it('/spotMarket/level1 sends one level every 10 ms, an empty side as an empty list', () => {
    const { kit, time, subscribe } = openSpotFeed();
    const subscription = subscribe('/spotMarket/level1:BTC-USDT');
    expect(subscription.data()).toEqual([{ asks: [], bids: [], timestamp: startMs }]);
    must(kit.venue.place('bob', limit('buy', '100', '1')));
    must(kit.venue.place('bob', limit('buy', '99', '1')));
    time.advance(10);
    expect(subscription.data()).toEqual([{ asks: [], bids: ['100', '1'], timestamp: startMs + 10 }]);
    must(kit.venue.place('bob', limit('buy', '98', '1')));
    time.advance(10);
    expect(subscription.take()).toEqual([]);
  });
});
