import { useState } from 'react';
import type { LoanRecord } from '#shared/domain/account/margin.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { formatDecimal } from '#lib/format.ts';
import { Button } from '#ui/form/button.tsx';
import { FailureNotice } from '#ui/overlay/confirm-sheet.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import type { MarginRow, PriceOf } from '../margin-rows.ts';
import { LoanFactsList } from './loan-facts.tsx';
import { LoanFields } from './loan-fields.tsx';
import { firstDraft, loanCurrencies, type LoanDraft, type LoanSummary, summariseLoan } from './loan-form.ts';
import { LoanResult, type SentLoan } from './loan-outcome.tsx';
import { type LoanStage, useLoan } from './use-loan.ts';

interface LoanSheetProps {
  readonly profile: Profile;
  readonly row: MarginRow;
  readonly kind: LoanRecord['kind'];
  readonly priceOf: PriceOf;
  readonly onClose: () => void;
}

/** Borrows or repays on one margin account: amount, preview of the debt ratio, confirm, outcome. */
export function LoanSheet({ profile, row, kind, priceOf, onClose }: LoanSheetProps) {
  const [draft, setDraft] = useState(() => firstDraft(row, kind));
  const [isConfirming, setConfirming] = useState(false);
  const [sent, setSent] = useState<SentLoan | null>(null);
  const act = useLoan(profile.id, kind);
  const summary = summariseLoan(draft, { row, priceOf });
  const send = async ({ currency, amount }: Pick<SentLoan, 'currency' | 'amount'>) => {
    setConfirming(false);
    await act.send({ currency, size: amount, symbol: row.symbol });
  };
  const confirm = () => {
    const { amount, preview } = summary;
    if (amount === null || preview === null) return undefined;
    const loan = { kind, currency: draft.currency, amount, preview };
    setSent(loan);
    return send(loan);
  };
  const isEditing = act.stage.kind === 'editing' || act.stage.kind === 'refused';
  return (
    <Sheet
      title={`${kind === 'borrow' ? 'Borrow' : 'Repay'} · ${row.symbol === null ? 'cross margin' : `isolated ${row.symbol}`}`}
      profile={profile}
      onClose={onClose}
      isLocked={act.stage.kind === 'sending'}
      actions={
        <LoanActions
          stage={act.stage}
          draft={draft}
          summary={summary}
          isConfirming={isConfirming}
          onReview={() => setConfirming(true)}
          onSend={confirm}
          onResend={() => (sent === null ? undefined : send(sent))}
          onEdit={() => setConfirming(false)}
          onClose={onClose}
        />
      }
    >
      {isEditing ? (
        <>
          <LoanFields
            draft={draft}
            summary={summary}
            currencies={loanCurrencies(row, kind)}
            isLocked={isConfirming}
            onEdit={setDraft}
            onSubmit={() => {
              if (summary.amount !== null) setConfirming(true);
            }}
          />
          <LoanFactsList preview={summary.preview} currency={draft.currency} />
          {act.stage.kind === 'refused' ? <FailureNotice error={act.stage.error} /> : null}
        </>
      ) : (
        <LoanResult stage={act.stage} row={row} sent={sent} />
      )}
    </Sheet>
  );
}

interface LoanActionsProps {
  readonly stage: LoanStage;
  readonly draft: LoanDraft;
  readonly summary: LoanSummary;
  readonly isConfirming: boolean;
  readonly onReview: () => void;
  readonly onSend: () => Promise<unknown> | undefined;
  readonly onResend: () => Promise<unknown> | undefined;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

function LoanActions(props: LoanActionsProps) {
  const { stage, draft, summary } = props;
  if (stage.kind === 'sending')
    return (
      <Button isBusy variant="primary">
        Sending
      </Button>
    );
  if (stage.kind === 'done' || stage.kind === 'checking')
    return (
      <Button variant="primary" onPress={props.onClose}>
        Close
      </Button>
    );
  if (stage.kind === 'absent') {
    return (
      <>
        <Button onPress={props.onClose}>Close</Button>
        <Button variant="primary" onPress={props.onResend}>
          Send again
        </Button>
      </>
    );
  }
  const { amount, error } = summary;
  const missing = amount === null ? (error ?? 'Type an amount first') : null;
  const word = draft.kind === 'borrow' ? 'Borrow' : 'Repay';
  return props.isConfirming ? (
    <>
      <Button onPress={props.onEdit} isFirst>
        Back
      </Button>
      <Button variant="primary" disabledReason={missing} onPress={props.onSend}>
        {amount === null ? word : `${word} ${formatDecimal(amount)} ${draft.currency}`}
      </Button>
    </>
  ) : (
    <>
      <Button onPress={props.onClose}>Close</Button>
      <Button variant="primary" disabledReason={missing} onPress={props.onReview}>
        Review
      </Button>
    </>
  );
}
