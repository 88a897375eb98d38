import { describe, expect, it } from 'vitest';
import { limit } from '#practice/spot/testing/venue-kit.ts';
import { startMs } from '../testing/manual-time.ts';
import { must } from '../testing/must.ts';
import { openSpotFeed, openSpotMarket } from '../testing/spot-feed.ts';

describe('/indicator', () => {
  it('publishes the mark price and the index once a second', () => {
    const { kit, subscribe, time } = openSpotMarket();
    const [mark, index] = [subscribe('/indicator/markPrice:BTC-USDT'), subscribe('/indicator/index:BTC-USDT,ETH-USDT')];
    expect(mark.take()).toEqual([
      {
        topic: '/indicator/markPrice:BTC-USDT',
        type: 'message',
        subject: 'tick',
        data: { symbol: 'BTC-USDT', granularity: 1000, timestamp: startMs, value: 100.5 },
      },
    ]);
    expect(index.data()).toMatchObject([{ symbol: 'BTC-USDT', value: 101.5 }]);
    must(kit.venue.place('ann', limit('buy', '100.9', '1')));
    time.advance(1000);
    expect(mark.data()).toMatchObject([{ value: 101, timestamp: startMs + 1000 }]);
  });

  it('has no mark price before the first price, and the last one while a side is empty', () => {
    const { kit, subscribe, time } = openSpotFeed();
    const subscription = subscribe('/indicator/markPrice:BTC-USDT');
    expect(subscription.take()).toEqual([]);
    must(kit.venue.place('bob', limit('sell', '105', '1')));
    must(kit.venue.place('ann', limit('buy', '105', '2')));
    time.advance(1000);
    expect(subscription.data()).toMatchObject([{ value: 105 }]);
  });
});
