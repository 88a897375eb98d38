import { describe, expect, it } from 'vitest';
import { isAddressOf } from '../accounts/withdrawals/address.ts';
import { createLivingExchange } from './living-exchange.ts';

const startMs = 1_790_000_000_000;
const dayMs = 86_400_000;

function open() {
  const exchange = createLivingExchange({ seed: 5, startMs, stepMs: 1000, onRejection: () => undefined });
  const { accountId } = exchange.directory.master;
  const all = (filter = {}) =>
    exchange.withdrawals.list(accountId, { startAtMs: 0, endAtMs: startMs + dayMs, ...filter });
  const underWay = () => all({ statuses: ['REVIEW', 'PROCESSING', 'WALLET_PROCESSING'] });
  let step = 0;
  const live = (seconds: number): void => {
    for (const end = step + seconds; step < end; step += 1) exchange.runStep(step, startMs + step * 1000);
  };
  return { exchange, accountId, all, underWay, live };
}

describe('the withdrawals of the prepared account', () => {
  it('reach back beyond the month that a list shows, one every few days', () => {
    const { all } = open();
    const times = all().map(({ createdAtMs }) => createdAtMs);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(startMs - (times.at(-1) ?? 0)).toBeGreaterThan(70 * dayMs);
    const ofTheMonth = times.filter(time => time > startMs - 30 * dayMs).length;
    expect(ofTheMonth).toBeGreaterThan(15);
    expect(ofTheMonth).toBeLessThan(times.length - 15);
    expect(new Set(all().map(({ id }) => id)).size).toBe(times.length);
  });

  it('include internal and external ones, to old and new addresses, done and failed', () => {
    const rows = open().all();
    expect(new Set(rows.map(({ isInner }) => isInner))).toEqual(new Set([true, false]));
    expect(new Set(rows.map(({ status }) => status))).toEqual(
      new Set(['REVIEW', 'PROCESSING', 'WALLET_PROCESSING', 'SUCCESS', 'FAILURE']),
    );
    for (const { isInner, chain, address, status } of rows)
      if (!isInner && status === 'SUCCESS') expect([address, isAddressOf(chain, address)]).toEqual([address, true]);
  });

  it('age while the exchange runs, and move their money', () => {
    const { exchange, accountId, underWay, live, all } = open();
    const before = exchange.ledger.balance(accountId, 'main', 'USDT');
    const waiting = underWay();
    expect(waiting).toHaveLength(6);
    live(60);
    expect(underWay().map(({ currency, chain }) => `${currency} ${chain}`)).toEqual([
      'ETH eth',
      'BTC btc',
      'USDT omni',
    ]);
    const done = all().filter(({ id }) => waiting.some(row => row.id === id));
    expect(done.filter(({ status }) => status === 'FAILURE')).toMatchObject([{ failure: 'ADDRESS_INVALID' }]);
    const after = exchange.ledger.balance(accountId, 'main', 'USDT');
    expect(Number(before.total) - Number(after.total)).toBeCloseTo(24_001.5 + 7500, 6);
    expect(after.held).toBe('1925');
  });
});
