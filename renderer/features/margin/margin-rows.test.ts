import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { IsolatedSymbol } from '#shared/domain/account/margin.ts';
import {
  buildCrossAccount,
  buildIsolatedAccount,
  buildMarginHolding,
  marginConfig,
} from '#shared/testing/account/build-margin.ts';
import {
  byDanger,
  dangerHint,
  dangerOf,
  distanceToLiquidation,
  distanceToWarning,
  type MarginRow,
  marginRow,
  shareOfLine,
  statusText,
  usedHoldings,
} from './margin-rows.ts';

const limits = { config: marginConfig, symbols: undefined };
const priceOf = (currency: string, quote: string): Decimal | null => {
  if (currency === quote) return '1';
  return currency === 'ETH' && quote === 'USDT' ? '1000' : null;
};

const row = (change: Partial<MarginRow> = {}): MarginRow => ({
  ...marginRow(buildCrossAccount(), limits, priceOf),
  ...change,
});

it('the cross account has the exchange’s own totals and lines', () => {
  expect(row()).toMatchObject({ symbol: null, assets: '2000', debts: '1000', isEstimate: false });
  expect([distanceToWarning(row()), distanceToLiquidation(row())]).toEqual(['0.45', '0.47']);
  const unknown = marginRow(buildCrossAccount(), { config: undefined, symbols: undefined }, priceOf);
  expect([distanceToWarning(unknown), distanceToLiquidation(unknown)]).toEqual([null, null]);
});

it('the value of a pair follows from prices, and its line is its own when the exchange states one', () => {
  const rules: IsolatedSymbol = {
    symbol: 'ETH-USDT',
    baseCurrency: 'ETH',
    quoteCurrency: 'USDT',
    maxLeverage: '10',
    liquidationDebtRatio: '0.96',
    isTradingEnabled: true,
    isBaseBorrowEnabled: true,
    isQuoteBorrowEnabled: true,
  };
  const own = marginRow(buildIsolatedAccount(), { ...limits, symbols: [rules] }, priceOf);
  expect(own).toMatchObject({ assets: '2000', debts: '1800', liquidationRatio: '0.96', isEstimate: true });
  const unpriced = buildIsolatedAccount({
    symbol: 'C-USDT',
    holdings: [buildMarginHolding({ currency: 'C', total: '1' }), buildMarginHolding()],
  });
  const other = marginRow(unpriced, { ...limits, symbols: [rules] }, priceOf);
  expect(other).toMatchObject({ assets: null, debts: '0', liquidationRatio: '0.97' });
});

it('currencies without an amount are omitted', () => {
  const owed = buildMarginHolding({ currency: 'X', liability: '1' });
  expect(usedHoldings({ holdings: [buildMarginHolding(), owed] })).toEqual([owed]);
});

const said = (change: Partial<MarginRow>) => [dangerOf(row(change)), statusText(row(change))];

it('the risk label follows the exchange’s lines, and its present action comes first', () => {
  expect([
    said({}),
    said({ debtRatio: '0' }),
    said({ debtRatio: '0.95' }),
    said({ debtRatio: '0.97' }),
    said({ debtRatio: '0.8' }),
    said({ debtRatio: '0.81' }),
    said({ debtRatio: '0.9215' }),
    said({ debtRatio: '0.935' }),
    said({ debtRatio: '0.83', warningRatio: null }),
    said({ status: 'liquidation' }),
    said({ status: 'bankruptcy' }),
    said({ status: 'borrow' }),
    said({ status: 'repay' }),
    said({ debtRatio: '0.99', warningRatio: null, liquidationRatio: null }),
  ]).toEqual([
    ['calm', 'within limits'],
    ['calm', 'no debt'],
    ['danger', 'past the warning'],
    ['danger', 'past liquidation'],
    ['calm', 'within limits'],
    ['warning', 'watch'],
    ['warning', 'watch'],
    ['danger', 'margin-call risk'],
    ['warning', 'watch'],
    ['danger', 'being liquidated'],
    ['danger', 'debts exceed assets'],
    ['calm', 'borrowing'],
    ['calm', 'repaying'],
    ['unknown', 'limits unknown'],
  ]);
});

const hint = (change: Partial<MarginRow>) => dangerHint(row(change));

it('margin account states the distance to the margin lines in a sentence', () => {
  expect(hint({ debtRatio: '0.9' })).toBe(
    'The assets may fall by 5.3 % and the exchange warns, by 7.2 % and the exchange sells.',
  );
  expect(hint({ debtRatio: '0.96' })).toBe('The assets may fall by 1.0 % and the exchange sells.');
  expect(hint({ debtRatio: '0.98' })).toBe('The exchange may sell at any moment.');
  expect(hint({ debtRatio: '0' })).toBeUndefined();
  expect(hint({ liquidationRatio: null })).toBe('The warning and liquidation ratios are unknown.');
});

it('the nearest to liquidation is first, one in liquidation before all, and equal ones by name', () => {
  const rows = [
    row({ title: 'b', debtRatio: '0.2' }),
    row({ title: 'a', debtRatio: '0.2' }),
    row({ title: 'near', debtRatio: '0.9' }),
    row({ title: 'no line', debtRatio: '0.6', liquidationRatio: null }),
    row({ title: 'sold', debtRatio: '0', status: 'liquidation' }),
    row({ title: 'bankrupt', debtRatio: '0', status: 'bankruptcy' }),
  ];
  expect(rows.toSorted(byDanger).map(({ title }) => title)).toEqual(['bankrupt', 'sold', 'near', 'no line', 'a', 'b']);
});

it('the bar never leaves its track', () => {
  expect([shareOfLine('0.485', '0.97'), shareOfLine('2', '0.97'), shareOfLine('0.5', '0')]).toEqual(['0.5', '1', '1']);
});
