import { compare, type Decimal, isDecimal, isPositive, minimum, scaleOf } from '#shared/decimal.ts';
import type { LoanRecord } from '#shared/domain/account/margin.ts';
import type { MarginRow, PriceOf } from '../margin-rows.ts';
import { holdingOf, type LoanPreview, previewLoan } from './loan-preview.ts';
import { t } from '#shared/words/t.ts';

/** Digits that an amount of a currency may have. */
const amountScale = 8;

/** What the user has chosen and typed. */
export interface LoanDraft {
  readonly kind: LoanRecord['kind'];
  readonly currency: string;
  readonly amount: string;
}

export interface LoanFacts {
  readonly row: MarginRow;
  readonly priceOf: PriceOf;
}

export interface LoanSummary {
  /** what would be sent; null while it may not be */
  readonly amount: Decimal | null;
  readonly preview: LoanPreview | null;
  /** why it may not be sent; null when nothing was typed yet or all is well */
  readonly error: string | null;
  /** the most that may be borrowed, or repaid of it at once; null: the exchange did not say */
  readonly most: Decimal | null;
}

/** The currencies that the account owes, or those that it may borrow; what is owed most urgently is not known to be any one. */
export function loanCurrencies({ holdings }: Pick<MarginRow, 'holdings'>, kind: LoanRecord['kind']): readonly string[] {
  const fit = holdings.filter(({ liability, isBorrowEnabled }) =>
    kind === 'repay' ? isPositive(liability) : isBorrowEnabled !== false,
  );
  return fit.map(({ currency }) => currency);
}

/** What the sheet begins with: of an account's currencies the one that it owes already, else the first. */
export function firstDraft(row: Pick<MarginRow, 'holdings'>, kind: LoanRecord['kind']): LoanDraft {
  const fit = loanCurrencies(row, kind);
  const owed = loanCurrencies(row, 'repay').find(currency => fit.includes(currency));
  return { kind, currency: owed ?? fit[0] ?? '', amount: '' };
}

/** The most that may be asked for at once. */
function mostOf({ kind, currency }: LoanDraft, row: MarginRow): Decimal | null {
  const { liability, available, mostToBorrow } = holdingOf(row, currency);
  if (kind === 'borrow') return mostToBorrow;
  return available === null ? null : minimum(liability, available);
}

function validationError(amount: Decimal, { kind, currency }: LoanDraft, row: MarginRow): string | null {
  const { liability, available, mostToBorrow } = holdingOf(row, currency);
  if (scaleOf(amount) > amountScale) return t`${currency} has at most ${amountScale} digits after the point.`;
  if (kind === 'borrow') {
    const isTooMuch = mostToBorrow !== null && compare(amount, mostToBorrow) > 0;
    return isTooMuch ? t`No more than ${mostToBorrow} ${currency} can be borrowed now.` : null;
  }
  if (compare(amount, liability) > 0) return t`Only ${liability} ${currency} is owed.`;
  if (available !== null && compare(amount, available) > 0)
    return t`Only ${available} ${currency} is free in this account.`;
  return null;
}

/** The form as pure parts: from what was typed to what would be sent, what it would do, and what is wrong with it. */
export function summariseLoan(draft: LoanDraft, { row, priceOf }: LoanFacts): LoanSummary {
  const most = mostOf(draft, row);
  const nothing = { amount: null, preview: null, most };
  const text = draft.amount.trim();
  if (draft.currency === '') {
    const error = draft.kind === 'borrow' ? t`No currency can be borrowed here.` : t`Nothing is owed here`;
    return { ...nothing, error };
  }
  if (text === '') return { ...nothing, error: null };
  if (!isDecimal(text) || !isPositive(text))
    return { ...nothing, error: t`Type a number above zero, with a point and no separators.` };
  const { kind, currency } = draft;
  const error = validationError(text, draft, row);
  return {
    amount: error === null ? text : null,
    preview: previewLoan(row, { kind, currency, amount: text }, priceOf),
    error,
    most,
  };
}
