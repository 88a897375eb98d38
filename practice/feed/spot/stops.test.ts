import { describe, expect, it } from 'vitest';
import { limit } from '#practice/spot/testing/venue-kit.ts';
import { startMs } from '../testing/manual-time.ts';
import { must } from '../testing/must.ts';
import { openSpotMarket } from '../testing/spot-feed.ts';

describe('/spotMarket/advancedOrders', () => {
  it('publishes a stop order that waits, triggers, fails to, or is cancelled', () => {
    const { kit, subscribe } = openSpotMarket();
    const subscription = subscribe('/spotMarket/advancedOrders');
    const stop = { ...limit('buy', '105', '1'), stopPrice: '101', stop: 'entry' } as const;
    const first = must(kit.venue.placeStop('ann', stop));
    const failing = must(kit.venue.placeStop('ann', { ...stop, side: 'sell', size: '5' }));
    kit.ledger.withdraw({ accountId: 'ann', wallet: 'trade', currency: 'BTC', amount: '1000000000' });
    const last = must(kit.venue.placeStop('ann', { ...stop, stopPrice: '500', size: '2' }));
    must(kit.venue.cancelStop('ann', last.id));
    expect(subscription.take()).toMatchObject([
      {
        topic: '/spotMarket/advancedOrders',
        subject: 'stopOrder',
        data: {
          orderId: first.id,
          orderPrice: '105',
          orderType: 'stop',
          side: 'buy',
          size: '1',
          stop: 'entry',
          stopPrice: '101',
          symbol: 'BTC-USDT',
          tradeType: 'TRADE',
          type: 'open',
          createdAt: startMs,
          ts: startMs * 1e6,
        },
      },
      { data: { orderId: failing.id, type: 'open' } },
      { data: { orderId: last.id, type: 'open' } },
      { data: { orderId: last.id, type: 'cancel' } },
    ]);
    must(kit.venue.place('cat', limit('buy', '101', '0.1')));
    expect(subscription.data()).toMatchObject([
      { orderId: first.id, type: 'triggered', triggerSuccess: true },
      { orderId: failing.id, type: 'triggered', triggerSuccess: false },
    ]);
    expect(subscription.texts[0]).not.toContain('triggerSuccess');
  });
});
