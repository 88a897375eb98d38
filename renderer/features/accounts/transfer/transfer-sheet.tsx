import { useState } from 'react';
import type { SubAccount } from '#shared/domain/account/account.ts';
import type { TransferEnd } from '#shared/domain/money/transfer.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAct } from '#bridge/acts/use-act.ts';
import { useJudgedAct } from '#bridge/acts/use-judged-act.ts';
import { useRead } from '#bridge/use-read.ts';
import { formatDecimal } from '#lib/format.ts';
import { visibleText } from '#shared/visible-text.ts';
import { Button } from '#ui/form/button.tsx';
import { DecimalInput } from '#ui/form/decimal-input.tsx';
import { Field } from '#ui/form/field.tsx';
import { ActSheet, type ActWords } from '#ui/overlay/act-sheet.tsx';
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
import { useEndBalance } from './use-end-balance.ts';
import { t } from '#shared/words/t.ts';

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
  // one clientOid for one transfer; it is sent once (docs/exchange/endpoints.md §6.3)
  const act = useAct('transfers.send', profile.id, ['transfers.transferable', 'accounts.subHoldings']);
  const balances = {
    from: useEndBalance(profile.id, currency, draft.from),
    to: useEndBalance(profile.id, currency, draft.to),
  };
  const accounts = useRead('accounts.subAccounts', { profileId: profile.id }).data?.items ?? [];
  const summary = summariseTransfer(draft, balances);
  const text = describe(draft, accounts);
  const { request } = summary;
  const money = { currency, amount: request?.amount ?? '0' };
  const policy = useJudgedAct(profile.id, { kind: 'transfer', money });
  const send = async () => {
    if (request === null) return;
    await act.send({ profileId: profile.id, transfer: { ...request, clientOid: act.mark } });
  };
  return (
    <ActSheet
      title={t`Move ${currency}`}
      profile={profile}
      stage={act.stage}
      label={t`Move ${request === null ? '' : formatDecimal(request.amount)} ${currency}`}
      missing={request === null ? (summary.error ?? t`Type an amount first`) : null}
      policy={policy}
      words={wordsOf(text, isBetweenAccounts(draft))}
      again={{ label: t`Back to the form`, onPress: act.startAnew }}
      onSend={send}
      onClose={onClose}
    >
      {({ isLocked }) => (
        <>
          {isLocked ? (
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
        </>
      )}
    </ActSheet>
  );
}

/** `isAsked`: another account has a part in it, so the user is asked in the trusted window before anything is sent. */
function wordsOf(what: string, isAsked: boolean): ActWords {
  const asked = isAsked ? t`Fathom asks in a window of its own; nothing is sent before you agree there. ` : '';
  return {
    sending: t`${asked}Moving ${what}. It is sent once.`,
    checking: t`Checking: the answer was lost, so ${what} may or may not have been moved. Fathom is looking into the ledger of the exchange; nothing is sent again.`,
    absent: t`Not moved: the ledger of the exchange does not have ${what}. It is safe to try again.`,
    done: t`Moved ${what}.`,
  };
}

const isBetweenAccounts = ({ from, to }: TransferDraft) => from.userId !== null || to.userId !== null;

const namesOf = (accounts: readonly SubAccount[]) => (userId: string) =>
  visibleText(accounts.find(each => each.userId === userId)?.name ?? userId);

function describe({ currency, amount, from, to }: TransferDraft, accounts: readonly SubAccount[]): string {
  const nameOf = namesOf(accounts);
  return t`${amount} ${currency} from ${endText(from, nameOf)} to ${endText(to, nameOf)}`;
}

function Review({ what, isAsked }: { readonly what: string; readonly isAsked: boolean }) {
  const words = isAsked
    ? t`${what}. Fathom asks once more, in a window of its own: another account has a part in it.`
    : what;
  return <p className="notice">{words}</p>;
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
      <EndFields title={t`From`} end={from} {...ends} onChange={end => onChange({ ...draft, from: end })} />
      <EndFields title={t`To`} end={to} {...ends} onChange={end => onChange({ ...draft, to: end })} />
      <Field
        label={t`Amount`}
        error={error}
        hint={
          limit === null ? t`What can be moved is not known.` : t`${formatDecimal(limit)} ${currency} can be moved.`
        }
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
        disabledReason={limit === null ? t`What can be moved is not known` : null}
        onPress={() => onChange({ ...draft, amount: limit ?? '' })}
      >{t`All of it`}</Button>
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
    label: `${end === 'from' ? t`From` : t`To`} ${endText(draft[end], nameOf)}`,
    value: <BeforeAfter {...summary[end]} unit={draft.currency} maximumDecimals={8} />,
  });
  return <Facts facts={[fact('from'), fact('to')]} />;
}
