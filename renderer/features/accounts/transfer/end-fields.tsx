import type { SubAccount } from '#shared/domain/account/account.ts';
import type { TransferEnd, TransferWallet } from '#shared/domain/money/transfer.ts';
import { visibleText } from '#shared/visible-text.ts';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/input.tsx';
import { t } from '#shared/words/t.ts';

const wallets: readonly { readonly value: TransferWallet; readonly label: string }[] = [
  { value: 'main', label: t`Main` },
  { value: 'trade', label: t`Trade` },
  { value: 'margin', label: t`Cross margin` },
  { value: 'isolated', label: t`Isolated margin` },
  { value: 'futures', label: t`Futures` },
];

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
  const owners = [
    { value: '', label: t`Own account` },
    ...accounts.map(({ userId, name }) => ({ value: userId, label: visibleText(name) })),
  ];
  const symbols = [{ value: '', label: t`Choose a pair` }, ...pairs.map(value => ({ value, label: value }))];
  return (
    <div className="transfer-end">
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
