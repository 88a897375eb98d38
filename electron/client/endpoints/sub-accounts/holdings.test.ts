import { describe, expect, it } from 'vitest';
import type { SubAccountBalance, SubAccountHoldings } from '#shared/domain/account/account.ts';
import { fail, type FailureKind, type Result, succeed } from '#shared/errors.ts';
import { createWalletRotation } from './holdings.ts';

const balance = (wallet: SubAccountBalance['wallet'], total: `${number}`): SubAccountBalance => ({
  wallet,
  currency: 'USDT',
  total,
  available: total,
  held: '0',
  valueCurrency: 'BTC',
  unitPrice: '50000',
  value: '1',
});
const listed = (userId: string, part: Partial<SubAccountHoldings> = {}): SubAccountHoldings => ({
  userId,
  name: userId,
  isReadable: true,
  balances: [balance('main', '1')],
  isMainOnly: true,
  ...part,
});
const whole = (userId: string): SubAccountHoldings => ({
  userId,
  name: userId,
  isReadable: true,
  balances: [balance('main', '1'), balance('trade', '5')],
});

/** Looks at lists one after the other, and who was asked in each; `answers` stand for those that do not succeed. */
function rotate() {
  let nowMs = 0;
  const join = createWalletRotation(() => nowMs);
  return async (items: readonly SubAccountHoldings[], answers: Readonly<Record<string, FailureKind>> = {}) => {
    nowMs += 1000;
    const asked: string[] = [];
    const read = await join({ items: [...items], isComplete: true }, userId => {
      asked.push(userId);
      const kind = answers[userId];
      const answer: Result<SubAccountHoldings> = kind === undefined ? succeed(whole(userId)) : fail(kind, 'no');
      return Promise.resolve(answer);
    });
    const accounts = read.ok ? read.value.items : [];
    return { asked, accounts, mainOnly: accounts.filter(each => each.isMainOnly).map(each => each.userId) };
  };
}

describe('wallets that a list of main wallets omits', () => {
  const names = Array.from({ length: 12 }, (_, index) => `a${index}`);
  const list = names.map(name => listed(name));

  it('wallets that a list of main wallets omits are read for ten accounts per refresh, all accounts in turn, and keep their age', async () => {
    const look = rotate();
    const first = await look(list);
    expect(first.asked).toEqual(names.slice(0, 10));
    expect(first.mainOnly).toEqual(['a10', 'a11']);
    const second = await look(list);
    expect(second.asked).toEqual(['a10', 'a11', ...names.slice(0, 8)]);
    expect(second.mainOnly).toEqual([]);
    expect(second.accounts.map(each => each.otherWalletsAsOfMs)).toEqual([
      ...names.slice(0, 8).map(() => 2000),
      1000,
      1000,
      2000,
      2000,
    ]);
    expect((await look(list)).asked).toEqual(['a8', 'a9', 'a10', 'a11', ...names.slice(0, 6)]);
  });

  it('wallets that a list of main wallets omits are joined with the main wallet of the newest list', async () => {
    const look = rotate();
    await look([listed('a')]);
    const { accounts } = await look([listed('a', { balances: [balance('main', '9')] })], { a: 'rate-limited' });
    expect(accounts[0]?.balances.map(({ wallet, total }) => [wallet, total])).toEqual([
      ['main', '9'],
      ['trade', '5'],
    ]);
    expect(accounts[0]?.otherWalletsAsOfMs).toBe(1000);
  });

  it('wallets that a list of main wallets omits are read first for an account whose main wallet changed', async () => {
    const look = rotate();
    await look(list);
    await look(list);
    const moved = list.map(each => (each.userId === 'a7' ? listed('a7', { balances: [balance('main', '2')] }) : each));
    expect((await look(moved)).asked[0]).toBe('a7');
  });

  it('wallets that a list of main wallets omits are not requested when the list contains them for any account, or is empty', async () => {
    const look = rotate();
    expect((await look([listed('a'), whole('b')])).asked).toEqual([]);
    expect((await look([])).asked).toEqual([]);
  });

  it('wallets that a list of main wallets omits are not requested for an account with unreadable figures', async () => {
    const { asked, mainOnly } = await rotate()([
      listed('a', { isReadable: false, isMainOnly: false, balances: [] }),
      listed('b'),
    ]);
    expect(asked).toEqual(['b']);
    expect(mainOnly).toEqual([]);
  });

  it('stay unknown without such an endpoint, and for an account that the exchange rejects', async () => {
    const none = await rotate()([listed('a'), listed('b')], { a: 'not-found' });
    expect(none.asked).toEqual(['a']);
    expect(none.mainOnly).toEqual(['a', 'b']);
    expect((await rotate()([listed('a'), listed('b')], { a: 'exchange-rejected' })).mainOnly).toEqual(['a']);
  });

  it('move a rejected account to the end of the turn', async () => {
    const look = rotate();
    await look(list, { a0: 'permission' });
    expect((await look(list)).asked.slice(0, 3)).toEqual(['a10', 'a11', 'a0']);
  });

  it('keep the previous figures when one read fails, and the others wait for the next refresh', async () => {
    const look = rotate();
    const { asked, mainOnly } = await look([listed('a'), listed('b'), listed('c')], { b: 'rate-limited' });
    expect(asked).toEqual(['a', 'b']);
    expect(mainOnly).toEqual(['b', 'c']);
  });
});
