import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, type Decimal, fromUnits, isNegative, subtract, sum, toFixed } from '#shared/decimal.ts';
import { createLedger } from './ledger.ts';
import type { Ledger, Wallet, WalletBalance } from './types.ts';

const entry = (amount: Decimal, accountId = 'ann', currency = 'USDT') => ({
  accountId,
  wallet: 'trade' as const,
  currency,
  amount,
});

function figures({ total, available, held }: WalletBalance): readonly Decimal[] {
  return [total, available, held];
}

const accounts = ['ann', 'bob', 'cid'];
const wallets: readonly Wallet[] = ['main', 'trade'];
const currencies = ['BTC', 'USDT'];

function expectConserved(ledger: Ledger, outside: ReadonlyMap<string, Decimal>): void {
  const all = accounts.flatMap(accountId => ledger.balances(accountId));
  for (const balance of all) {
    expect(isNegative(balance.available) || isNegative(balance.held)).toBe(false);
    expect(add(balance.available, balance.held)).toBe(balance.total);
  }
  for (const currency of currencies) {
    const total = sum(all.filter(balance => balance.currency === currency).map(balance => balance.total));
    expect(total).toBe(ledger.totalOf(currency));
    expect(total).toBe(outside.get(currency));
  }
}

describe('the ledger', () => {
  it('has no balance of an unknown account, and stores nothing for a read', () => {
    const ledger = createLedger();
    expect(ledger.balance('ann', 'trade', 'BTC')).toEqual({
      accountId: 'ann',
      wallet: 'trade',
      currency: 'BTC',
      total: '0',
      available: '0',
      held: '0',
    });
    expect(ledger.balances('ann')).toEqual([]);
    expect(ledger.totalOf('BTC')).toBe('0');
  });

  it('accepts deposits and withdrawals, never below zero', () => {
    const ledger = createLedger();
    ledger.deposit(entry('10.5'));
    expect(ledger.withdraw(entry('10.50000001'))).toBe(false);
    expect(ledger.withdraw(entry('0.5'))).toBe(true);
    expect(ledger.balances('ann').map(figures)).toEqual([['10', '10', '0']]);
    expect(ledger.totalOf('USDT')).toBe('10');
  });

  it('holds and releases amounts', () => {
    const ledger = createLedger();
    ledger.deposit(entry('10'));
    expect(ledger.hold(entry('11'))).toBe(false);
    expect(ledger.hold(entry('4'))).toBe(true);
    expect(figures(ledger.balance('ann', 'trade', 'USDT'))).toEqual(['10', '6', '4']);
    expect(ledger.withdraw(entry('7'))).toBe(false);
    ledger.release(entry('1'));
    expect(figures(ledger.balance('ann', 'trade', 'USDT'))).toEqual(['10', '7', '3']);
    expect(() => ledger.release(entry('3.1'))).toThrow('ann holds 3 USDT in trade, not 3.1');
  });

  it('settles from the held amount, and pays from the available one', () => {
    const ledger = createLedger();
    ledger.deposit(entry('10'));
    ledger.hold(entry('4'));
    ledger.settle(entry('3'), { accountId: 'bob', wallet: 'trade' });
    expect(() => ledger.settle(entry('2'), { accountId: 'bob', wallet: 'trade' })).toThrow(RangeError);
    expect(ledger.transfer(entry('6.5'), { accountId: 'bob', wallet: 'main' })).toBe(false);
    expect(ledger.transfer(entry('6'), { accountId: 'bob', wallet: 'main' })).toBe(true);
    expect(figures(ledger.balance('ann', 'trade', 'USDT'))).toEqual(['1', '0', '1']);
    expect(ledger.balances('bob').map(({ wallet, total }) => [wallet, total])).toEqual([
      ['trade', '3'],
      ['main', '6'],
    ]);
    expect(ledger.totalOf('USDT')).toBe('10');
  });

  it('settles within one wallet', () => {
    const ledger = createLedger();
    ledger.deposit(entry('10'));
    ledger.hold(entry('4'));
    ledger.settle(entry('3'), { accountId: 'ann', wallet: 'trade' });
    expect(figures(ledger.balance('ann', 'trade', 'USDT'))).toEqual(['10', '9', '1']);
  });

  it('computes exactly to thirty digits, and rejects longer amounts', () => {
    const ledger = createLedger();
    ledger.deposit(entry('0.000000000000000000000000000001'));
    ledger.deposit(entry('123456789012345678901234567890'));
    expect(ledger.totalOf('USDT')).toBe('123456789012345678901234567890.000000000000000000000000000001');
    expect(() => ledger.deposit(entry('0.0000000000000000000000000000001'))).toThrow(RangeError);
    expect(() => ledger.deposit(entry('-1'))).toThrow('must not be negative');
  });

  it('publishes each change after both sides are booked', () => {
    const ledger = createLedger();
    const published: string[] = [];
    const stop = ledger.onChange(({ balance, availableChange, heldChange }) => {
      published.push(`${balance.accountId} ${balance.available}+${balance.held} (${availableChange}, ${heldChange})`);
      expect(add(ledger.balance('ann', 'trade', 'USDT').total, ledger.balance('bob', 'trade', 'USDT').total)).toBe(
        '10',
      );
    });
    ledger.deposit(entry('10'));
    ledger.hold(entry('0'));
    ledger.hold(entry('4'));
    ledger.settle(entry('3'), { accountId: 'bob', wallet: 'trade' });
    stop();
    ledger.release(entry('1'));
    expect(published).toEqual(['ann 10+0 (10, 0)', 'ann 6+4 (-4, 4)', 'ann 6+1 (0, -3)', 'bob 3+0 (3, 0)']);
  });

  it('notifies a listener about the accounts that it subscribes to, with the counterparty', () => {
    const ledger = createLedger();
    const published: unknown[] = [];
    const stop = ledger.onChange(
      ({ balance, counterId }) => void published.push([balance.accountId, counterId]),
      ({ accountId }) => accountId === 'bob',
    );
    ledger.deposit(entry('10'));
    ledger.transfer(entry('4'), { accountId: 'bob', wallet: 'main' });
    ledger.deposit({ ...entry('1'), accountId: 'bob' });
    expect(published).toEqual([
      ['bob', 'ann'],
      ['bob', null],
    ]);
    stop();
    ledger.deposit({ ...entry('1'), accountId: 'bob' });
    expect(published).toHaveLength(2);
  });

  it('pays out the held amount, and never more', () => {
    const ledger = createLedger();
    ledger.deposit(entry('10'));
    ledger.hold(entry('4'));
    ledger.payOut(entry('3'));
    expect(ledger.balance('ann', 'trade', 'USDT')).toMatchObject({ total: '7', available: '6', held: '1' });
    expect(ledger.totalOf('USDT')).toBe('7');
    expect(() => ledger.payOut(entry('2'))).toThrow(RangeError);
  });

  it('states the purpose of each movement, to each side in its own terms', () => {
    const ledger = createLedger();
    const published: unknown[] = [];
    ledger.onChange(({ balance, movement, movementId, cause }) => {
      published.push([balance.accountId, movement, movementId, cause]);
    });
    const annsOrder = { symbol: 'BTC-USDT', orderId: 'o1' };
    const bobsOrder = { symbol: 'BTC-USDT', orderId: 'o2', tradeId: 7n };
    ledger.deposit(entry('10'));
    ledger.hold({ ...entry('4'), cause: annsOrder });
    ledger.settle({ ...entry('3'), cause: annsOrder }, { accountId: 'bob', wallet: 'trade', cause: bobsOrder });
    ledger.release({ ...entry('1'), cause: annsOrder });
    ledger.transfer(entry('1'), { accountId: 'bob', wallet: 'trade' });
    ledger.withdraw(entry('1'));
    expect(published).toEqual([
      ['ann', 'deposit', 1n, null],
      ['ann', 'hold', 2n, annsOrder],
      ['ann', 'settle', 3n, annsOrder],
      ['bob', 'settle', 3n, bobsOrder],
      ['ann', 'release', 4n, annsOrder],
      ['ann', 'transfer', 5n, null],
      ['bob', 'transfer', 5n, null],
      ['ann', 'withdraw', 6n, null],
    ]);
  });

  it('conserves every currency over any sequence of movements', () => {
    const movement = fc.record({
      kind: fc.constantFrom('deposit', 'withdraw', 'hold', 'release', 'settle', 'transfer' as const),
      accountId: fc.constantFrom(...accounts),
      wallet: fc.constantFrom(...wallets),
      currency: fc.constantFrom(...currencies),
      amount: fc.integer({ min: 0, max: 2_000 }).map(value => toFixed(fromUnits(BigInt(value), 2), 2)),
      to: fc.record({ accountId: fc.constantFrom(...accounts), wallet: fc.constantFrom(...wallets) }),
    });
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 80 }), movements => {
        const ledger = createLedger();
        const outside = new Map<string, Decimal>(currencies.map(currency => [currency, '0']));
        for (const { kind, to, ...from } of movements) {
          const { held } = ledger.balance(from.accountId, from.wallet, from.currency);
          const isCovered = compare(from.amount, held) <= 0;
          const before = outside.get(from.currency) ?? '0';
          if (kind === 'deposit') {
            ledger.deposit(from);
            outside.set(from.currency, add(before, from.amount));
          } else if (kind === 'withdraw') {
            if (ledger.withdraw(from)) outside.set(from.currency, subtract(before, from.amount));
          } else if (kind === 'hold') ledger.hold(from);
          else if (kind === 'transfer') ledger.transfer(from, to);
          else if (!isCovered) {
            expect(() => (kind === 'release' ? ledger.release(from) : ledger.settle(from, to))).toThrow(RangeError);
          } else if (kind === 'release') ledger.release(from);
          else ledger.settle(from, to);
          expectConserved(ledger, outside);
        }
      }),
      { numRuns: 150 },
    );
  });
});
