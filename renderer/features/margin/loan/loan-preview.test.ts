import fc from 'fast-check';
import { expect, it } from 'vitest';
import { add, compare, type Decimal, divide, subtract } from '#shared/decimal.ts';
import {
  buildCrossAccount,
  buildIsolatedAccount,
  buildMarginHolding,
  marginConfig,
} from '#shared/testing/account/build-margin.ts';
import { type MarginRow, marginRow } from '../margin-rows.ts';
import { previewLoan } from './loan-preview.ts';

const limits = { config: marginConfig, symbols: undefined };
const prices: Readonly<Record<string, Decimal>> = { 'ETH-USDT': '1000', 'BTC-USDT': '50000', 'ETH-BTC': '0.02' };
const priceOf = (currency: string, quote: string): Decimal | null =>
  currency === quote ? '1' : (prices[`${currency}-${quote}`] ?? null);
const blind = (currency: string, quote: string): Decimal | null => (currency === quote ? '1' : null);
const cross = marginRow(buildCrossAccount(), limits, priceOf);
const pairOf = (account = buildIsolatedAccount()) => marginRow(account, limits, priceOf);
const borrow = (amount: Decimal, currency = 'USDT') => ({ kind: 'borrow', currency, amount }) as const;
const repay = (amount: Decimal, currency = 'USDT') => ({ kind: 'repay', currency, amount }) as const;

it('cross loan: borrowing dollars adds to both sides, exactly by the stated totals', () => {
  expect(previewLoan(cross, borrow('1000'), priceOf)).toEqual({
    before: { debtRatio: '0.5', distance: '0.47', owed: '1000', free: '1500' },
    after: { debtRatio: '0.6667', distance: '0.3033', owed: '2000', free: '2500' },
    isEstimate: false,
  });
});

it('cross loan: repaying reduces both sides, and repaying all leaves none', () => {
  expect(previewLoan(cross, repay('500'), priceOf).after).toEqual({
    debtRatio: '0.3334',
    distance: '0.6366',
    owed: '500',
    free: '1000',
  });
  expect(previewLoan(cross, repay('1000'), priceOf).after).toMatchObject({ debtRatio: '0', owed: '0' });
  expect(previewLoan(cross, repay('1200'), priceOf).after).toMatchObject({ debtRatio: '0', owed: '0' });
});

it('cross loan: another currency counts at its last price, as an estimate', () => {
  const { after, isEstimate } = previewLoan(cross, borrow('0.02', 'BTC'), priceOf);
  expect([after.debtRatio, after.owed, isEstimate]).toEqual(['0.6667', '0.02', true]);
});

it('loan preview without a price has an unknown ratio and headroom', () => {
  const { after, isEstimate } = previewLoan(cross, borrow('1', 'XRP'), priceOf);
  expect([after, isEstimate]).toEqual([{ debtRatio: null, distance: null, owed: '1', free: '1' }, true]);
  expect(previewLoan({ ...cross, assets: null }, borrow('1'), priceOf).after.debtRatio).toBeNull();
  expect(previewLoan({ ...cross, debts: null }, borrow('1'), priceOf).after.debtRatio).toBeNull();
  const pair = pairOf();
  expect(previewLoan(pair, borrow('1'), blind).after.debtRatio).toBeNull();
  const owesBase = buildIsolatedAccount({
    holdings: [buildMarginHolding({ currency: 'ETH', liability: '1' }), buildMarginHolding({ total: '9' })],
  });
  expect(previewLoan(pairOf(owesBase), borrow('1'), blind).after.debtRatio).toBeNull();
});

it('loan preview is an estimate when the totals do not give the stated ratio', () => {
  expect(previewLoan({ ...cross, debtRatio: '0.5002' }, borrow('1'), priceOf).isEstimate).toBe(false);
  expect(previewLoan({ ...cross, debtRatio: '0.51' }, borrow('1'), priceOf).isEstimate).toBe(true);
  expect(previewLoan({ ...cross, assets: '0' }, borrow('1'), priceOf).isEstimate).toBe(true);
});

it('loan preview has no ratio without assets, and no headroom without a line', () => {
  const bare: MarginRow = { ...cross, assets: '400', debts: '1000' };
  expect(previewLoan(bare, repay('400'), priceOf).after).toMatchObject({ debtRatio: null, distance: null });
  expect(previewLoan({ ...cross, liquidationRatio: null }, borrow('1'), priceOf).before.distance).toBeNull();
});

it('isolated loan: its two currencies count in its quote currency, by the last price of the pair', () => {
  expect(previewLoan(pairOf(), borrow('200'), priceOf)).toMatchObject({
    before: { debtRatio: '0.9', owed: '1800', free: '0' },
    after: { debtRatio: '0.9091', owed: '2000', free: '200' },
    isEstimate: true,
  });
  expect(previewLoan(pairOf(), borrow('1', 'ETH'), priceOf).after).toMatchObject({ debtRatio: '0.9334', owed: '1' });
  const inBitcoin = buildIsolatedAccount({
    symbol: 'ETH-BTC',
    holdings: [
      buildMarginHolding({ currency: 'ETH', total: '10', available: '10' }),
      buildMarginHolding({ currency: 'BTC', liability: '0.1' }),
    ],
  });
  expect(previewLoan(pairOf(inBitcoin), borrow('0.1', 'BTC'), priceOf).after.debtRatio).toBe('0.6667');
  const none = { ...cross, symbol: 'A-USDT', holdings: [] };
  expect(previewLoan(none, borrow('1'), priceOf).after.debtRatio).toBe('1');
});

it('borrowing below 1 never lowers the ratio, and repaying the same restores it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 1_000_000 }), (debt, cents) => {
      const amount = divide(`${cents}`, '100', { scale: 2, rounding: 'floor' });
      const debtRatio = divide(`${debt}`, '1000', { scale: 4, rounding: 'floor' });
      const row: MarginRow = { ...cross, assets: '1000', debts: `${debt}`, debtRatio };
      const risen = previewLoan(row, borrow(amount), priceOf).after.debtRatio ?? '-1';
      expect(compare(risen, debtRatio)).toBeGreaterThanOrEqual(0);
      const after: MarginRow = { ...row, assets: add('1000', amount), debts: add(`${debt}`, amount), debtRatio: risen };
      const back = previewLoan(after, repay(amount), priceOf).after.debtRatio ?? '-1';
      expect(compare(subtract(back, debtRatio), '0')).toBe(0);
    }),
  );
});
