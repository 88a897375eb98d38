import { beforeEach, describe, expect, it } from 'vitest';
import { subtract } from '#shared/decimal.ts';
import { createFuturesKit, type FuturesKit } from '../testing/venue-kit.ts';
import type { FuturesEvent } from '../types.ts';

const symbol = 'XBTUSDTM';

let kit: FuturesKit;

/** ada long 10 lots at 50000 with leverage 10: 50 of initial margin, 0.33 of reserve. */
beforeEach(() => {
  kit = createFuturesKit();
  for (const accountId of ['ada', 'bob']) kit.fund(accountId, '1000');
  kit.mustOrder('bob', 'sell', { price: '50000', size: '10', leverage: '1' });
  kit.mustOrder('ada', 'buy', { size: '10' });
});

const position = () => kit.venue.position('ada', symbol);

describe('removing margin', () => {
  it('leaves the initial margin of the risk level and the reserve', () => {
    // 500 at 1 % is 5
    expect(kit.venue.maxWithdrawMargin('ada', { symbol })).toMatchObject({ value: '45' });
    kit.venue.setIndexPrice(symbol, '51000');
    // 510 at 1 %, and what it gains cannot be taken
    expect(kit.venue.maxWithdrawMargin('ada', { symbol })).toMatchObject({ value: '44.9' });
    kit.venue.setIndexPrice(symbol, '49000');
    expect(kit.venue.maxWithdrawMargin('ada', { symbol })).toMatchObject({ value: '35' });
  });

  it('takes added margin first, then the margin of the leverage', () => {
    kit.venue.addMargin('ada', { symbol, margin: '10', bizNo: 'one' });
    const wallet = kit.available('ada');
    expect(kit.venue.withdrawMargin('ada', { symbol }, '25')).toMatchObject({ value: '25' });
    expect(subtract(kit.available('ada'), wallet)).toBe('25');
    expect(position()).toMatchObject({ posCross: '0', posInit: '35', posMargin: '35.33', leverage: '14.29' });
  });

  it('raises the liquidation price by the difference, and never reaches the mark', () => {
    expect(kit.venue.withdrawMargin('ada', { symbol }, '45').ok).toBe(true);
    // 5.33 of margin less 2.83 of maintenance on 0.01 XBT
    expect(position()?.liquidationPrice).toBe('49750');
    expect(kit.venue.withdrawMargin('ada', { symbol }, '0.01')).toMatchObject({ reason: 'balance' });
  });

  it.each([
    ['ada', 'ETHUSDTM', '1', 'no-position'],
    ['ada', 'NOPE', '1', 'symbol-unknown'],
    ['ada', symbol, '0', 'parameter'],
    ['ada', symbol, '0.00000000001', 'parameter'],
    ['ada', symbol, '45.01', 'balance'],
  ] as const)('rejects %s %s %s: %s', (accountId, name, amount, reason) => {
    const before = kit.available('ada');
    expect(kit.venue.withdrawMargin(accountId, { symbol: name }, amount)).toMatchObject({ ok: false, reason });
    expect(kit.available('ada')).toBe(before);
  });

  it('accepts isolated positions only', () => {
    kit.mustOrder('bob', 'sell', { symbol: 'ETHUSDTM', price: '2000' });
    kit.mustOrder('ada', 'buy', { symbol: 'ETHUSDTM', marginMode: 'CROSS' });
    expect(kit.venue.maxWithdrawMargin('ada', { symbol: 'ETHUSDTM' })).toMatchObject({ reason: 'position-mode' });
    expect(kit.venue.withdrawMargin('ada', { symbol: 'ETHUSDTM' }, '1')).toMatchObject({ reason: 'position-mode' });
  });
});

describe('automatic deposits', () => {
  it('support a position while the wallet can, and start switched off', () => {
    expect(position()?.autoDeposit).toBe(false);
    kit.venue.changeAutoDeposit('ada', symbol, true);
    expect(position()?.autoDeposit).toBe(true);
    const wallet = kit.available('ada');
    kit.venue.setIndexPrice(symbol, '45000');
    expect(position()).toMatchObject({ posCross: '50', currentQty: '10' });
    expect(subtract(wallet, kit.available('ada'))).toBe('50');
    kit.ledger.withdraw({ accountId: 'ada', wallet: 'futures', currency: 'USDT', amount: kit.available('ada') });
    kit.venue.setIndexPrice(symbol, '40000');
    expect(position()).toBeNull();
  });

  it('publish a change while there is a position, and not for cross margin', () => {
    const heard: FuturesEvent[] = [];
    kit.venue.onEvent(event => heard.push(event));
    kit.venue.changeAutoDeposit('ada', symbol, true);
    kit.venue.changeAutoDeposit('ada', symbol, true);
    kit.venue.changeAutoDeposit('ada', 'ETHUSDTM', true);
    expect(heard).toMatchObject([{ kind: 'position', reason: 'autoAppendMarginStatusChange' }]);
    kit.venue.changeMarginMode('bob', 'ETHUSDTM', 'CROSS');
    expect(kit.venue.changeAutoDeposit('bob', 'ETHUSDTM', true)).toMatchObject({ reason: 'position-mode' });
  });
});

describe('the risk level', () => {
  it('follows the value until it is chosen', () => {
    expect(position()).toMatchObject({ riskLimitLevel: 1, maintMarginReq: '0.005', liquidationPrice: '45250' });
    expect(kit.venue.changeRiskLevel('ada', symbol, 2).ok).toBe(true);
    // maintenance of 1 %: 5.33
    expect(position()).toMatchObject({ riskLimitLevel: 2, maintMarginReq: '0.01', liquidationPrice: '45500' });
  });

  it('limits the opening size', () => {
    kit.fund('ada', '10000');
    const order = (leverage: '10' | '60') =>
      kit.order('ada', 'buy', { symbol: 'ETHUSDTM', price: '1990', size: '60', leverage });
    expect(order('10').ok).toBe(true);
    expect(kit.venue.changeRiskLevel('ada', 'ETHUSDTM', 1).ok).toBe(true);
    expect(order('10')).toMatchObject({ reason: 'risk-limit' });
    kit.venue.changeRiskLevel('ada', 'ETHUSDTM', 2);
    expect(order('10').ok).toBe(true);
    expect(order('60')).toMatchObject({ reason: 'leverage' });
  });

  it('cancels open orders on a change, and publishes it', () => {
    kit.mustOrder('ada', 'buy', { price: '49000' });
    const heard: FuturesEvent[] = [];
    kit.venue.onEvent(event => heard.push(event));
    kit.venue.changeRiskLevel('ada', symbol, 2);
    expect(kit.venue.orders('ada', 'active', {})).toEqual([]);
    expect(heard).toContainEqual({ kind: 'riskLevel', accountId: 'ada', symbol, level: 2 });
  });

  it('cannot be chosen when the position does not fit it', () => {
    expect(kit.venue.changeRiskLevel('ada', symbol, 4)).toMatchObject({ reason: 'parameter', field: 'level' });
    expect(kit.venue.withdrawMargin('ada', { symbol }, '30').ok).toBe(true);
    // leverage 25 now, the third level allows 10
    expect(kit.venue.changeRiskLevel('ada', symbol, 3)).toMatchObject({ reason: 'risk-limit' });
    kit.fund('bob', '10000');
    kit.mustOrder('bob', 'sell', { price: '50000', size: '30', leverage: '1' });
    kit.mustOrder('ada', 'buy', { size: '30' });
    expect(kit.venue.changeRiskLevel('ada', symbol, 1)).toMatchObject({ reason: 'risk-limit' });
    kit.venue.changeMarginMode('bob', 'ETHUSDTM', 'CROSS');
    expect(kit.venue.changeRiskLevel('bob', 'ETHUSDTM', 2)).toMatchObject({ reason: 'position-mode' });
  });
});

describe('a closed position', () => {
  it('keeps its result, and none for accounts that are never read', () => {
    kit.clock.advance(3_600_000);
    kit.mustOrder('bob', 'buy', { price: '51000', size: '10' });
    kit.mustOrder('ada', 'sell', { size: '4', isReduceOnly: true });
    expect(kit.venue.closedPositions('ada')).toEqual([]);
    kit.mustOrder('ada', 'sell', { size: '6', isReduceOnly: true });
    // 10 of gain, 0.3 and 0.306 of taker fees
    expect(kit.venue.closedPositions('ada')).toMatchObject([
      {
        side: 'LONG',
        how: 'CLOSE',
        leverage: '10',
        grossPnl: '10',
        tradeFee: '0.606',
        fundingReceived: '0',
        pnl: '9.394',
        openPrice: '50000',
        closePrice: '51000',
        openedAtMs: Date.UTC(2026, 0, 1),
        closedAtMs: Date.UTC(2026, 0, 1, 1),
      },
    ]);
    expect(kit.venue.closedPositions('bob')).toMatchObject([{ side: 'SHORT', grossPnl: '-10', tradeFee: '0.202' }]);
  });

  it('keeps its funding apart from its fees', () => {
    kit.clock.advance(8 * 3_600_000);
    kit.venue.tick(kit.clock.nowMs());
    kit.mustOrder('bob', 'buy', { price: '50000', size: '10' });
    kit.mustOrder('ada', 'sell', { size: '10', isReduceOnly: true });
    // 500 at 0.01 %
    expect(kit.venue.closedPositions('ada')).toMatchObject([
      { fundingReceived: '-0.05', tradeFee: '0.6', pnl: '-0.65' },
    ]);
    expect(kit.venue.closedPositions('bob')).toMatchObject([
      { fundingReceived: '0.05', tradeFee: '0.2', pnl: '-0.15' },
    ]);
  });

  it('ends when one trade reverses it', () => {
    kit.fund('bob', '1000');
    kit.mustOrder('bob', 'buy', { price: '50000', size: '25', leverage: '1' });
    kit.mustOrder('ada', 'sell', { size: '25' });
    expect(kit.venue.closedPositions('ada')).toMatchObject([{ side: 'LONG', tradeFee: '0.6', grossPnl: '0' }]);
    expect(position()).toMatchObject({ currentQty: '-15' });
  });

  it('states that it was liquidated or deleveraged', () => {
    kit.venue.setIndexPrice(symbol, '45000');
    expect(kit.venue.closedPositions('ada')).toMatchObject([{ how: 'LIQUID', closePrice: '45000', pnl: '-50.63' }]);
    expect(kit.venue.closedPositions('bob')).toMatchObject([{ how: 'ADL', side: 'SHORT', grossPnl: '50' }]);
  });
});
