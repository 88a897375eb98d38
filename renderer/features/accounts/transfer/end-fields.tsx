import { useState } from 'react';
import type { SubAccount } from '#shared/domain/account/account.ts';
import type { TransferEnd, TransferWallet } from '#shared/domain/money/transfer.ts';
import { visibleText } from '#shared/visible-text.ts';
import { Field } from '#ui/form/field.tsx';
import { Input, Select } from '#ui/form/input.tsx';
import { t } from '#shared/words/t.ts';

const wallets: readonly { readonly value: TransferWallet; readonly label: string }[] = [
  { value: 'main', label: t`Main` },
  { value: 'trade', label: t`Trade` },
  { value: 'margin', label: t`Cross margin` },
  { value: 'isolated', label: t`Isolated margin` },
  { value: 'futures', label: t`Futures` },
];

/** A list of so many is read at a glance. */
const mostUnsearched = 10;

interface EndFieldsProps {
  readonly title: string;
  readonly end: TransferEnd;
  readonly accounts: readonly SubAccount[];
  /** isolated pairs that have the currency */
  readonly pairs: readonly string[];
  readonly onChange: (end: TransferEnd) => void;
}

/** One end of a transfer: whose, which wallet, and of an isolated one the pair. */
export function EndFields({ title, end, accounts, pairs, onChange }: EndFieldsProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  // the chosen one stays in the list
  const found = accounts.filter(
    ({ userId, name, uid }) => userId === end.userId || `${name} ${uid}`.toLowerCase().includes(wanted),
  );
  const owners = [
    { value: '', label: t`Master account` },
    ...found.map(({ userId, name }) => ({ value: userId, label: visibleText(name) })),
  ];
  const symbols = [{ value: '', label: t`Choose a pair` }, ...pairs.map(value => ({ value, label: value }))];
  return (
    <div className="transfer-end">
      {accounts.length <= mostUnsearched ? null : (
        <Field label={t`Find ${title} account`} hint={t`${found.length} of ${accounts.length}`}>
          {control => (
            <Input {...control} value={search} onChange={setSearch} placeholder={t`name, UID`} maxLength={60} />
          )}
        </Field>
      )}
      {accounts.length === 0 ? null : (
        <Field label={t`${title} account`}>
          {control => (
            <Select
              {...control}
              value={end.userId ?? ''}
              options={owners}
              onChange={userId => onChange({ ...end, userId: userId === '' ? null : userId })}
            />
          )}
        </Field>
      )}
      <Field label={t`${title} wallet`}>
        {control => (
          <Select
            {...control}
            value={end.wallet}
            options={wallets}
            onChange={wallet => onChange({ ...end, wallet, symbol: null })}
          />
        )}
      </Field>
      {end.wallet === 'isolated' ? (
        <Field label={t`${title} pair`}>
          {control => (
            <Select
              {...control}
              value={end.symbol ?? ''}
              options={symbols}
              onChange={symbol => onChange({ ...end, symbol: symbol === '' ? null : symbol })}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}
