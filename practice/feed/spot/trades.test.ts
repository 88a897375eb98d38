import { describe, expect, it } from 'vitest';
import { limit } from '#practice/spot/testing/venue-kit.ts';
import { startMs } from '../testing/manual-time.ts';
import { must } from '../testing/must.ts';
import { openSpotMarket } from '../testing/spot-feed.ts';

describe('trades', () => {
  it('/market/match publishes each at once', () => {
    const { kit, subscribe } = openSpotMarket();
    const subscription = subscribe('/market/match:BTC-USDT');
    const order = must(kit.venue.place('ann', limit('sell', '99', '1.5')));
    const [first, second] = subscription.take();
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

  it('/market/candles publishes the open candle after each trade of its own pair', () => {
    const { kit, subscribe, time } = openSpotMarket();
    const subscription = subscribe('/market/candles:BTC-USDT_1min,BTC-USDT_1hour');
    expect(subscription.take()).toEqual([]);
    must(kit.venue.place('ann', limit('buy', '101', '0.5')));
    must(kit.venue.place('ann', limit('sell', '100', '0.5')));
    must(kit.venue.place('ann', { ...limit('buy', '7', '1'), symbol: 'ETH-USDT' }));
    must(kit.venue.place('bob', { ...limit('sell', '7', '1'), symbol: 'ETH-USDT' }));
    const minute = String(Math.floor(startMs / 60_000) * 60);
    const frames = subscription.take();
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
    subscription.stop();
    const late = subscribe('/market/candles:BTC-USDT_1min');
    expect(late.data()).toMatchObject([{ candles: [minute, '101', '100', '101', '100', '1', '100.5'] }]);
  });

  it.each(['/market/candles:BTC-USDT', '/market/candles:BTC-USDT_2min', '/market/candles:BTC_1min'])(
    'reject %s',
    topic => {
      expect(() => openSpotMarket().subscribe(topic)).toThrow('is not found');
    },
  );
});
