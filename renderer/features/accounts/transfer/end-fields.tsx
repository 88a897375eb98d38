import { type KeyboardEvent, useState } from 'react';
import type { SubAccount } from '#shared/domain/account/account.ts';
import type { TransferEnd, TransferWallet } from '#shared/domain/money/transfer.ts';
import { visibleText } from '#shared/visible-text.ts';
import { Field } from '#ui/form/field.tsx';
import { Input, Select } from '#ui/form/input.tsx';
import { isEnter } from '#lib/keys/keyboard.ts';
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

/** Accounts whose name or UID contains the text. */
function accountsWith(text: string, accounts: readonly SubAccount[]): readonly SubAccount[] {
  const wanted = text.trim().toLowerCase();
  return accounts.filter(({ name, uid }) => `${name} ${uid}`.toLowerCase().includes(wanted));
}

/** Ctrl+Enter belongs to the sheet. */
function isPlainEnter(event: KeyboardEvent): boolean {
  return isEnter(event) && !event.ctrlKey && !event.metaKey && !event.repeat;
}

interface FindAccountProps {
  readonly title: string;
  readonly search: string;
  readonly accounts: readonly SubAccount[];
  readonly onSearch: (search: string) => void;
  readonly onChoose: (account: SubAccount) => void;
}

/** Searches accounts by name or UID. A search that leaves one account chooses it; Enter chooses the first one found. */
function FindAccount({ title, search, accounts, onSearch, onChoose }: FindAccountProps) {
  const matches = accountsWith(search, accounts);
  const find = (text: string) => {
    onSearch(text);
    const [only, ...others] = text.trim() === '' ? [] : accountsWith(text, accounts);
    if (only !== undefined && others.length === 0) onChoose(only);
  };
  const chooseFirst = (event: KeyboardEvent) => {
    if (!isPlainEnter(event)) return;
    event.preventDefault();
    const [first] = matches;
    if (first !== undefined && search.trim() !== '') onChoose(first);
  };
  return (
    <div onKeyDown={chooseFirst}>
      <Field label={t`Find ${title} account`} hint={t`${matches.length} of ${accounts.length}`}>
        {control => <Input {...control} value={search} onChange={find} placeholder={t`name, UID`} maxLength={60} />}
      </Field>
    </div>
  );
}

/** One end of a transfer: whose, which wallet, and of an isolated one the pair. */
export function EndFields({ title, end, accounts, pairs, onChange }: EndFieldsProps) {
  const [search, setSearch] = useState('');
  const matches = accountsWith(search, accounts);
  // the chosen one stays in the list
  const found = accounts.filter(each => each.userId === end.userId || matches.includes(each));
  const owners = [
    { value: '', label: t`Master account` },
    ...found.map(({ userId, name }) => ({ value: userId, label: visibleText(name) })),
  ];
  const symbols = [{ value: '', label: t`Choose a pair` }, ...pairs.map(value => ({ value, label: value }))];
  return (
    <div className="transfer-end">
      {accounts.length <= mostUnsearched ? null : (
        <FindAccount
          title={title}
          search={search}
          accounts={accounts}
          onSearch={setSearch}
          onChoose={({ userId }) => onChange({ ...end, userId })}
        />
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
