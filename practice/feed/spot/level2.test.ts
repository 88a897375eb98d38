import { describe, expect, it } from 'vitest';
import { limit } from '#practice/spot/testing/venue-kit.ts';
import { startMs } from '../testing/manual-time.ts';
import { must } from '../testing/must.ts';
import { openSpotMarket } from '../testing/spot-feed.ts';

describe('/market/level2', () => {
  it('combines the changes of 10 ms into one range, each price once', () => {
    const { kit, time, subscribe } = openSpotMarket();
    const subscription = subscribe('/market/level2:BTC-USDT');
    must(kit.venue.place('ann', limit('buy', '98', '2')));
    const second = must(kit.venue.place('ann', limit('buy', '97', '2')));
    must(kit.venue.place('ann', limit('buy', '98', '3')));
    must(kit.venue.place('ann', limit('sell', '103', '1')));
    must(kit.venue.cancel('ann', second.id));
    time.advance(9);
    expect(subscription.take()).toEqual([]);
    time.advance(1);
    expect(subscription.take()).toEqual([
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
    const { kit, time, subscribe } = openSpotMarket();
    must(kit.venue.place('bob', { ...limit('sell', '100.5', '5'), isHidden: true }));
    const subscription = subscribe('/market/level2:BTC-USDT');
    must(kit.venue.place('ann', limit('buy', '100.5', '2')));
    time.advance(10);
    expect(subscription.data()).toMatchObject([
      { changes: { asks: [['0', '0', '5']], bids: [] }, sequenceStart: 5, sequenceEnd: 5 },
    ]);
    must(kit.venue.place('ann', limit('buy', '101', '4')));
    time.advance(10);
    // hidden 3 and visible 1: trade 6, trade 7, level 8
    expect(subscription.data()).toMatchObject([
      { changes: { asks: [['101', '0', '8']], bids: [] }, sequenceStart: 6, sequenceEnd: 8 },
    ]);
  });

  it('does nothing for a pair without a subscriber', () => {
    const { kit, time, subscribe, listeners } = openSpotMarket();
    expect(listeners()).toBe(0);
    const subscription = subscribe('/market/level2:ETH-USDT');
    const another = subscribe('/market/level2:ETH-USDT');
    expect(listeners()).toBe(1);
    must(kit.venue.place('ann', limit('buy', '98', '2')));
    expect(time.waiting()).toBe(0);
    subscription.stop();
    expect(listeners()).toBe(1);
    another.stop();
    expect(listeners()).toBe(0);
  });

  it('drops buffered changes when the subscribers have left', () => {
    const { kit, time, subscribe } = openSpotMarket();
    const subscription = subscribe('/market/level2:BTC-USDT');
    must(kit.venue.place('ann', limit('buy', '98', '2')));
    subscription.stop();
    time.advance(100);
    expect(subscription.take()).toEqual([]);
    expect(time.waiting()).toBe(0);
  });
});
