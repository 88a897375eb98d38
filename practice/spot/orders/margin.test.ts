import { describe, expect, it } from 'vitest';
import { isolatedWallet } from '#practice/accounts/isolated-wallet.ts';
import { btcUsdt, createSpotKit, limit, type SpotKit } from '../testing/venue-kit.ts';
import { accepted, place, rejectionOf } from '../testing/trading.ts';
import type { SpotPlacement } from '../types.ts';

const cross = { tradeType: 'MARGIN_TRADE' } as const;
const isolated = { tradeType: 'MARGIN_ISOLATED_TRADE' } as const;

function marginKit(): SpotKit {
  const kit = createSpotKit({}, [
    ['bob', 'BTC', '10'],
    ['bob', 'USDT', '10000'],
  ]);
  kit.ledger.deposit({ accountId: 'ann', wallet: 'margin', currency: 'USDT', amount: '1000' });
  kit.ledger.deposit({ accountId: 'ann', wallet: isolatedWallet('BTC-USDT'), currency: 'BTC', amount: '2' });
  return kit;
}

const totals = (kit: SpotKit, accountId: string) =>
  kit.ledger
    .balances(accountId)
    .filter(({ total }) => total !== '0')
    .map(({ wallet, currency, total, held }) => `${wallet} ${currency} ${total} (${held})`);

describe('margin orders in the book of spot', () => {
  it('use their own wallet for payments and proceeds', () => {
    const kit = marginKit();
    place(kit, 'bob', limit('sell', '100', '3'));
    const order = place(kit, 'ann', { ...limit('buy', '100', '4'), ...cross });
    expect(order).toMatchObject({ dealSize: '3', isActive: true, placement: { tradeType: 'MARGIN_TRADE' } });
    expect(totals(kit, 'ann')).toEqual([
      'margin USDT 699.4 (100.2)',
      'isolated:BTC-USDT BTC 2 (0)',
      'margin BTC 3 (0)',
    ]);
    place(kit, 'ann', { ...limit('sell', '110', '1'), ...isolated });
    expect(kit.ledger.balance('ann', isolatedWallet('BTC-USDT'), 'BTC').held).toBe('1');
    expect(rejectionOf(kit.venue.place('ann', limit('buy', '100', '1')))).toBe('balance');
    kit.venue.cancel('ann', order.id);
    expect(kit.ledger.balance('ann', 'margin', 'USDT').held).toBe('0');
  });

  it('carry their kind in lists and fills, and follow self-trade prevention of every kind', () => {
    const kit = marginKit();
    const resting = place(kit, 'ann', { ...limit('sell', '101', '1'), ...isolated });
    const own = place(kit, 'ann', { ...limit('buy', '101', '1'), ...cross, selfTradePrevention: 'CO' });
    expect(kit.venue.order('ann', resting.id)).toMatchObject({ isActive: false, cancelExist: true });
    expect(own.dealSize).toBe('0');
    place(kit, 'bob', limit('sell', '101', '1'));
    expect(kit.venue.fills('ann', 0)).toMatchObject([{ tradeType: 'MARGIN_TRADE', orderId: own.id }]);
    expect(kit.venue.orders('ann', 'done', cross).map(({ id }) => id)).toEqual([own.id]);
    expect(kit.venue.orders('ann', 'done', isolated).map(({ id }) => id)).toEqual([resting.id]);
  });

  it('fail in a pair without margin', () => {
    const kit = createSpotKit({ pairs: [{ ...btcUsdt, isMarginEnabled: false }] });
    expect(kit.venue.costOf('ann', { ...limit('buy', '100', '1'), ...cross })).toMatchObject({ field: 'tradeType' });
  });
});

const cost = (kit: SpotKit, placement: SpotPlacement) => accepted(kit.venue.costOf('unknown', placement));

describe('the cost of an order', () => {
  it('equals the required balance of its account, for each type of order', () => {
    const kit = marginKit();
    place(kit, 'bob', limit('sell', '100', '1'));
    place(kit, 'bob', limit('sell', '102', '2'));
    place(kit, 'bob', limit('buy', '99', '5'));
    const market = { symbol: 'BTC-USDT', type: 'market' } as const;
    // the dearer of both fees is 0.2 %
    expect(cost(kit, limit('buy', '98', '2'))).toEqual({ currency: 'USDT', amount: '196.392' });
    expect(cost(kit, limit('sell', '103', '2'))).toEqual({ currency: 'BTC', amount: '2' });
    expect(cost(kit, { ...market, side: 'buy', size: '2' })).toEqual({ currency: 'USDT', amount: '202.404' });
    expect(cost(kit, { ...market, side: 'buy', funds: '50' })).toEqual({ currency: 'USDT', amount: '50.1' });
    expect(cost(kit, { ...market, side: 'sell', size: '2' })).toEqual({ currency: 'BTC', amount: '2' });
    expect(cost(kit, { ...market, side: 'sell', funds: '99' })).toEqual({ currency: 'BTC', amount: '1' });
  });

  it('the cost of an order is missing for an order that fails for another reason', () => {
    const kit = marginKit();
    place(kit, 'bob', limit('sell', '100', '1'));
    expect(rejectionOf(kit.venue.costOf('ann', { ...limit('buy', '100', '1'), isPostOnly: true }))).toBe(
      'post-only-would-take',
    );
    expect(rejectionOf(kit.venue.costOf('ann', limit('buy', '100.01', '1')))).toBe('price-increment');
    const sale = { symbol: 'BTC-USDT', type: 'market', side: 'sell', size: '1' } as const;
    expect(rejectionOf(kit.venue.costOf('ann', sale))).toBe('no-counterparty');
  });
});

describe('stop orders of the margin system', () => {
  const stop = { symbol: 'BTC-USDT', type: 'market', side: 'sell', size: '1', stopPrice: '95', ...isolated } as const;

  it('name their owner and cannot be cancelled by the user', () => {
    const kit = marginKit();
    const record = accepted(kit.venue.placeStop('ann', stop, 'MARGIN_SYSTEM'));
    expect(record.tradeSource).toBe('MARGIN_SYSTEM');
    expect(rejectionOf(kit.venue.cancelStop('ann', record.id))).toBe('order-unknown');
    expect(accepted(kit.venue.cancelStop('ann', record.id, 'MARGIN_SYSTEM')).status).toBe('CANCELLED');
  });

  it('ignore the limit on the number of orders', () => {
    const kit = marginKit();
    for (let count = 0; count < 20; count += 1) accepted(kit.venue.placeStop('ann', stop));
    expect(rejectionOf(kit.venue.placeStop('ann', stop))).toBe('too-many-stops');
    accepted(kit.venue.placeStop('ann', stop, 'MARGIN_SYSTEM'));
  });
});
