import { useState } from 'react';
import type { SubAccount } from '#shared/domain/account/account.ts';
import type { TransferEnd } from '#shared/domain/money/transfer.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useRead } from '#bridge/use-read.ts';
import { formatDecimal, visibleText } from '#lib/format.ts';
import { Button } from '#ui/form/button.tsx';
import { DecimalInput } from '#ui/form/decimal-input.tsx';
import { Field } from '#ui/form/field.tsx';
import { FailureNotice } from '#ui/overlay/confirm-sheet.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { Facts } from '#ui/value/facts.tsx';
import { EndFields } from './end-fields.tsx';
import './transfer.css';
import {
  type EndBalance,
  endText,
  summariseTransfer,
  type TransferDraft,
  type TransferSummary,
} from './transfer-form.ts';
import { TransferOutcome } from './transfer-outcome.tsx';
import { type Transfer, useEndBalance, useTransfer } from './use-transfer.ts';

interface TransferSheetProps {
  readonly profile: Profile;
  readonly currency: string;
  /** where it was opened */
  readonly from: TransferEnd;
  readonly onClose: () => void;
}

const ownEnd = (wallet: TransferEnd['wallet']): TransferEnd => ({ wallet, symbol: null, userId: null });

/** Moves money between own wallets, or between the account and a sub-account: ends, amount, preview, confirm, outcome. */
export function TransferSheet({ profile, currency, from, onClose }: TransferSheetProps) {
  const [draft, setDraft] = useState<TransferDraft>({
    currency,
    from,
    to: ownEnd(from.wallet === 'trade' ? 'main' : 'trade'),
    amount: '',
  });
  const [isConfirming, setConfirming] = useState(false);
  const act = useTransfer(profile.id);
  const balances = {
    from: useEndBalance(profile.id, currency, draft.from),
    to: useEndBalance(profile.id, currency, draft.to),
  };
  const accounts = useRead('accounts.subAccounts', { profileId: profile.id }).data?.items ?? [];
  const summary = summariseTransfer(draft, balances);
  const text = describe(draft, accounts);
  const isEditing = act.stage.kind === 'editing' || act.stage.kind === 'refused';
  return (
    <Sheet
      title={`Move ${currency}`}
      profile={profile}
      onClose={onClose}
      isLocked={act.stage.kind === 'sending'}
      actions={
        <Actions
          act={act}
          summary={summary}
          currency={currency}
          isConfirming={isConfirming}
          onConfirm={setConfirming}
          onClose={onClose}
        />
      }
    >
      {isEditing ? (
        <>
          {isConfirming ? (
            <Review what={text} isAsked={isBetweenAccounts(draft)} />
          ) : (
            <Fields
              profileId={profile.id}
              draft={draft}
              accounts={accounts}
              most={balances.from}
              error={summary.error}
              onChange={setDraft}
            />
          )}
          <Preview summary={summary} draft={draft} accounts={accounts} />
          {act.stage.kind === 'refused' ? <FailureNotice error={act.stage.error} /> : null}
        </>
      ) : (
        <TransferOutcome stage={act.stage} what={text} isAsked={isBetweenAccounts(draft)} />
      )}
    </Sheet>
  );
}

const isBetweenAccounts = ({ from, to }: TransferDraft) => from.userId !== null || to.userId !== null;

const namesOf = (accounts: readonly SubAccount[]) => (userId: string) =>
  visibleText(accounts.find(each => each.userId === userId)?.name ?? userId);

function describe({ currency, amount, from, to }: TransferDraft, accounts: readonly SubAccount[]): string {
  const nameOf = namesOf(accounts);
  return `${amount} ${currency} from ${endText(from, nameOf)} to ${endText(to, nameOf)}`;
}

function Review({ what, isAsked }: { readonly what: string; readonly isAsked: boolean }) {
  const more = '. Fathom asks once more, in a window of its own: another account has a part in it.';
  return <p className="notice">{isAsked ? `${what}${more}` : what}</p>;
}

interface FieldsProps {
  readonly profileId: string;
  readonly draft: TransferDraft;
  readonly accounts: readonly SubAccount[];
  readonly most: EndBalance;
  readonly error: string | null;
  readonly onChange: (draft: TransferDraft) => void;
}

function Fields({ profileId, draft, accounts, most, error, onChange }: FieldsProps) {
  const { currency, from, to, amount } = draft;
  const isIsolated = from.wallet === 'isolated' || to.wallet === 'isolated';
  const known = useRead('margin.isolatedSymbols', { profileId }, { isEnabled: isIsolated }).data ?? [];
  const pairs = known.map(({ symbol }) => symbol).filter(symbol => symbol.split('-').includes(currency));
  const ends = { accounts, pairs };
  const limit = most.transferable;
  return (
    <>
      <EndFields title="From" end={from} {...ends} onChange={end => onChange({ ...draft, from: end })} />
      <EndFields title="To" end={to} {...ends} onChange={end => onChange({ ...draft, to: end })} />
      <Field
        label="Amount"
        error={error}
        hint={limit === null ? 'What can be moved is not known.' : `${formatDecimal(limit)} ${currency} can be moved.`}
      >
        {control => (
          <DecimalInput
            {...control}
            value={amount}
            unit={currency}
            onChange={text => onChange({ ...draft, amount: text })}
          />
        )}
      </Field>
      <Button
        size="small"
        disabledReason={limit === null ? 'What can be moved is not known' : null}
        onPress={() => onChange({ ...draft, amount: limit ?? '' })}
      >
        All of it
      </Button>
    </>
  );
}

interface PreviewProps {
  readonly summary: TransferSummary;
  readonly draft: TransferDraft;
  readonly accounts: readonly SubAccount[];
}

/** Both wallets before and after. */
function Preview({ summary, draft, accounts }: PreviewProps) {
  const nameOf = namesOf(accounts);
  const fact = (end: 'from' | 'to') => ({
    label: `${end === 'from' ? 'From' : 'To'} ${endText(draft[end], nameOf)}`,
    value: <BeforeAfter {...summary[end]} unit={draft.currency} maximumDecimals={8} />,
  });
  return <Facts facts={[fact('from'), fact('to')]} />;
}

interface ActionsProps {
  readonly act: Transfer;
  readonly summary: TransferSummary;
  readonly currency: string;
  readonly isConfirming: boolean;
  readonly onConfirm: (isConfirming: boolean) => void;
  readonly onClose: () => void;
}

function Actions({ act, summary, currency, isConfirming, onConfirm, onClose }: ActionsProps) {
  const { stage } = act;
  const { request } = summary;
  if (stage.kind === 'sending')
    return (
      <Button isBusy variant="primary">
        Sending
      </Button>
    );
  if (stage.kind === 'absent')
    return (
      <>
        <Button onPress={onClose}>Close</Button>
        <Button variant="primary" onPress={act.begin}>
          Back to the form
        </Button>
      </>
    );
  if (stage.kind === 'done' || stage.kind === 'checking')
    return (
      <Button variant="primary" onPress={onClose}>
        Close
      </Button>
    );
  const missing = request === null ? (summary.error ?? 'Type an amount first') : null;
  const send = async () => {
    if (request === null) return;
    onConfirm(false);
    await act.send(request);
  };
  return isConfirming ? (
    <>
      <Button onPress={() => onConfirm(false)} isFirst>
        Back
      </Button>
      <Button variant="primary" disabledReason={missing} onPress={send}>
        {`Move ${request === null ? '' : formatDecimal(request.amount)} ${currency}`}
      </Button>
    </>
  ) : (
    <>
      <Button onPress={onClose}>Close</Button>
      <Button variant="primary" disabledReason={missing} onPress={() => onConfirm(true)}>
        Review
      </Button>
    </>
  );
}
