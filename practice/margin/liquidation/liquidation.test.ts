import { describe, expect, it } from 'vitest';
import { uncheckedDecimal } from '#shared/decimal.ts';
import {
  accepted,
  createMarginKit,
  cross,
  isolated,
  limitOrder,
  type MarginKit,
  reasonOf,
} from '../testing/margin-kit.ts';

const account = (kit: MarginKit, scope = cross) => accepted(kit.margin.account(scope));
const assetOf = (kit: MarginKit, currency: string, scope = cross) =>
  account(kit, scope).assets.find(asset => asset.currency === currency);
const statuses = (kit: MarginKit) => kit.events.map(({ status, reason }) => `${status} ${reason}`);

/** 100 of its own, 900 borrowed, all of it in bitcoin at 100. */
function longKit(): MarginKit {
  const kit = createMarginKit();
  kit.give('ann', 'isolated:BTC-USDT', { USDT: '102' });
  kit.quote('BTC-USDT', 100);
  accepted(kit.margin.borrow(isolated, { currency: 'USDT', size: '900', timeInForce: 'FOK' }));
  accepted(kit.margin.place('ann', { ...limitOrder('buy', '100.1', '9.98'), isIsolated: true }));
  kit.events.length = 0;
  return kit;
}

const stops = (kit: MarginKit) => kit.spot.stops('ann', {});

describe('the liquidation warning', () => {
  it('places a stop order of the margin system at the liquidation price, and removes it again', () => {
    const kit = longKit();
    kit.advance(1_000);
    expect(stops(kit)).toEqual([]);
    kit.quote('BTC-USDT', 94.5);
    kit.advance(1_000);
    expect(Number(account(kit, isolated).debtRatio)).toBeGreaterThan(0.95);
    const [stop] = stops(kit);
    expect(stop).toMatchObject({
      tradeSource: 'MARGIN_SYSTEM',
      stop: 'loss',
      placement: { side: 'sell', type: 'market', size: '9.98', tradeType: 'MARGIN_ISOLATED_TRADE' },
    });
    // at its price the debts are 97 % of the assets
    const { total: coins } = assetOf(kit, 'BTC', isolated) ?? { total: '0' };
    const { total: dollars } = assetOf(kit, 'USDT', isolated) ?? { total: '0' };
    const worth = Number(coins) * Number(stop?.placement.stopPrice) + Number(dollars);
    expect(900 / worth).toBeGreaterThan(0.968);
    expect(900 / worth).toBeLessThanOrEqual(0.97);
    kit.advance(1_000);
    expect(stops(kit)).toHaveLength(1);
    kit.quote('BTC-USDT', 97);
    kit.advance(1_000);
    expect(stops(kit)).toEqual([]);
    expect(statuses(kit)).toEqual([]);
  });

  it('makes that stop order sell and repay when a trade reaches its price first', () => {
    const kit = longKit();
    kit.quote('BTC-USDT', 94.5);
    kit.advance(1_000);
    const price = Number(stops(kit)[0]?.placement.stopPrice);
    kit.quote('BTC-USDT', price);
    expect(stops(kit)).toEqual([]);
    expect(kit.spot.fills('ann', 0)[0]).toMatchObject({ side: 'sell', size: '9.98', stop: 'loss' });
    expect(assetOf(kit, 'USDT', isolated)?.principal).toBe('0');
    expect(account(kit, isolated)).toMatchObject({ status: 'EFFECTIVE', debtRatio: '0' });
  });

  it('buys back a short position', () => {
    const kit = createMarginKit();
    kit.give('ann', 'margin', { USDT: '100' });
    kit.quote('BTC-USDT', 100);
    accepted(kit.margin.borrow(cross, { currency: 'BTC', size: '4', timeInForce: 'FOK' }));
    accepted(kit.margin.place('ann', limitOrder('sell', '99', '4')));
    for (const price of [108, 116, 119]) kit.quote('BTC-USDT', price);
    kit.advance(1_000);
    expect(stops(kit)).toMatchObject([{ stop: 'entry', placement: { side: 'buy', size: '4', isAutoRepay: true } }]);
    kit.quote('BTC-USDT', Number(stops(kit)[0]?.placement.stopPrice));
    expect(assetOf(kit, 'BTC')?.principal).toBe('0');
  });
});

describe('forced liquidation', () => {
  it('cancels all orders of the account, sells in the book and repays the liability', () => {
    const kit = longKit();
    kit.give('ann', 'margin', { USDT: '500' });
    const own = accepted(kit.margin.place('ann', { ...limitOrder('sell', '108', '1'), isIsolated: true }));
    const other = accepted(kit.margin.place('ann', limitOrder('buy', '91', '1')));
    const stop = accepted(
      kit.spot.placeStop('ann', {
        ...limitOrder('sell', '80', '1'),
        stopPrice: '81',
        tradeType: 'MARGIN_ISOLATED_TRADE',
      }),
    );
    kit.quote('BTC-USDT', 92);
    kit.advance(1_000);
    expect(kit.spot.order('ann', own.order.id)).toMatchObject({ isActive: false, cancelExist: true });
    expect(kit.spot.stop('ann', stop.id)?.status).toBe('CANCELLED');
    expect(kit.spot.order('ann', other.order.id)?.isActive).toBe(true);
    expect(statuses(kit)).toEqual(['LIQUIDATION FORCE_LIQUIDATION', 'EFFECTIVE DEFAULT_CLEAR']);
    expect(account(kit, isolated)).toMatchObject({ status: 'EFFECTIVE', debtValue: '0' });
    expect(assetOf(kit, 'BTC', isolated)?.total).toBe('0');
    expect(kit.spot.fills('ann', 0)[0]).toMatchObject({ side: 'sell', size: '9.98', price: '91.9' });
  });

  it('continues at the next check when the book is too thin, and freezes the account meanwhile', () => {
    const kit = longKit();
    kit.quote('BTC-USDT', 92, '4');
    kit.advance(1_000);
    expect(account(kit, isolated).status).toBe('LIQUIDATION');
    expect(assetOf(kit, 'BTC', isolated)).toMatchObject({ total: '5.98', maxBorrow: '0' });
    const order = { ...limitOrder('buy', '91', '0.1'), isIsolated: true };
    expect(reasonOf(kit.margin.place('ann', order))).toBe('margin-frozen');
    expect(reasonOf(kit.margin.repay(isolated, { currency: 'USDT', size: '1' }))).toBe('margin-frozen');
    expect(reasonOf(kit.margin.borrow(isolated, { currency: 'USDT', size: '10', timeInForce: 'IOC' }))).toBe(
      'margin-frozen',
    );
    expect(reasonOf(kit.margin.mayEnter(isolated, 'USDT'))).toBe('margin-frozen');
    expect(kit.margin.transferable(isolated, 'BTC')).toBe('0');
    kit.quote('BTC-USDT', 92, '4');
    kit.advance(1_000);
    kit.quote('BTC-USDT', 92, '4');
    kit.advance(1_000);
    expect(account(kit, isolated)).toMatchObject({ status: 'EFFECTIVE', debtRatio: '0' });
  });

  it('ends bankrupt when everything is sold and a liability remains', () => {
    const kit = longKit();
    for (const price of [92, 84]) kit.quote('BTC-USDT', price);
    kit.advance(1_000);
    const { status, debtRatio } = account(kit, isolated);
    expect([status, debtRatio]).toEqual(['BANKRUPTCY', '1']);
    expect(Number(assetOf(kit, 'USDT', isolated)?.principal)).toBeGreaterThan(60);
    expect(statuses(kit)).toEqual(['LIQUIDATION FORCE_LIQUIDATION', 'BANKRUPTCY FORCE_LIQUIDATION']);
    expect(reasonOf(kit.margin.place('ann', { ...limitOrder('buy', '80', '0.1'), isIsolated: true }))).toBe(
      'margin-bankrupt',
    );
    expect(reasonOf(kit.margin.mayEnter(isolated, 'USDT'))).toBe('accepted');
    kit.give('ann', 'isolated:BTC-USDT', { USDT: '100' });
    accepted(kit.margin.repay(isolated, { currency: 'USDT', size: '100' }));
    expect(account(kit, isolated)).toMatchObject({ status: 'EFFECTIVE', debtRatio: '0' });
    expect(kit.events.slice(2)).toMatchObject([
      { before: 'BANKRUPTCY', status: 'REPAY' },
      { before: 'REPAY', status: 'EFFECTIVE', reason: 'DEFAULT_CLEAR' },
    ]);
  });

  it('releases a bankrupt account after enough deposits', () => {
    const kit = longKit();
    for (const price of [92, 84]) kit.quote('BTC-USDT', price);
    kit.advance(1_000);
    kit.give('ann', 'isolated:BTC-USDT', { USDT: '60' });
    kit.advance(1_000);
    expect(account(kit, isolated).status).toBe('BANKRUPTCY');
    kit.give('ann', 'isolated:BTC-USDT', { USDT: '60' });
    kit.advance(1_000);
    expect(account(kit, isolated).status).toBe('EFFECTIVE');
  });

  it('buys the liability with the remaining assets, on cross margin over several currencies', () => {
    const kit = createMarginKit();
    kit.give('ann', 'margin', { ETH: '5' });
    kit.quote('BTC-USDT', 100);
    kit.quote('ETH-USDT', 40);
    accepted(kit.margin.borrow(cross, { currency: 'BTC', size: '6', timeInForce: 'FOK' }));
    accepted(kit.margin.place('ann', limitOrder('sell', '99', '6')));
    accepted(kit.margin.borrow(cross, { currency: 'USDT', size: '100', timeInForce: 'FOK' }));
    for (const price of [109, 118, 127, 131]) kit.quote('BTC-USDT', price);
    kit.advance(1_000);
    expect(account(kit).status).not.toBe('LIQUIDATION');
    expect(assetOf(kit, 'ETH')?.total).toBe('0');
    const { debtRatio, status, debtValue } = account(kit);
    expect([status, Number(debtRatio) < 0.97, debtValue]).toEqual(['EFFECTIVE', true, uncheckedDecimal('0')]);
  });

  it('ignores the limit on the number of orders', () => {
    const kit = longKit();
    kit.give('ann', 'trade', { USDT: '100000' });
    for (let count = 0; count < 200; count += 1) accepted(kit.spot.place('ann', limitOrder('buy', '90.1', '0.01')));
    expect(reasonOf(kit.spot.place('ann', limitOrder('buy', '90.1', '0.01')))).toBe('too-many-orders');
    kit.quote('BTC-USDT', 92);
    kit.advance(1_000);
    expect(account(kit, isolated)).toMatchObject({ status: 'EFFECTIVE', debtValue: '0' });
  });
});
