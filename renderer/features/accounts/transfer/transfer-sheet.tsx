import { useState } from 'react';
import type { SubAccount } from '#shared/domain/account/account.ts';
import type { TransferEnd } from '#shared/domain/money/transfer.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAction } from '#bridge/actions/use-action.ts';
import { useJudgedAction } from '#bridge/actions/use-judged-action.ts';
import { useRead } from '#bridge/use-read.ts';
import { formatDecimal } from '#lib/format.ts';
import { Button } from '#ui/form/button.tsx';
import { DecimalInput } from '#ui/form/decimal-input.tsx';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/input.tsx';
import { ActionSheet, type ActionTexts } from '#ui/overlay/action-sheet.tsx';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { Facts } from '#ui/value/facts.tsx';
import { EndFields } from './end-fields.tsx';
import './transfer.css';
import {
  accountNames,
  type EndBalance,
  endText,
  isBetweenAccounts,
  moveLabel,
  summariseTransfer,
  type TransferDraft,
  type TransferSummary,
} from './transfer-form.ts';
import { coinsOf, endWithCoin } from './end-coins.ts';
import { useEndBalance, useHeldCoins } from './use-end-balance.ts';
import { t } from '#shared/words/t.ts';

interface TransferSheetProps {
  readonly profile: Profile;
  /** the coin that is chosen at first */
  readonly currency: string;
  /** where it was opened */
  readonly from: TransferEnd;
  readonly onClose: () => void;
}

const ownEnd = (wallet: TransferEnd['wallet']): TransferEnd => ({ wallet, symbol: null, userId: null });

/** Moves money between own wallets, or between the account and a sub-account: ends, amount, preview, confirm, outcome. */
export function TransferSheet({ profile, currency: firstCurrency, from, onClose }: TransferSheetProps) {
  const [draft, setDraft] = useState<TransferDraft>({
    currency: firstCurrency,
    from,
    to: ownEnd(from.wallet === 'trade' ? 'main' : 'trade'),
    amount: '',
  });
  const { currency } = draft;
  // one clientOid for one transfer; it is sent once (docs/exchange/endpoints.md §6.3)
  const action = useAction('transfers.send', profile.id, ['transfers.transferable', 'accounts.subHoldings']);
  const balances = {
    from: useEndBalance(profile.id, currency, draft.from),
    to: useEndBalance(profile.id, currency, draft.to),
  };
  const accounts = useRead('accounts.subAccounts', { profileId: profile.id }).data?.items ?? [];
  const summary = summariseTransfer(draft, balances);
  const text = describe(draft, accounts);
  const { request } = summary;
  const money = { currency, amount: request?.amount ?? '0' };
  const policy = useJudgedAction(profile.id, { kind: 'transfer', money });
  const send = async () => {
    if (request === null) return;
    await action.send({ profileId: profile.id, transfer: { ...request, clientOid: action.mark } });
  };
  return (
    <ActionSheet
      title={t`Transfer ${currency}`}
      profile={profile}
      stage={action.stage}
      label={moveLabel(draft, request === null ? '' : formatDecimal(request.amount), accountNames(accounts))}
      disabledReason={request === null ? (summary.error ?? t`Enter an amount first`) : null}
      policy={policy}
      texts={wordsOf(text, isBetweenAccounts(draft))}
      again={{ label: t`Back to the form`, onPress: action.restart }}
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
    </ActionSheet>
  );
}

/** `isAsked`: another account has a part in it, so the user is asked in the trusted window before anything is sent. */
function wordsOf(what: string, isAsked: boolean): ActionTexts {
  const asked = isAsked ? t`The trusted window asks you to confirm before anything is sent. ` : '';
  return {
    sending: t`${asked}Sending the transfer of ${what}. Sent once.`,
    checking: t`Outcome unknown: no response was received for ${what}. Fathom is checking the ledger of the exchange and sends nothing again.`,
    absent: t`Not transferred: the ledger of the exchange does not contain ${what}. You can send it again.`,
    done: t`Transferred ${what}.`,
  };
}

function describe({ currency, amount, from, to }: TransferDraft, accounts: readonly SubAccount[]): string {
  const nameOf = accountNames(accounts);
  return t`${amount} ${currency} from ${endText(from, nameOf)} to ${endText(to, nameOf)}`;
}

function Review({ what, isAsked }: { readonly what: string; readonly isAsked: boolean }) {
  const words = isAsked
    ? t`${what}. The trusted window asks you to confirm, because another account is involved.`
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
      <CoinField profileId={profileId} draft={draft} onChange={onChange} />
      <EndFields title={t`From`} end={from} {...ends} onChange={end => onChange({ ...draft, from: end })} />
      <EndFields title={t`To`} end={to} {...ends} onChange={end => onChange({ ...draft, to: end })} />
      <Field
        label={t`Amount`}
        error={error}
        hint={
          limit === null
            ? t`The available amount is unknown.`
            : t`${formatDecimal(limit)} ${currency} can be transferred.`
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
        disabledReason={limit === null ? t`Available amount unknown` : null}
        onPress={() => onChange({ ...draft, amount: limit ?? '' })}
      >{t`All of it`}</Button>
    </>
  );
}

/** Which coin is moved: any that the account it comes from holds. */
function CoinField({ profileId, draft, onChange }: Pick<FieldsProps, 'profileId' | 'draft' | 'onChange'>) {
  const { currency, from } = draft;
  const held = useHeldCoins(profileId, from);
  const options = coinsOf(held, currency).map(coin => ({ value: coin, label: coin }));
  return (
    <Field label={t`Coin`}>
      {control => (
        <Select
          {...control}
          value={currency}
          options={options}
          onChange={coin => onChange({ ...draft, currency: coin, amount: '', from: endWithCoin(from, coin, held) })}
        />
      )}
    </Field>
  );
}

interface PreviewProps {
  readonly summary: TransferSummary;
  readonly draft: TransferDraft;
  readonly accounts: readonly SubAccount[];
}

/** Both wallets before and after. */
function Preview({ summary, draft, accounts }: PreviewProps) {
  const nameOf = accountNames(accounts);
  const fact = (end: 'from' | 'to') => ({
    label: `${end === 'from' ? t`From` : t`To`} ${endText(draft[end], nameOf)}`,
    hint: t`Balance of the wallet before and after the transfer`,
    value: <BeforeAfter {...summary[end]} unit={draft.currency} maximumDecimals={8} />,
  });
  return <Facts facts={[fact('from'), fact('to')]} />;
}
