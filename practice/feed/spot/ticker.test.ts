import { describe, expect, it } from 'vitest';
import { limit } from '#practice/spot/testing/venue-kit.ts';
import { startMs } from '../testing/manual-time.ts';
import { must } from '../testing/must.ts';
import { openSpotMarket } from '../testing/spot-feed.ts';

describe('/market/ticker', () => {
  it('follows the top of the book and the last trade every 100 ms', () => {
    const { kit, time, subscribe } = openSpotMarket();
    const subscription = subscribe('/market/ticker:BTC-USDT');
    expect(subscription.take()).toEqual([
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
    must(kit.venue.place('ann', limit('buy', '101', '0.4')));
    must(kit.venue.place('ann', limit('buy', '95', '1')));
    time.advance(100);
    expect(subscription.data()).toEqual([
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
    must(kit.venue.place('ann', limit('buy', '96', '1')));
    time.advance(1000);
    expect(subscription.take()).toEqual([]);
  });

  it(':all has the pair as its subject, an empty side as zero, and stops completely', () => {
    const { kit, time, subscribe, listeners } = openSpotMarket();
    const subscription = subscribe('/market/ticker:all');
    expect(subscription.take()).toMatchObject([
      { topic: '/market/ticker:all', subject: 'BTC-USDT' },
      { topic: '/market/ticker:all', subject: 'ETH-USDT', data: { bestAsk: '0', bestBidSize: '0' } },
    ]);
    must(kit.venue.place('ann', { ...limit('buy', '7', '1'), symbol: 'ETH-USDT' }));
    time.advance(100);
    expect(subscription.take()).toMatchObject([{ subject: 'ETH-USDT', data: { bestBid: '7' } }]);
    subscription.stop();
    expect([listeners(), time.waiting()]).toEqual([0, 0]);
  });
});
