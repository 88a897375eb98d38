import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { MarginAccountRow } from '#shared/domain/account/margin.ts';
import { buildCrossAccount, buildMarginHolding, marginConfig } from '#shared/testing/account/build-margin.ts';
import { marginRow } from '../margin-rows.ts';
import { firstDraft, loanCurrencies, type LoanDraft, summariseLoan } from './loan-form.ts';

const priceOf = (currency: string): Decimal => (currency === 'USDT' ? '1' : '50000');
const rowOf = (account: MarginAccountRow) => marginRow(account, { config: marginConfig, symbols: undefined }, priceOf);
const row = rowOf(buildCrossAccount());
const facts = { row, priceOf };
const summary = (draft: Partial<LoanDraft>) =>
  summariseLoan({ kind: 'borrow', currency: 'USDT', amount: '', ...draft }, facts);
const errorOf = (draft: Partial<LoanDraft>) => summary(draft).error;

it('loan form has the borrowable amount, the repayable amount, and the initial values', () => {
  const closed = buildMarginHolding({ currency: 'XRP', isBorrowEnabled: false });
  const unsaid = buildMarginHolding({ currency: 'SOL', isBorrowEnabled: null });
  const account = { holdings: [unsaid, closed, ...row.holdings] };
  expect(loanCurrencies(account, 'borrow')).toEqual(['SOL', 'USDT', 'BTC']);
  expect(loanCurrencies(account, 'repay')).toEqual(['USDT']);
  expect(firstDraft(account, 'borrow')).toEqual({ kind: 'borrow', currency: 'USDT', amount: '' });
  expect(firstDraft({ holdings: [unsaid] }, 'borrow').currency).toBe('SOL');
  expect(firstDraft({ holdings: [unsaid] }, 'repay').currency).toBe('');
});

it('loan form sends a valid amount as it was typed', () => {
  expect(summary({ amount: ' 12.50 ' })).toMatchObject({ amount: '12.50', error: null, most: '1000' });
  expect(summary({})).toMatchObject({ amount: null, preview: null, error: null });
  expect(summary({ amount: '1000.5' })).toMatchObject({ amount: null, preview: { isEstimate: false } });
});

it('loan form states an error with its figure', () => {
  expect([
    errorOf({ amount: '0' }),
    errorOf({ amount: 'x' }),
    errorOf({ amount: '0.123456789' }),
    errorOf({ amount: '1000.5' }),
    errorOf({ kind: 'repay', amount: '1000.5' }),
    errorOf({ currency: '' }),
    errorOf({ kind: 'repay', currency: '' }),
  ]).toEqual([
    'Type a number above zero, with a point and no separators.',
    'Type a number above zero, with a point and no separators.',
    'USDT has at most 8 digits after the point.',
    'No more than 1000 USDT can be borrowed now.',
    'Only 1000 USDT is owed.',
    'No currency can be borrowed here.',
    'Nothing is owed here',
  ]);
});

it('loan form offers the liability as repayable, or the available part of it', () => {
  expect(summary({ kind: 'repay' }).most).toBe('1000');
  const poor = rowOf(buildCrossAccount({ holdings: [buildMarginHolding({ liability: '1000', available: '300' })] }));
  const draft = { kind: 'repay', currency: 'USDT', amount: '300.1' } as const;
  expect(summariseLoan(draft, { ...facts, row: poor })).toMatchObject({
    most: '300',
    error: 'Only 300 USDT is free in this account.',
  });
});

it('loan form has no limit when the exchange omits it', () => {
  const unsaid = rowOf(buildCrossAccount({ holdings: [buildMarginHolding({ mostToBorrow: null })] }));
  const draft = { kind: 'borrow', currency: 'USDT', amount: '99999' } as const;
  expect(summariseLoan(draft, { ...facts, row: unsaid })).toMatchObject({ amount: '99999', most: null, error: null });
});
