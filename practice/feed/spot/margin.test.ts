import { describe, expect, it } from 'vitest';
import { limit } from '#practice/spot/testing/venue-kit.ts';
import { must } from '../testing/must.ts';
import { openSpotMarket } from '../testing/spot-feed.ts';

describe('the margin topics', () => {
  it('can be subscribed to and stay silent', () => {
    const { kit, subscribe, time } = openSpotMarket();
    const subscribers = [subscribe('/margin/position'), subscribe('/margin/isolatedPosition:BTC-USDT')];
    must(kit.venue.place('ann', limit('buy', '101', '1')));
    time.advance(10_000);
    expect(subscribers.map(subscription => subscription.take().length)).toEqual([0, 0]);
    for (const subscription of subscribers) subscription.stop();
    expect(() => subscribe('/margin/isolatedPosition:NO-PAIR')).toThrow('is not found');
  });
});
