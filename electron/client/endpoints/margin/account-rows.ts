import * as z from 'zod/mini';
import type {
  BorrowRate,
  CrossMarginAccount,
  InterestRecord,
  IsolatedMarginAccount,
  IsolatedMarginAccounts,
  IsolatedSymbol,
  LoanOutcome,
  LoanRecord,
  MarginConfig,
  MarginHolding,
  MarginStatus,
} from '#shared/domain/account/margin.ts';
import { listOf } from '#client/wire/rows.ts';
import {
  decimal,
  decimalOrNull,
  epochMs,
  epochMsOrNull,
  flag,
  flagOrNull,
  id,
  text,
  textOrNull,
} from '#client/wire/scalars.ts';

const statuses: ReadonlyMap<string | null, MarginStatus> = new Map([
  ['EFFECTIVE', 'effective'],
  ['BORROW', 'borrow'],
  ['REPAY', 'repay'],
  ['DEBT', 'debt'],
  ['LIQUIDATION', 'liquidation'],
  ['BANKRUPTCY', 'bankruptcy'],
]);

const status = z.pipe(
  textOrNull,
  z.transform((word): MarginStatus => statuses.get(word) ?? 'unknown'),
);

/** docs/exchange/records.md §13.1. */
const holdingRow = z.pipe(
  z.object({
    currency: id,
    total: decimal,
    available: decimalOrNull,
    hold: decimalOrNull,
    liability: decimal,
    liabilityPrincipal: decimalOrNull,
    liabilityInterest: decimalOrNull,
    maxBorrowSize: decimalOrNull,
    borrowEnabled: flagOrNull,
    transferInEnabled: flagOrNull,
  }),
  z.transform(
    (wire): MarginHolding => ({
      currency: wire.currency,
      total: wire.total,
      available: wire.available,
      held: wire.hold,
      liability: wire.liability,
      principal: wire.liabilityPrincipal,
      interest: wire.liabilityInterest,
      mostToBorrow: wire.maxBorrowSize,
      isBorrowEnabled: wire.borrowEnabled,
      isTransferInEnabled: wire.transferInEnabled,
    }),
  ),
);

const totals = { totalAssetOfQuoteCurrency: decimalOrNull, totalLiabilityOfQuoteCurrency: decimalOrNull };

/** The answer does not say in what it was valued: that is what was asked for. */
export const crossBody = z.pipe(
  z.object({ ...totals, debtRatio: decimal, status, accounts: listOf(holdingRow) }),
  z.transform(
    (wire): Omit<CrossMarginAccount, 'quoteCurrency'> => ({
      totalAssets: wire.totalAssetOfQuoteCurrency,
      totalLiabilities: wire.totalLiabilityOfQuoteCurrency,
      debtRatio: wire.debtRatio,
      status: wire.status,
      holdings: [...wire.accounts],
    }),
  ),
);

const pairRow = z.pipe(
  z.object({ symbol: id, status, debtRatio: decimal, baseAsset: holdingRow, quoteAsset: holdingRow }),
  z.transform(
    ({ baseAsset, quoteAsset, ...rest }): IsolatedMarginAccount => ({ ...rest, base: baseAsset, quote: quoteAsset }),
  ),
);

/** Without its totals an answer is none: an empty list of pairs may be absent. */
export const isolatedBody = z.pipe(
  z.object({ totalAssetOfQuoteCurrency: decimal, totalLiabilityOfQuoteCurrency: decimal, assets: listOf(pairRow) }),
  z.transform(
    (wire): Omit<IsolatedMarginAccounts, 'quoteCurrency'> => ({
      totalAssets: wire.totalAssetOfQuoteCurrency,
      totalLiabilities: wire.totalLiabilityOfQuoteCurrency,
      pairs: [...wire.assets],
    }),
  ),
);

export const loanBody = z.pipe(
  z.object({ orderNo: id, actualSize: decimal }),
  z.transform((wire): LoanOutcome => wire),
);

const loanStates: ReadonlyMap<string | null, LoanRecord['status']> = new Map([
  ['PENDING', 'pending'],
  ['SUCCESS', 'success'],
  ['FAILED', 'failed'],
]);

/** docs/exchange/records.md §13.3. */
export function loanRow(kind: LoanRecord['kind']) {
  return z.pipe(
    z.object({
      orderNo: id,
      symbol: textOrNull,
      currency: id,
      size: decimal,
      actualSize: decimalOrNull,
      principal: decimalOrNull,
      interest: decimalOrNull,
      status: textOrNull,
      createdTime: epochMsOrNull,
    }),
    z.transform(
      ({ createdTime, status: word, ...rest }): LoanRecord => ({
        ...rest,
        kind,
        status: loanStates.get(word) ?? 'unknown',
        createdAtMs: createdTime,
      }),
    ),
  );
}

export const interestRow = z.pipe(
  z.object({ currency: id, dayRatio: decimalOrNull, interestAmount: decimal, createdTime: epochMs }),
  z.transform(
    (wire): InterestRecord => ({
      currency: wire.currency,
      dayRate: wire.dayRatio,
      amount: wire.interestAmount,
      createdAtMs: wire.createdTime,
    }),
  ),
);

/** docs/exchange/records.md §13.2. */
export const configBody = z.pipe(
  z.object({ maxLeverage: decimal, warningDebtRatio: decimal, liqDebtRatio: decimal, currencyList: listOf(id) }),
  z.transform(
    ({ liqDebtRatio, currencyList, ...rest }): MarginConfig => ({
      ...rest,
      liquidationDebtRatio: liqDebtRatio,
      currencies: [...currencyList],
    }),
  ),
);

export const isolatedSymbolRow = z.pipe(
  z.object({
    symbol: id,
    baseCurrency: text,
    quoteCurrency: text,
    maxLeverage: decimalOrNull,
    flDebtRatio: decimalOrNull,
    tradeEnable: flag,
    baseBorrowEnable: flagOrNull,
    quoteBorrowEnable: flagOrNull,
  }),
  z.transform(
    ({ flDebtRatio, tradeEnable, baseBorrowEnable, quoteBorrowEnable, ...rest }): IsolatedSymbol => ({
      ...rest,
      liquidationDebtRatio: flDebtRatio,
      isTradingEnabled: tradeEnable,
      isBaseBorrowEnabled: baseBorrowEnable,
      isQuoteBorrowEnabled: quoteBorrowEnable,
    }),
  ),
);

/** docs/exchange/records.md §13.2. */
export const borrowRatesBody = z.pipe(
  z.object({ items: listOf(z.object({ currency: id, hourlyBorrowRate: decimal, annualizedBorrowRate: decimal })) }),
  z.transform(({ items }): readonly BorrowRate[] =>
    items.map(({ currency, hourlyBorrowRate, annualizedBorrowRate }) => ({
      currency,
      hourRate: hourlyBorrowRate,
      yearRate: annualizedBorrowRate,
    })),
  ),
);
