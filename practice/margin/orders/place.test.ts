import { describe, expect, it } from 'vitest';
import { accepted, createMarginKit, cross, isolated, limitOrder, reasonOf } from '../testing/margin-kit.ts';

function kitWith(amount: `${number}` = '1000') {
  const kit = createMarginKit();
  kit.give('ann', 'margin', { USDT: amount });
  kit.quote('BTC-USDT', 100);
  return kit;
}

const owed = (kit: ReturnType<typeof createMarginKit>, currency: string, scope = cross) =>
  accepted(kit.margin.account(scope)).assets.find(asset => asset.currency === currency)?.principal;

describe('placing margin orders', () => {
  it('trades from the account that the order names', () => {
    const kit = kitWith();
    const { order, loan } = accepted(kit.margin.place('ann', limitOrder('buy', '100.1', '5')));
    expect(loan).toBeNull();
    expect(order).toMatchObject({ dealSize: '5', placement: { tradeType: 'MARGIN_TRADE' } });
    expect(kit.ledger.balance('ann', 'margin', 'BTC').total).toBe('5');
    expect(reasonOf(kit.margin.place('ann', { ...limitOrder('sell', '100', '1'), isIsolated: true }))).toBe('balance');
    kit.give('ann', 'isolated:BTC-USDT', { BTC: '1' });
    const sale = accepted(kit.margin.place('ann', { ...limitOrder('sell', '99', '1'), isIsolated: true }));
    expect(sale.order.placement.tradeType).toBe('MARGIN_ISOLATED_TRADE');
    expect(kit.ledger.balance('ann', 'isolated:BTC-USDT', 'USDT').total).toBe('99.7002');
  });

  it('borrows exactly the missing amount on request', () => {
    const kit = kitWith();
    const order = limitOrder('buy', '100.1', '20');
    expect(reasonOf(kit.margin.place('ann', order))).toBe('balance');
    const placed = accepted(kit.margin.place('ann', { ...order, isAutoBorrow: true }));
    // 20 × 100.1 and the fee of 0.2 %, less the 1000 there are
    expect(placed.loan).toMatchObject({ currency: 'USDT', actualSize: '1006.004', status: 'SUCCESS' });
    expect(placed.order.dealSize).toBe('20');
    expect(owed(kit, 'USDT')).toBe('1006.004');
    expect(kit.events.map(({ status, reason }) => `${status} ${reason}`)).toEqual([
      'BORROW TRADE_AUTO_BORROW',
      'EFFECTIVE DEFAULT_DEBT',
    ]);
  });

  it('borrows for market orders of each type, and coins for a short sale', () => {
    const kit = kitWith('100');
    const market = { symbol: 'BTC-USDT', type: 'market', isAutoBorrow: true } as const;
    expect(accepted(kit.margin.place('ann', { ...market, side: 'buy', funds: '150' })).loan?.actualSize).toBe('50.3');
    expect(accepted(kit.margin.place('ann', { ...market, side: 'buy', size: '1' })).order.dealSize).toBe('1');
    const short = createMarginKit();
    short.give('ann', 'margin', { USDT: '1000' });
    short.quote('BTC-USDT', 100);
    const sold = accepted(short.margin.place('ann', { ...market, side: 'sell', size: '3' }));
    expect(sold.loan).toMatchObject({ currency: 'BTC', actualSize: '3' });
    expect(owed(short, 'BTC')).toBe('3');
  });

  it('does not borrow beyond the leverage, and nothing for a rejected order', () => {
    const kit = kitWith();
    const far = { ...limitOrder('buy', '100', '60'), isAutoBorrow: true };
    expect(reasonOf(kit.margin.place('ann', far))).toBe('borrow-limit');
    const post = { ...limitOrder('buy', '101', '20'), isPostOnly: true, isAutoBorrow: true };
    expect(reasonOf(kit.margin.place('ann', post))).toBe('post-only-would-take');
    expect(owed(kit, 'USDT')).toBe('0');
    expect(kit.margin.history('ann').borrows).toEqual([]);
  });

  it('rejects pairs without margin', () => {
    const kit = kitWith();
    expect(reasonOf(kit.margin.place('ann', { ...limitOrder('buy', '10', '1'), symbol: 'X-Y' }))).toBe(
      'symbol-unknown',
    );
    const ether = { ...limitOrder('buy', '10', '1'), symbol: 'ETH-USDT', isIsolated: true };
    expect(reasonOf(kit.margin.place('ann', ether))).toBe('not-isolated');
  });

  it('tests an order without a change, and states what it would borrow', () => {
    const kit = kitWith();
    const order = { ...limitOrder('buy', '100.1', '20'), isAutoBorrow: true };
    expect(accepted(kit.margin.test('ann', order))).toBe('1006.004');
    expect(accepted(kit.margin.test('ann', limitOrder('buy', '100', '1')))).toBe('0');
    expect(reasonOf(kit.margin.test('ann', { ...order, size: '60' }))).toBe('borrow-limit');
    expect([owed(kit, 'USDT'), kit.spot.orders('ann', 'active', {}).length]).toEqual(['0', 0]);
  });
});

describe('automatic repayment', () => {
  it('uses the proceeds of each fill, at most that and at most the liability', () => {
    const kit = kitWith('100');
    accepted(kit.margin.borrow(cross, { currency: 'BTC', size: '3', timeInForce: 'FOK' }));
    accepted(kit.margin.place('ann', { ...limitOrder('sell', '99', '3') }));
    const back = { ...limitOrder('buy', '101', '2'), isAutoRepay: true };
    accepted(kit.margin.place('ann', back));
    expect(owed(kit, 'BTC')).toBe('1');
    expect(kit.ledger.balance('ann', 'margin', 'BTC').total).toBe('0');
    expect(kit.margin.history('ann').repays).toMatchObject([{ size: '2', principal: '2', interest: '0' }]);
    kit.give('ann', 'margin', { USDT: '500' });
    accepted(kit.margin.place('ann', { ...back, clientOid: 'again' }));
    expect(owed(kit, 'BTC')).toBe('0');
    expect(kit.ledger.balance('ann', 'margin', 'BTC').total).toBe('1');
    expect(kit.events.at(-1)).toMatchObject({ status: 'EFFECTIVE', reason: 'DEFAULT_CLEAR' });
  });

  it('applies to later fills too, less the fee in the same currency', () => {
    const kit = createMarginKit();
    kit.give('ann', 'isolated:BTC-USDT', { BTC: '1' });
    kit.quote('BTC-USDT', 100);
    accepted(kit.margin.borrow(isolated, { currency: 'USDT', size: '200', timeInForce: 'FOK' }));
    accepted(kit.margin.place('ann', { ...limitOrder('buy', '101', '1.9'), isIsolated: true }));
    const sale = accepted(
      kit.margin.place('ann', { ...limitOrder('sell', '100', '1'), isIsolated: true, isAutoRepay: true }),
    );
    expect(owed(kit, 'USDT', isolated)).toBe('200');
    accepted(kit.spot.place('bob', limitOrder('buy', '100', '1')));
    expect(kit.spot.order('ann', sale.order.id)?.isActive).toBe(false);
    // 100 less the maker fee of 0.1 %
    expect(owed(kit, 'USDT', isolated)).toBe('100.1');
  });
});
