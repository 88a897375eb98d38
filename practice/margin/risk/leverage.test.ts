import { beforeEach, describe, expect, it } from 'vitest';
import { accepted, createMarginKit, cross, isolated, type MarginKit, reasonOf } from '../testing/margin-kit.ts';

let kit: MarginKit;

beforeEach(() => {
  kit = createMarginKit();
  kit.give('ann', 'margin', { USDT: '1000' });
  kit.give('ann', 'isolated:BTC-USDT', { USDT: '100' });
});

const maxBorrow = (scope = cross) =>
  accepted(kit.margin.account(scope)).assets.find(asset => asset.currency === 'USDT')?.maxBorrow;

describe('the leverage of a margin account', () => {
  it('bounds loans in the account for which it was chosen', () => {
    expect(accepted(kit.margin.changeLeverage(cross, '2.5'))).toBe('2.5');
    expect([maxBorrow(), maxBorrow(isolated)]).toEqual(['1500', '900']);
    expect(accepted(kit.margin.changeLeverage(isolated, '3'))).toBe('3');
    expect([maxBorrow(), maxBorrow(isolated)]).toEqual(['1500', '200']);
    accepted(kit.margin.changeLeverage(cross, '5'));
    expect(maxBorrow()).toBe('4000');
  });

  it('bounds transfers out while there are debts', () => {
    accepted(kit.margin.borrow(cross, { currency: 'USDT', size: '1000', timeInForce: 'FOK' }));
    accepted(kit.margin.changeLeverage(cross, '3'));
    // the debt of 1000 is secured by 500 of the own thousand
    expect(kit.margin.transferable(cross, 'USDT')).toBe('500');
  });

  it('covers the liability', () => {
    accepted(kit.margin.borrow(cross, { currency: 'USDT', size: '1500', timeInForce: 'FOK' }));
    expect(reasonOf(kit.margin.changeLeverage(cross, '2.49'))).toBe('leverage');
    expect(reasonOf(kit.margin.changeLeverage(cross, '2.5'))).toBe('accepted');
    expect(maxBorrow()).toBe('0');
  });

  it.each(['1', '0.5', '-2', '5.01', '1.001'] as const)('cannot be %s on cross margin', leverage => {
    expect(kit.margin.changeLeverage(cross, leverage)).toMatchObject({ reason: 'leverage', field: 'leverage' });
    expect(maxBorrow()).toBe('4000');
  });

  it('reaches the limit of the pair on isolated margin', () => {
    expect(reasonOf(kit.margin.changeLeverage(isolated, '10'))).toBe('accepted');
    expect(reasonOf(kit.margin.changeLeverage(isolated, '10.1'))).toBe('leverage');
    expect(reasonOf(kit.margin.changeLeverage({ ...isolated, symbol: 'ETH-USDT' }, '2'))).toBe('not-isolated');
  });
});
