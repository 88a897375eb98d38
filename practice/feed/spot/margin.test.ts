import { describe, expect, it } from 'vitest';
import { limit } from '#practice/spot/testing/venue-kit.ts';
import { startMs } from '../testing/manual-time.ts';
import { must } from '../testing/must.ts';
import { openSpotMarket } from '../testing/spot-feed.ts';

const cross = { accountId: 'ann', symbol: null };
const isolated = { accountId: 'ann', symbol: 'BTC-USDT' };
const usdt = (size: `${number}`) => ({ currency: 'USDT', size, timeInForce: 'FOK' }) as const;

function open() {
  const feed = openSpotMarket();
  const { ledger } = feed.kit;
  ledger.deposit({ accountId: 'ann', wallet: 'margin', currency: 'USDT', amount: '1000' });
  ledger.deposit({ accountId: 'ann', wallet: 'isolated:BTC-USDT', currency: 'USDT', amount: '100' });
  return feed;
}

describe('the margin topics', () => {
  it('stay silent without debts', () => {
    const { kit, subscribe, time } = open();
    const subscribers = [subscribe('/margin/position'), subscribe('/margin/isolatedPosition:BTC-USDT')];
    must(kit.venue.place('ann', limit('buy', '101', '1')));
    time.advance(10_000);
    expect(subscribers.map(subscription => subscription.take().length)).toEqual([0, 0]);
    expect(() => subscribe('/margin/isolatedPosition:NO-PAIR')).toThrow('is not found');
  });

  it('publish the debt ratio at once and every four seconds while there is a liability', () => {
    const { margin, subscribe, time } = open();
    must(margin.borrow(cross, usdt('500')));
    const subscription = subscribe('/margin/position');
    const frames = [
      {
        topic: '/margin/position',
        subject: 'debt.ratio',
        channelType: 'private',
        userId: 'user-ann',
        data: {
          debtRatio: 0.3333,
          // 1500 and 500 at 100.5
          totalAsset: expect.closeTo(14.925373, 5),
          marginCoefficientTotalAsset: '14.9253731343283582',
          totalDebt: '4.9751243781094527',
          assetList: { USDT: { total: '1500', available: '1500', hold: '0' } },
          debtList: { USDT: '500' },
          timestamp: startMs,
        },
      },
    ];
    expect(subscription.take()).toMatchObject(frames);
    time.advance(9_000);
    expect(subscription.data()).toMatchObject([{ timestamp: startMs + 4_000 }, { timestamp: startMs + 8_000 }]);
    must(margin.repay(cross, { currency: 'USDT', size: '500' }));
    time.advance(8_000);
    expect(subscription.take()).toEqual([]);
    subscription.stop();
    expect(time.waiting()).toBe(0);
  });

  it('publish that the cross account is frozen and how that ends', () => {
    const { kit, margin, subscribe, time } = open();
    const subscription = subscribe('/margin/position');
    must(margin.borrow(cross, { currency: 'BTC', size: '20', timeInForce: 'FOK' }));
    // of twenty coins that are owed one is gone, and the dollars with it
    kit.ledger.withdraw({ accountId: 'ann', wallet: 'margin', currency: 'USDT', amount: '1000' });
    kit.ledger.withdraw({ accountId: 'ann', wallet: 'margin', currency: 'BTC', amount: '1' });
    margin.tick(time.clock.nowMs());
    expect(subscription.take()).toMatchObject([
      { subject: 'position.status', data: { type: 'FROZEN_FL' } },
      { subject: 'position.status', data: { type: 'LIABILITY' } },
    ]);
    kit.ledger.deposit({ accountId: 'ann', wallet: 'margin', currency: 'USDT', amount: '1000' });
    margin.tick(time.clock.nowMs());
    expect(subscription.data()).toMatchObject([{ type: 'UNLIABILITY' }]);
  });

  it('publish each change of an isolated position, in its own terms', () => {
    const { margin, subscribe, time } = open();
    const subscription = subscribe('/margin/isolatedPosition:BTC-USDT');
    must(margin.borrow(cross, usdt('500')));
    must(margin.borrow(isolated, usdt('300')));
    expect(subscription.data()).toEqual([
      {
        tag: 'BTC-USDT',
        status: 'IN_BORROW',
        statusBizType: 'USER_BORROW',
        accumulatedPrincipal: '100',
        changeAssets: {
          BTC: { total: '0', hold: '0', liabilityPrincipal: '0', liabilityInterest: '0' },
          USDT: { total: '400', hold: '0', liabilityPrincipal: '300', liabilityInterest: '0' },
        },
        timestamp: startMs,
      },
      expect.objectContaining({ status: 'DEBT', statusBizType: 'DEFAULT_DEBT' }),
    ]);
    time.advance(4_000);
    expect(subscription.data()).toMatchObject([{ status: 'DEBT', statusBizType: 'DEFAULT_DEBT' }]);
    must(margin.repay(isolated, { currency: 'USDT', size: '300' }));
    expect(subscription.data()).toMatchObject([
      { status: 'IN_REPAY', statusBizType: 'USER_REPAY' },
      { status: 'CLEAR', statusBizType: 'DEFAULT_CLEAR' },
    ]);
  });

  it('publish margin orders with the others, and the balances of their wallets', () => {
    const { margin, subscribe } = open();
    const [orders, balances] = [subscribe('/spotMarket/tradeOrdersV2'), subscribe('/account/balance')];
    const placed = must(margin.place('ann', { ...limit('buy', '98', '1'), clientOid: 'm1' }));
    expect(orders.data()).toMatchObject([
      { orderId: placed.order.id, type: 'received' },
      { orderId: placed.order.id, type: 'open', clientOid: 'm1' },
    ]);
    expect(balances.data()).toMatchObject([{ relationEvent: 'margin.hold', holdChange: '98.196' }]);
  });
});
