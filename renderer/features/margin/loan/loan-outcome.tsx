import type { Decimal } from '#shared/decimal.ts';
import type { LoanOutcome } from '#shared/domain/account/margin.ts';
import { formatDecimal, formatPercent } from '#lib/format.ts';
import type { ActionTexts } from '#ui/overlay/action-sheet.tsx';
import { Facts } from '#ui/value/facts.tsx';
import { NumberCell } from '#ui/value/number-cell.tsx';
import type { MarginRow } from '../margin-rows.ts';
import { holdingOf, type LoanPreview } from './loan-preview.ts';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

/** What was confirmed. */
export interface SentLoan {
  readonly kind: 'borrow' | 'repay';
  readonly currency: string;
  readonly amount: Decimal;
  readonly preview: LoanPreview;
}

/** The text about a loan; it never claims more than is known. `outcome` null: a lost answer, or none yet. */
export function loanTexts(kind: SentLoan['kind'], sent: SentLoan | null, outcome: LoanOutcome | null): ActionTexts {
  const what = sent === null ? t`The loan` : `${formatDecimal(sent.amount)} ${sent.currency}`;
  const done = kind === 'repay' ? t`repaid` : t`borrowed`;
  const word = kind === 'repay' ? t`Repaid` : t`Borrowed`;
  return {
    sending: t`Sending ${what}. Sent once.`,
    checking: t`Outcome unknown: no response received. ${what} may have been ${done}. Fathom checks at the exchange and sends nothing again.`,
    absent: t`The exchange has not ${done} ${what}: its history does not contain it. You can send it again.`,
    done:
      outcome === null
        ? t`${word}: confirmed by the history of the exchange.`
        : `${word} ${formatDecimal(outcome.actualSize)} ${sent?.currency ?? ''}.`,
  };
}

interface LoanReceiptProps {
  readonly sent: SentLoan;
  /** as the screen knows it now: it follows the exchange */
  readonly row: MarginRow;
}

/** The present state of the account, beside the previewed one. */
export function LoanReceipt({ sent: { currency, preview }, row }: LoanReceiptProps) {
  const owed = holdingOf(row, currency).liability;
  return (
    <Facts
      facts={[
        {
          label: t`Debt ratio now`,
          hint: accountHints.debtRatio,
          value: <span className="number">{formatPercent(row.debtRatio)}</span>,
        },
        {
          label: t`As previewed`,
          hint: t`Debt ratio of the preview before the action was sent`,
          value:
            preview.after.debtRatio === null ? (
              <NumberCell value={null} unknownReason={t`No preview: a price was unknown.`} />
            ) : (
              <span className="number">{formatPercent(preview.after.debtRatio)}</span>
            ),
        },
        {
          label: t`Liability in ${currency} now`,
          hint: accountHints.liability,
          value: <NumberCell value={owed} unit={currency} maximumDecimals={8} />,
        },
      ]}
    />
  );
}
