import { describe, expect, it } from 'vitest';
import { limit } from '#practice/spot/testing/venue-kit.ts';
import { startMs } from '../testing/manual-time.ts';
import { must } from '../testing/must.ts';
import { openSpotFeed, openSpotMarket } from '../testing/spot-feed.ts';

describe('/spotMarket/tradeOrdersV2 and tradeOrders', () => {
  it('publishes the life of a limit order: received, open, match, match, filled', () => {
    const { kit, subscribe } = openSpotMarket();
    const subscription = subscribe('/spotMarket/tradeOrdersV2');
    const order = must(kit.venue.place('ann', { ...limit('buy', '101', '3'), clientOid: 'c-1' }));
    must(kit.venue.place('cat', limit('sell', '101', '2')));
    const frames = subscription.data();
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
    expect(subscription.texts[0]).toContain('"userId":"user-ann","channelType":"private"');
    expect(subscription.texts[0]).toMatch(/"ts":17320000000000\d{5}[,}]/);
  });

  it('publishes a market order by funds: received, match, done; never open', () => {
    const { kit, subscribe } = openSpotMarket();
    const subscription = subscribe('/spotMarket/tradeOrdersV2');
    must(kit.venue.place('ann', { symbol: 'BTC-USDT', type: 'market', side: 'buy', funds: '50' }));
    const frames = subscription.data();
    expect(frames).toMatchObject([
      { type: 'received', orderType: 'market', originFunds: '50', remainFunds: '50' },
      { type: 'match', status: 'match', matchPrice: '101', matchSize: '0.495' },
      { type: 'filled', status: 'done', canceledFunds: '0.005', remainFunds: '0' },
    ]);
    expect(frames[0]).not.toHaveProperty('price');
    expect(frames[0]).not.toHaveProperty('size');
  });

  it('publishes reductions by self-trade prevention, and cancels', () => {
    const { kit, subscribe } = openSpotFeed();
    const resting = must(kit.venue.place('ann', limit('sell', '101', '3')));
    const subscription = subscribe('/spotMarket/tradeOrdersV2');
    must(kit.venue.place('ann', { ...limit('buy', '101', '1'), selfTradePrevention: 'DC' }));
    must(kit.venue.cancel('ann', resting.id));
    const own = subscription.data().filter(each => JSON.stringify(each).includes(`"${resting.id}"`));
    expect(own).toMatchObject([
      { type: 'update', status: 'open', originSize: '3', size: '2', oldSize: '3', remainSize: '2', canceledSize: '1' },
      { type: 'canceled', status: 'done', canceledSize: '3', remainSize: '0' },
    ]);
  });

  it('omits the status new in V1', () => {
    const { kit, subscribe } = openSpotFeed();
    const subscription = subscribe('/spotMarket/tradeOrders');
    must(kit.venue.place('ann', limit('buy', '100', '1')));
    must(kit.venue.place('bob', limit('buy', '100', '1')));
    expect(subscription.take()).toMatchObject([{ topic: '/spotMarket/tradeOrders', data: { type: 'open' } }]);
  });
});
