import type { Decimal } from '#shared/decimal.ts';
import type { LoanOutcome } from '#shared/domain/account/margin.ts';
import { formatDecimal, formatPercent } from '#lib/format.ts';
import type { ActWords } from '#ui/overlay/act-sheet.tsx';
import { Facts } from '#ui/value/facts.tsx';
import { NumberCell } from '#ui/value/number-cell.tsx';
import type { MarginRow } from '../margin-rows.ts';
import { holdingOf, type LoanPreview } from './loan-preview.ts';
import { t } from '#shared/words/t.ts';

/** What was confirmed. */
export interface SentLoan {
  readonly kind: 'borrow' | 'repay';
  readonly currency: string;
  readonly amount: Decimal;
  readonly preview: LoanPreview;
}

/** What is said of a loan; it never claims more than is known. `outcome` null: a lost answer, or none yet. */
export function loanWords(kind: SentLoan['kind'], sent: SentLoan | null, outcome: LoanOutcome | null): ActWords {
  const what = sent === null ? t`The loan` : `${formatDecimal(sent.amount)} ${sent.currency}`;
  const done = kind === 'repay' ? t`repaid` : t`borrowed`;
  const word = kind === 'repay' ? t`Repaid` : t`Borrowed`;
  return {
    sending: t`Sending ${what}. It is sent once.`,
    checking: t`Checking: the answer was lost, so ${what} may or may not have been ${done}. Fathom is asking the exchange; nothing is sent again.`,
    absent: t`The exchange has not ${done} ${what}: its history does not have it. You may send it again.`,
    done:
      outcome === null
        ? t`${word}: the answer was lost, and the exchange has it in its history.`
        : `${word} ${formatDecimal(outcome.actualSize)} ${sent?.currency ?? ''}.`,
  };
}

interface LoanReceiptProps {
  readonly sent: SentLoan;
  /** as the screen knows it now: it follows the exchange */
  readonly row: MarginRow;
}

/** Where the account stands now, beside what was previewed. */
export function LoanReceipt({ sent: { currency, preview }, row }: LoanReceiptProps) {
  const owed = holdingOf(row, currency).liability;
  return (
    <Facts
      facts={[
        { label: t`Debt ratio now`, value: <span className="number">{formatPercent(row.debtRatio)}</span> },
        {
          label: t`As previewed`,
          value:
            preview.after.debtRatio === null ? (
              <NumberCell value={null} unknownReason={t`It could not be previewed: a price was not known.`} />
            ) : (
              <span className="number">{formatPercent(preview.after.debtRatio)}</span>
            ),
        },
        { label: t`Owed in ${currency} now`, value: <NumberCell value={owed} unit={currency} maximumDecimals={8} /> },
      ]}
    />
  );
}
