import { describe, expect, it } from 'vitest';
import { limit } from '#practice/spot/testing/venue-kit.ts';
import { startMs } from '../testing/manual-time.ts';
import { must } from '../testing/must.ts';
import { openSpotFeed, openSpotMarket } from '../testing/spot-feed.ts';

describe('/account/balance', () => {
  it('publishes each movement with its order and trade, and never that of the other side', () => {
    const { kit, subscribe } = openSpotMarket();
    const subscription = subscribe('/account/balance');
    const order = must(kit.venue.place('ann', limit('buy', '101', '1')));
    const frames = subscription.data();
    expect(frames[0]).toMatchObject({
      currency: 'USDT',
      total: '1000000000',
      available: '999999898.798',
      hold: '101.202',
      availableChange: '-101.202',
      holdChange: '101.202',
      relationContext: { symbol: 'BTC-USDT', orderId: order.id },
      relationEvent: 'trade.hold',
      relationEventId: expect.stringMatching(/^\d+$/),
      accountId: expect.stringMatching(/^[\da-f]{24}$/),
      time: String(startMs),
    });
    const received = frames.find(each => JSON.stringify(each).includes('"currency":"BTC"'));
    expect(received).toMatchObject({
      availableChange: '1',
      holdChange: '0',
      relationEvent: 'trade.setted',
      relationContext: { orderId: order.id, tradeId: expect.stringMatching(/^\d+$/) },
    });
    for (const each of frames) expect(each).toMatchObject({ relationContext: { orderId: order.id } });
  });

  it('names the pair of an isolated wallet', () => {
    const { kit, subscribe } = openSpotFeed();
    const subscription = subscribe('/account/balance');
    kit.ledger.deposit({ accountId: 'ann', wallet: 'isolated:BTC-USDT', currency: 'USDT', amount: '5' });
    kit.ledger.deposit({ accountId: 'ann', wallet: 'margin', currency: 'USDT', amount: '5' });
    expect(subscription.data()).toMatchObject([
      { relationEvent: 'isolated_BTC-USDT.deposit' },
      { relationEvent: 'margin.deposit' },
    ]);
  });

  it('omits the futures wallet and other accounts', () => {
    const { kit, subscribe } = openSpotFeed();
    const subscription = subscribe('/account/balance');
    kit.ledger.deposit({ accountId: 'ann', wallet: 'futures', currency: 'USDT', amount: '5' });
    kit.ledger.deposit({ accountId: 'bob', wallet: 'main', currency: 'USDT', amount: '5' });
    kit.ledger.deposit({ accountId: 'ann', wallet: 'main', currency: 'USDT', amount: '5' });
    kit.ledger.transfer(
      { accountId: 'ann', wallet: 'main', currency: 'USDT', amount: '5' },
      { accountId: 'ann', wallet: 'trade' },
    );
    kit.ledger.withdraw({ accountId: 'ann', wallet: 'trade', currency: 'USDT', amount: '5' });
    expect(subscription.data()).toMatchObject([
      { relationEvent: 'main.deposit', relationContext: {} },
      { relationEvent: 'main.transfer' },
      { relationEvent: 'trade.transfer' },
      { relationEvent: 'trade.withdraw_done' },
    ]);
  });
});
