import { useState } from 'react';
import type { LoanRecord } from '#shared/domain/account/margin.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAction } from '#bridge/actions/use-action.ts';
import { useJudgedAction } from '#bridge/actions/use-judged-action.ts';
import { formatDecimal } from '#lib/format.ts';
import { ActionSheet } from '#ui/overlay/action-sheet.tsx';
import type { MarginRow, PriceOf } from '../margin-rows.ts';
import { LoanFactsList } from './loan-facts.tsx';
import { LoanFields } from './loan-fields.tsx';
import { firstDraft, loanCurrencies, summariseLoan } from './loan-form.ts';
import { LoanReceipt, loanTexts, type SentLoan } from './loan-outcome.tsx';
import { t } from '#shared/words/t.ts';

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
  const [sent, setSent] = useState<SentLoan | null>(null);
  const action = useAction(kind === 'borrow' ? 'margin.borrow' : 'margin.repay', profile.id, []);
  const { stage } = action;
  const summary = summariseLoan(draft, { row, priceOf });
  const { amount, preview } = summary;
  const money = { currency: draft.currency, amount: amount ?? '0' };
  const policy = useJudgedAction(profile.id, kind === 'borrow' ? { kind, money } : { kind });
  const send = async () => {
    const typed = amount === null || preview === null ? null : { kind, currency: draft.currency, amount, preview };
    // after a lost answer the same loan again, whatever the form says
    const loan = stage.kind === 'absent' ? sent : typed;
    if (loan === null) return;
    setSent(loan);
    const { currency, amount: size } = loan;
    await action.send({ profileId: profile.id, loan: { id: action.mark, currency, size, symbol: row.symbol } });
  };
  const word = kind === 'borrow' ? t`Borrow` : t`Repay`;
  return (
    <ActionSheet
      title={`${word} · ${row.symbol === null ? t`cross margin` : t`isolated ${row.symbol}`}`}
      profile={profile}
      stage={stage}
      label={amount === null ? word : `${word} ${formatDecimal(amount)} ${draft.currency}`}
      disabledReason={amount === null ? (summary.error ?? t`Enter an amount first`) : null}
      policy={kind === 'borrow' ? policy : undefined}
      texts={loanTexts(kind, sent, stage.kind === 'done' ? stage.value : null)}
      receipt={sent === null ? null : <LoanReceipt sent={sent} row={row} />}
      onSend={send}
      onClose={onClose}
    >
      {({ isLocked, review }) => (
        <>
          <LoanFields
            draft={draft}
            summary={summary}
            currencies={loanCurrencies(row, kind)}
            isLocked={isLocked}
            onEdit={setDraft}
            onSubmit={review}
          />
          <LoanFactsList preview={preview} currency={draft.currency} />
        </>
      )}
    </ActionSheet>
  );
}
