import type { Decimal } from '#shared/decimal.ts';
import type { LoanOutcome } from '#shared/domain/account/margin.ts';
import { assertNever } from '#shared/errors.ts';
import { formatDecimal, formatPercent } from '#lib/format.ts';
import { ErrorDetail } from '#ui/panel/panel-failure.tsx';
import { Facts } from '#ui/value/facts.tsx';
import { NumberCell } from '#ui/value/number-cell.tsx';
import type { MarginRow } from '../margin-rows.ts';
import { holdingOf, type LoanPreview } from './loan-preview.ts';
import type { LoanStage } from './use-loan.ts';

/** What was confirmed. */
export interface SentLoan {
  readonly kind: 'borrow' | 'repay';
  readonly currency: string;
  readonly amount: Decimal;
  readonly preview: LoanPreview;
}

interface LoanResultProps {
  readonly stage: LoanStage;
  /** as the screen knows it now: it follows the exchange */
  readonly row: MarginRow;
  readonly sent: SentLoan | null;
}

/** What became of it, in words that never claim more than is known. */
export function LoanResult({ stage, row, sent }: LoanResultProps) {
  const amount = sent === null ? 'The loan' : `${formatDecimal(sent.amount)} ${sent.currency}`;
  const done = sent?.kind === 'repay' ? 'repaid' : 'borrowed';
  switch (stage.kind) {
    case 'sending':
      return (
        <p className="notice" role="status">
          Sending {amount}. It is sent once.
        </p>
      );
    case 'checking':
      return (
        <div className="notice notice-warning" role="status">
          <p>
            Checking: the answer was lost, so {amount} may or may not have been {done}. Fathom is asking the exchange;
            nothing is sent again.
          </p>
          <ErrorDetail error={stage.error} />
        </div>
      );
    case 'absent':
      return (
        <p className="notice notice-warning" role="status">
          The exchange has not {done} {amount}: its history does not have it. You may send it again.
        </p>
      );
    case 'done':
      return sent === null ? null : <Receipt sent={sent} outcome={stage.outcome} row={row} />;
    case 'editing':
    case 'refused':
      return null;
    default:
      return assertNever(stage);
  }
}

interface ReceiptProps {
  readonly sent: SentLoan;
  readonly outcome: LoanOutcome | null;
  readonly row: MarginRow;
}

function Receipt({ sent, outcome, row }: ReceiptProps) {
  const { kind, currency, preview } = sent;
  const word = kind === 'borrow' ? 'Borrowed' : 'Repaid';
  const owed = holdingOf(row, currency).liability;
  return (
    <>
      <p className="notice" role="status">
        {outcome === null
          ? `${word}: the answer was lost, and the exchange has it in its history.`
          : `${word} ${formatDecimal(outcome.actualSize)} ${currency}.`}
      </p>
      <Facts
        facts={[
          { label: 'Debt ratio now', value: <span className="number">{formatPercent(row.debtRatio)}</span> },
          {
            label: 'As previewed',
            value:
              preview.after.debtRatio === null ? (
                <NumberCell value={null} unknownReason="It could not be previewed: a price was not known." />
              ) : (
                <span className="number">{formatPercent(preview.after.debtRatio)}</span>
              ),
          },
          { label: `Owed in ${currency} now`, value: <NumberCell value={owed} unit={currency} maximumDecimals={8} /> },
        ]}
      />
    </>
  );
}
