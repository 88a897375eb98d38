import { beforeEach, describe, expect, it } from 'vitest';
import { createFuturesFeed, dataOf, type FuturesFeed, keysOf } from '../testing/futures-feed.ts';

/** Key sets are those of the service's published examples. */

const symbol = 'XBTUSDTM';
let feed: FuturesFeed;

beforeEach(() => {
  feed = createFuturesFeed();
});

describe('advancedOrders', () => {
  const stop = { stop: 'up', stopPrice: '50500', stopPriceType: 'IP', price: '50600', size: '2' } as const;

  it('publishes that a stop order was placed, triggered, cancelled', () => {
    const listener = feed.subscribe('/contractMarket/advancedOrders', 'ada');
    const first = feed.kit.mustOrder('ada', 'buy', stop);
    const second = feed.kit.mustOrder('ada', 'buy', { ...stop, stopPrice: '60000' });
    feed.kit.venue.cancel('ada', second.id);
    feed.kit.mustOrder('bob', 'buy', stop);
    feed.kit.venue.setIndexPrice(symbol, '50501');
    const frames = listener.take();
    expect(frames.map(frame => [dataOf(frame)['orderId'], dataOf(frame)['type']])).toEqual([
      [first.id, 'open'],
      [second.id, 'open'],
      [second.id, 'cancel'],
      [first.id, 'triggered'],
    ]);
    expect(keysOf(frames[0])).toEqual([
      'createdAt',
      'marginMode',
      'orderId',
      'orderPrice',
      'orderType',
      'side',
      'size',
      'stop',
      'stopPrice',
      'stopPriceType',
      'symbol',
      'ts',
      'type',
    ]);
    expect(dataOf(frames[0])).toMatchObject({
      orderPrice: '50600',
      orderType: 'stop',
      size: 2,
      marginMode: 'ISOLATED',
    });
    expect(dataOf(frames[3])).toMatchObject({ triggerSuccess: true });
    expect(dataOf(frames[3])).not.toHaveProperty('error');
    expect(frames[0]?.id).toMatch(/^[\da-f]{24}$/);
  });

  it('states why a trigger failed', () => {
    feed.kit.fund('poor', '1');
    const listener = feed.subscribe('/contractMarket/advancedOrders', 'poor');
    feed.kit.mustOrder('poor', 'buy', stop);
    feed.kit.venue.setIndexPrice(symbol, '50501');
    expect(dataOf(listener.take()[1])).toMatchObject({
      type: 'triggered',
      triggerSuccess: false,
      error: 'error.createOrder.accountBalanceInsufficient',
    });
  });
});
