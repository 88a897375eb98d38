import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  isPositive,
  isZero,
  maximum,
  multiply,
  subtract,
} from '#shared/decimal.ts';
import type { LoanRecord, MarginHolding } from '#shared/domain/account/margin.ts';
import { type MarginRow, type PriceOf, valueCurrency, valueIn } from '../margin-rows.ts';

/** The exchange states a ratio with four digits, truncated. */
const ratioScale = 4;
/** The maximum difference between the ratio of the totals and the stated one, before it is marked as an estimate. */
const roundingError: Decimal = '0.0002';

export interface Loan {
  readonly kind: LoanRecord['kind'];
  readonly currency: string;
  readonly amount: Decimal;
}

/** The state of an account after the loan. Null: unknown. */
export interface LoanOutlook {
  readonly debtRatio: Decimal | null;
  /** how far the ratio may still rise until the exchange sells */
  readonly distance: Decimal | null;
  /** of the currency that the loan is about: what is owed and what is free */
  readonly owed: Decimal;
  readonly free: Decimal | null;
}

export interface LoanPreview {
  readonly before: LoanOutlook;
  readonly after: LoanOutlook;
  /**
   * it contains a last price, which is not the valuation price of the exchange; or the stated ratio is not understood
   */
  readonly isEstimate: boolean;
}

interface Worth {
  readonly assets: Decimal;
  readonly debts: Decimal;
  /** of one unit of the currency that the loan is about */
  readonly price: Decimal;
}

/** The cross account by the exchange's own totals, a pair in its quote currency. */
function worthOf({ symbol, holdings, assets, debts }: MarginRow, currency: string, priceOf: PriceOf): Worth | null {
  const quoteCurrency = symbol === null ? valueCurrency : (holdings.at(-1)?.currency ?? valueCurrency);
  const price = priceOf(currency, quoteCurrency);
  if (price === null) return null;
  if (symbol === null) return assets === null || debts === null ? null : { assets, debts, price };
  const total = valueIn(
    holdings.map(holding => ({ currency: holding.currency, amount: holding.total })),
    quoteCurrency,
    priceOf,
  );
  const owed = valueIn(
    holdings.map(holding => ({ currency: holding.currency, amount: holding.liability })),
    quoteCurrency,
    priceOf,
  );
  return total === null || owed === null ? null : { assets: total, debts: owed, price };
}

/** Debts over assets, rounded to the cautious side; null: debts without any assets have no ratio. */
function ratioOf({ assets, debts }: Pick<Worth, 'assets' | 'debts'>): Decimal | null {
  if (isZero(debts)) return '0';
  return isPositive(assets) ? divide(debts, assets, { scale: ratioScale, rounding: 'ceil' }) : null;
}

function distanceOf(ratio: Decimal | null, { liquidationRatio }: MarginRow): Decimal | null {
  return ratio === null || liquidationRatio === null ? null : subtract(liquidationRatio, ratio);
}

/** Borrowing adds to both sides of the ratio, repaying takes from both. */
function moved({ assets, debts, price }: Worth, { kind, amount }: Loan): Pick<Worth, 'assets' | 'debts'> {
  const worth = multiply(amount, price);
  if (kind === 'borrow') return { assets: add(assets, worth), debts: add(debts, worth) };
  return { assets: subtract(assets, worth), debts: maximum('0', subtract(debts, worth)) };
}

function isUnderstood(stated: Decimal, worth: Worth): boolean {
  const own = ratioOf(worth);
  return own !== null && compare(absolute(subtract(stated, own)), roundingError) <= 0;
}

/** Whether only the exchange's own totals and amounts stand in the sum. */
function isExact({ symbol, debtRatio }: MarginRow, worth: Worth, { currency }: Loan): boolean {
  return symbol === null && currency === valueCurrency && isUnderstood(debtRatio, worth);
}

/**
 * The effect of borrowing or repaying on the debt ratio of its account: (debts ± amount × price) ÷ (assets ± amount ×
 * price). On cross margin by the totals that the exchange states; on an isolated pair by its two currencies and the
 * last price of the pair. The before side shows the exchange's own ratio. docs/exchange/matching.md §11.
 */
export function previewLoan(row: MarginRow, loan: Loan, priceOf: PriceOf): LoanPreview {
  const { liability, available } = holdingOf(row, loan.currency);
  const worth = worthOf(row, loan.currency, priceOf);
  const ratio = worth === null ? null : ratioOf(moved(worth, loan));
  const isBorrow = loan.kind === 'borrow';
  return {
    before: { debtRatio: row.debtRatio, distance: distanceOf(row.debtRatio, row), owed: liability, free: available },
    after: {
      debtRatio: ratio,
      distance: distanceOf(ratio, row),
      owed: isBorrow ? add(liability, loan.amount) : maximum('0', subtract(liability, loan.amount)),
      free: available === null ? null : (isBorrow ? add : subtract)(available, loan.amount),
    },
    isEstimate: worth === null || !isExact(row, worth, loan),
  };
}

const nothing = { liability: '0', available: '0', mostToBorrow: null, isBorrowEnabled: null } as const;

/** What the account has of a currency; nothing of it where the exchange does not list it. */
export function holdingOf(
  { holdings }: Pick<MarginRow, 'holdings'>,
  currency: string,
): Pick<MarginHolding, 'liability' | 'available' | 'mostToBorrow' | 'isBorrowEnabled'> {
  return holdings.find(holding => holding.currency === currency) ?? nothing;
}
