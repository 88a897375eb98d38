import { describe, expect, it } from 'vitest';
import { limit } from '#practice/spot/testing/venue-kit.ts';
import { startMs } from '../testing/manual-time.ts';
import { must } from '../testing/must.ts';
import { openSpotMarket } from '../testing/spot-feed.ts';

describe('/market/snapshot', () => {
  it('publishes the 24 h statistics of a pair every 2 s in numbers, nested once more', () => {
    const { kit, subscribe, time } = openSpotMarket();
    must(kit.venue.place('ann', limit('buy', '101', '0.5')));
    time.advance(2 * 3_600_000);
    must(kit.venue.place('ann', limit('sell', '100', '0.25')));
    const subscription = subscribe('/market/snapshot:BTC-USDT');
    const [frame] = subscription.take();
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
    expect(subscription.take()).toEqual([]);
    time.advance(1);
    expect(subscription.take()).toHaveLength(1);
    subscription.stop();
    expect(time.waiting()).toBe(0);
  });

  it('stays at the last price without trades for hours', () => {
    const { kit, subscribe, time } = openSpotMarket();
    must(kit.venue.place('ann', limit('buy', '101', '0.5')));
    time.advance(5 * 3_600_000);
    expect(subscribe('/market/snapshot:BTC-USDT').data()).toMatchObject([
      { data: { marketChange4h: { open: 101, high: 101, low: 101, vol: 0, changePrice: 0 } } },
    ]);
  });

  it('publishes each pair of a market with trades', () => {
    const { kit, subscribe } = openSpotMarket();
    must(kit.venue.place('ann', limit('buy', '101', '0.5')));
    expect(subscribe('/market/snapshot:USDS').data()).toMatchObject([{ data: { symbol: 'BTC-USDT' } }]);
    expect(subscribe('/market/snapshot:ALTS').data()).toEqual([]);
    expect(() => subscribe('/market/snapshot:NOWHERE')).toThrow('is not found');
  });
});
