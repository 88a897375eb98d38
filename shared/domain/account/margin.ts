import * as z from 'zod/mini';
import { DecimalText, EpochMs, Name } from '../scalars.ts';

/** Which of the two margin accounts: one for all cross pairs, or one for each isolated pair. */
export const MarginType = z.enum(['cross', 'isolated']);
export type MarginType = z.infer<typeof MarginType>;

/**
 * `borrow` and `repay` while such a thing is being done; `liquidation` while the exchange sells; `bankruptcy`: the
 * debts are larger than the assets. `debt`: an isolated pair owes something.
 */
export const MarginStatus = z.enum(['effective', 'borrow', 'repay', 'debt', 'liquidation', 'bankruptcy', 'unknown']);
export type MarginStatus = z.infer<typeof MarginStatus>;

/** One currency of a margin account. docs/exchange/records.md §13.1. `null` means that the exchange did not say. */
export const MarginHolding = z.object({
  currency: z.string(),
  total: DecimalText,
  available: z.nullable(DecimalText),
  held: z.nullable(DecimalText),
  /** principal and interest together */
  liability: DecimalText,
  principal: z.nullable(DecimalText),
  interest: z.nullable(DecimalText),
  /** what could be borrowed now */
  mostToBorrow: z.nullable(DecimalText),
  isBorrowEnabled: z.nullable(z.boolean()),
  isTransferInEnabled: z.nullable(z.boolean()),
});
export type MarginHolding = z.infer<typeof MarginHolding>;

/** The cross margin account, valued in `quoteCurrency`. `debtRatio` is a fraction: debts divided by assets. */
export const CrossMarginAccount = z.object({
  quoteCurrency: z.string(),
  totalAssets: z.nullable(DecimalText),
  totalLiabilities: z.nullable(DecimalText),
  debtRatio: DecimalText,
  status: MarginStatus,
  holdings: z.array(MarginHolding),
});
export type CrossMarginAccount = z.infer<typeof CrossMarginAccount>;

/** The account of one isolated pair. */
export const IsolatedMarginAccount = z.object({
  symbol: z.string(),
  status: MarginStatus,
  debtRatio: DecimalText,
  base: MarginHolding,
  quote: MarginHolding,
});
export type IsolatedMarginAccount = z.infer<typeof IsolatedMarginAccount>;

/** All isolated pairs, valued together in `quoteCurrency`. */
export const IsolatedMarginAccounts = z.object({
  quoteCurrency: z.string(),
  totalAssets: DecimalText,
  totalLiabilities: DecimalText,
  pairs: z.array(IsolatedMarginAccount),
});
export type IsolatedMarginAccounts = z.infer<typeof IsolatedMarginAccounts>;

/** A margin account as a row of a list: the cross one (`cross`), or that of an isolated pair (its symbol). */
export const MarginAccountRow = z.object({
  id: z.string(),
  type: MarginType,
  symbol: z.nullable(z.string()),
  status: MarginStatus,
  debtRatio: DecimalText,
  /** the currency of the totals; null on a pair, for which the exchange states none */
  quoteCurrency: z.nullable(z.string()),
  totalAssets: z.nullable(DecimalText),
  totalLiabilities: z.nullable(DecimalText),
  holdings: z.array(MarginHolding),
});
export type MarginAccountRow = z.infer<typeof MarginAccountRow>;

/** The rules of cross margin. docs/exchange/records.md §13.2. Both ratios are fractions. */
export const MarginConfig = z.object({
  maxLeverage: DecimalText,
  warningDebtRatio: DecimalText,
  liquidationDebtRatio: DecimalText,
  currencies: z.array(z.string()),
});
export type MarginConfig = z.infer<typeof MarginConfig>;

/** The rules of one isolated pair. docs/exchange/records.md §13.2. */
export const IsolatedSymbol = z.object({
  symbol: z.string(),
  baseCurrency: z.string(),
  quoteCurrency: z.string(),
  maxLeverage: z.nullable(DecimalText),
  liquidationDebtRatio: z.nullable(DecimalText),
  isTradingEnabled: z.boolean(),
  isBaseBorrowEnabled: z.nullable(z.boolean()),
  isQuoteBorrowEnabled: z.nullable(z.boolean()),
});
export type IsolatedSymbol = z.infer<typeof IsolatedSymbol>;

/** What a loan costs, as fractions of it. docs/exchange/records.md §13.2. */
export const BorrowRate = z.object({ currency: z.string(), hourRate: DecimalText, yearRate: DecimalText });
export type BorrowRate = z.infer<typeof BorrowRate>;

/** What the desk asks to borrow or to pay back; `symbol` names the isolated pair and is null on the cross account. */
export const LoanRequest = z.strictObject({
  /** made when the sheet opens: it names the action in the journal; the exchange does not know it */
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  currency: Name,
  size: DecimalText,
  symbol: z.nullable(Name),
});
export type LoanRequest = z.infer<typeof LoanRequest>;

/** What the exchange did of it. */
export const LoanOutcome = z.object({ orderNo: z.string(), actualSize: DecimalText });
export type LoanOutcome = z.infer<typeof LoanOutcome>;

/** One borrowing or repayment, newest first in its list. docs/exchange/records.md §13.3. */
export const LoanRecord = z.object({
  kind: z.enum(['borrow', 'repay']),
  orderNo: z.string(),
  symbol: z.nullable(z.string()),
  currency: z.string(),
  size: DecimalText,
  /** borrowed; `principal` and `interest` state the parts of a repayment */
  actualSize: z.nullable(DecimalText),
  principal: z.nullable(DecimalText),
  interest: z.nullable(DecimalText),
  status: z.enum(['pending', 'success', 'failed', 'unknown']),
  /** null: not stated */
  createdAtMs: z.nullable(EpochMs),
});
export type LoanRecord = z.infer<typeof LoanRecord>;

/** One hour's interest. `dayRate` is a fraction of the principal. */
export const InterestRecord = z.object({
  currency: z.string(),
  dayRate: z.nullable(DecimalText),
  amount: DecimalText,
  createdAtMs: EpochMs,
});
export type InterestRecord = z.infer<typeof InterestRecord>;
