import { describe, expect, it } from 'vitest';
import { limit } from '../spot/testing/venue-kit.ts';
import { must } from './testing/must.ts';
import { openSpotMarket } from './testing/spot-feed.ts';

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
  ])('%s leaves no timer and no listener', topic => {
    const { kit, time, subscribe, listeners } = openSpotMarket();
    const subscription = subscribe(topic);
    must(kit.venue.place('ann', limit('buy', '101', '0.5')));
    must(kit.venue.placeStop('ann', { ...limit('buy', '101', '0.5'), stopPrice: '150', stop: 'entry' }));
    time.advance(5000);
    expect(subscription.texts.length).toBeGreaterThan(0);
    must(kit.venue.place('ann', limit('buy', '101', '0.1')));
    subscription.stop();
    const frames = subscription.texts.length;
    must(kit.venue.place('ann', limit('buy', '101', '0.1')));
    time.advance(5000);
    expect([subscription.texts.length, listeners(), time.waiting()]).toEqual([frames, 0, 0]);
  });
});
