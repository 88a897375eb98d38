import { describe, expect, it } from 'vitest';
import { hourMs } from '#practice/kernel/durations.ts';
import { accepted, createMarginKit, cross, isolated, reasonOf } from '../testing/margin-kit.ts';

const usdt = (size: `${number}`, timeInForce: 'IOC' | 'FOK' = 'FOK') =>
  ({ currency: 'USDT', size, timeInForce }) as const;

function kitWith(amount: `${number}` = '1000') {
  const kit = createMarginKit();
  kit.give('ann', 'margin', { USDT: amount });
  return kit;
}

const accountOf = (kit: ReturnType<typeof createMarginKit>, scope = cross) => accepted(kit.margin.account(scope));
const assetOf = (kit: ReturnType<typeof createMarginKit>, currency: string, scope = cross) =>
  accountOf(kit, scope).assets.find(asset => asset.currency === currency);

describe('borrowing', () => {
  it('lends until the debts are four times the own assets of the account', () => {
    const kit = kitWith();
    expect(assetOf(kit, 'USDT')?.maxBorrow).toBe('4000');
    expect(assetOf(kit, 'BTC')?.maxBorrow).toBe('40');
    const loan = accepted(kit.margin.borrow(cross, usdt('1500')));
    expect(loan).toMatchObject({ size: '1500', actualSize: '1500', status: 'SUCCESS', symbol: null });
    expect(assetOf(kit, 'USDT')).toMatchObject({
      total: '2500',
      available: '2500',
      principal: '1500',
      interest: '0',
      maxBorrow: '2500',
    });
    expect(accountOf(kit)).toMatchObject({
      status: 'EFFECTIVE',
      debtRatio: '0.6',
      assetValue: '2500',
      debtValue: '1500',
    });
    expect(kit.ledger.balance('lender', 'main', 'USDT').total).toBe('998500');
  });

  it('counts each isolated pair apart, at its own leverage', () => {
    const kit = kitWith();
    kit.give('ann', 'isolated:BTC-USDT', { USDT: '100' });
    expect(assetOf(kit, 'USDT', isolated)?.maxBorrow).toBe('900');
    accepted(kit.margin.borrow(isolated, { currency: 'BTC', size: '2', timeInForce: 'FOK' }));
    expect(accountOf(kit, isolated)).toMatchObject({ debtRatio: '0.6666', symbol: 'BTC-USDT' });
    expect(accountOf(kit)).toMatchObject({ debtRatio: '0', assetValue: '1000' });
    expect(reasonOf(kit.margin.borrow({ ...isolated, symbol: 'ETH-USDT' }, usdt('10')))).toBe('not-isolated');
    expect(reasonOf(kit.margin.borrow(isolated, { currency: 'ETH', size: '1', timeInForce: 'FOK' }))).toBe(
      'borrow-disabled',
    );
  });

  it('rejects FOK beyond that and records it as failed, while IOC borrows the available amount', () => {
    const kit = kitWith();
    expect(reasonOf(kit.margin.borrow(cross, usdt('4001')))).toBe('borrow-limit');
    expect(accepted(kit.margin.borrow(cross, usdt('5000', 'IOC')))).toMatchObject({ size: '5000', actualSize: '4000' });
    expect(reasonOf(kit.margin.borrow(cross, usdt('10', 'IOC')))).toBe('borrow-limit');
    expect(kit.margin.history('ann').borrows.map(({ status, actualSize }) => [status, actualSize])).toEqual([
      ['FAILED', '0'],
      ['SUCCESS', '4000'],
      ['FAILED', '0'],
    ]);
  });

  it('applies the minimum loan, its step, the user limit and the funds of the lender', () => {
    const kit = kitWith('100000');
    expect(reasonOf(kit.margin.borrow(cross, usdt('9')))).toBe('borrow-size');
    expect(reasonOf(kit.margin.borrow(cross, usdt('10.5')))).toBe('borrow-size');
    kit.give('ann', 'isolated:BTC-USDT', { USDT: '100000' });
    accepted(kit.margin.borrow(isolated, usdt('30000')));
    expect(assetOf(kit, 'USDT')?.maxBorrow).toBe('20000');
    kit.ledger.withdraw({ accountId: 'lender', wallet: 'main', currency: 'USDT', amount: '969500' });
    expect(assetOf(kit, 'USDT')?.maxBorrow).toBe('500');
  });

  it('publishes the account as borrowing, then in debt', () => {
    const kit = kitWith();
    accepted(kit.margin.borrow(cross, usdt('10')));
    expect(kit.events.map(({ before, status, reason }) => [before, status, reason])).toEqual([
      ['EFFECTIVE', 'BORROW', 'USER_BORROW'],
      ['BORROW', 'EFFECTIVE', 'DEFAULT_DEBT'],
    ]);
  });
});

describe('interest', () => {
  it('charges the principal at each full hour, rounded up', () => {
    const kit = kitWith();
    accepted(kit.margin.borrow(cross, usdt('1500')));
    kit.advance(hourMs - 1);
    expect(assetOf(kit, 'USDT')?.interest).toBe('0');
    kit.advance(1);
    expect(assetOf(kit, 'USDT')?.interest).toBe('0.015');
    kit.advance(2.5 * hourMs);
    expect(assetOf(kit, 'USDT')).toMatchObject({ interest: '0.045', principal: '1500' });
    expect(accountOf(kit).debtValue).toBe('1500.045');
    const { interests } = kit.margin.history('ann');
    expect(interests.map(({ amount, dailyRate }) => `${amount} at ${dailyRate}`)).toEqual([
      '0.015 at 0.00024',
      '0.015 at 0.00024',
      '0.015 at 0.00024',
    ]);
    expect(interests.map(({ createdAtMs }) => createdAtMs % hourMs)).toEqual([0, 0, 0]);
    expect(interests.map(({ createdAtMs }) => createdAtMs)).toEqual(
      interests.map(each => each.createdAtMs).toSorted((a, b) => b - a),
    );
  });

  it('charges nothing on repaid debt', () => {
    const kit = kitWith();
    accepted(kit.margin.borrow(cross, usdt('1500')));
    accepted(kit.margin.repay(cross, { currency: 'USDT', size: '1500' }));
    kit.advance(5 * hourMs);
    expect(kit.margin.history('ann').interests).toEqual([]);
  });
});

describe('repaying', () => {
  it('pays the interest first, and at most the liability', () => {
    const kit = kitWith();
    accepted(kit.margin.borrow(cross, usdt('1500')));
    kit.advance(hourMs);
    expect(accepted(kit.margin.repay(cross, { currency: 'USDT', size: '100' }))).toMatchObject({
      size: '100',
      interest: '0.015',
      principal: '99.985',
    });
    expect(accepted(kit.margin.repay(cross, { currency: 'USDT', size: '2000' })).size).toBe('1400.015');
    expect(accountOf(kit)).toMatchObject({ debtRatio: '0', assetValue: '999.985', debtValue: '0' });
    expect(reasonOf(kit.margin.repay(cross, { currency: 'USDT', size: '1' }))).toBe('nothing-owed');
    expect(kit.ledger.balance('lender', 'main', 'USDT').total).toBe('1000000.015');
  });

  it('needs the money in the account, available', () => {
    const kit = kitWith();
    accepted(kit.margin.borrow(cross, { currency: 'BTC', size: '2', timeInForce: 'FOK' }));
    accepted(kit.margin.place('ann', { symbol: 'BTC-USDT', type: 'limit', side: 'sell', price: '105', size: '1.5' }));
    expect(reasonOf(kit.margin.repay(cross, { currency: 'BTC', size: '1' }))).toBe('balance');
    accepted(kit.margin.repay(cross, { currency: 'BTC', size: '0.5' }));
    expect(kit.events.slice(2).map(({ status, reason }) => [status, reason])).toEqual([
      ['REPAY', 'USER_REPAY'],
      ['EFFECTIVE', 'DEFAULT_DEBT'],
    ]);
  });
});

const out = (amount: `${number}`) => ({ currency: 'USDT', amount });

describe('transfers of a margin account', () => {
  it('may take everything without debts', () => {
    const kit = kitWith();
    expect(kit.margin.transferable(cross, 'USDT')).toBe('1000');
    expect(reasonOf(kit.margin.mayLeave(cross, out('1000')))).toBe('accepted');
    expect(reasonOf(kit.margin.mayLeave(cross, out('1000.1')))).toBe('balance');
  });

  it('leave enough for the debts at the leverage', () => {
    const kit = kitWith();
    accepted(kit.margin.borrow(cross, usdt('2000')));
    expect(kit.margin.transferable(cross, 'USDT')).toBe('500');
    expect(reasonOf(kit.margin.mayLeave(cross, out('500')))).toBe('accepted');
    expect(reasonOf(kit.margin.mayLeave(cross, out('500.00000001')))).toBe('margin-ratio');
    kit.ledger.transfer({ ...cross, wallet: 'margin', ...out('500') }, { accountId: 'ann', wallet: 'main' });
    expect(kit.margin.transferable(cross, 'USDT')).toBe('0');
    expect(accountOf(kit).debtRatio).toBe('0.8');
  });

  it('accept only currencies of the account', () => {
    const kit = kitWith();
    expect(reasonOf(kit.margin.mayEnter(isolated, 'BTC'))).toBe('accepted');
    expect(reasonOf(kit.margin.mayEnter(isolated, 'ETH'))).toBe('parameter');
    expect(reasonOf(kit.margin.mayEnter({ ...isolated, symbol: 'ETH-USDT' }, 'ETH'))).toBe('not-isolated');
    expect(kit.margin.transferable({ ...isolated, symbol: 'ETH-USDT' }, 'ETH')).toBe('0');
  });
});
