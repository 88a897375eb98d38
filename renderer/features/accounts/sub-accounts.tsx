import { useCallback, useMemo } from 'react';
import { compare, sum } from '#shared/decimal.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { missingOf } from '#shared/domain/completeness.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useRead } from '#bridge/use-read.ts';
import { ownName } from '#lib/own/own-name.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { countText, partialText } from '#ui/panel/missing-text.ts';
import { showCurrency } from '#state/blotter/currency-card.ts';
import { transferItem } from '#state/blotter/account-menu.ts';
import { Button } from '#ui/form/button.tsx';
import { usePanelAccount } from '#state/windows/account-links.ts';
import { Panel } from '#ui/panel/panel.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { accountColumns, holdingColumns } from './account-columns.tsx';
import {
  type AccountRow,
  accountRows,
  gapText,
  totalsOf,
  valueCurrencies,
  valueFormat,
  valueIn,
} from './account-totals.ts';
import { transferWalletName } from './transfer/end-coins.ts';
import { walletText } from './wallet-text.ts';
import './accounts.css';
import { t } from '#shared/words/t.ts';

const rowKey = (row: AccountRow) => row.userId;
/** Out of the wallet with the largest balance, by value. */
function accountMenu({ userId, balances }: AccountRow) {
  const [largest] = balances.toSorted((a, b) => compare(b.value, a.value));
  const source = largest === undefined ? { currency: 'USDT', wallet: 'main' as const } : sourceOf(largest);
  return [[transferItem({ userId, ...source })]];
}

/** A balance as the source of a transfer. */
function sourceOf({ currency, wallet }: AccountRow['balances'][number]) {
  return { currency, wallet: transferWalletName(wallet) };
}

const initialSorting = { key: 'value', direction: 'descending' } as const;

/** Totals over all accounts, one figure a value currency. */
function totalsText(rows: readonly AccountRow[], missing: readonly MissingPart[]): string {
  const totals = valueCurrencies(rows).map(
    currency => `${formatOwn(sum(rows.map(row => valueIn(row, currency))), valueFormat(currency))} ${currency}`,
  );
  const sums = totals.length === 0 ? t`nothing` : totals.join(' + ');
  const lacking = missing.length === 0 ? '' : ` (${partialText(missing)})`;
  return t`${countText(rows.length, missing)} sub-accounts · total ${sums}${lacking}${uncountedText(rows)}`;
}

/** Those that the total knows nothing of: two by their names, the rest by their number. */
function uncountedText(rows: readonly AccountRow[]): string {
  const names = rows.filter(({ gap }) => gap !== null).map(({ name }) => ownName(name));
  if (names.length === 0) return '';
  const firstNames = names.slice(0, 2).join(', ');
  return ` · ${names.length > 2 ? t`not counted: ${firstNames} and ${names.length - 2} more` : t`not counted: ${firstNames}`}`;
}

/** Sub-account balances: the list on the left, the chosen account on the right. */
export function SubAccounts({ profile }: { readonly profile: Profile }) {
  const holdings = useRead('accounts.subHoldings', { profileId: profile.id });
  const accounts = useRead('accounts.subAccounts', { profileId: profile.id }).data;
  const answer = holdings.data;
  const rows = useMemo(
    () => (answer === undefined ? undefined : accountRows(answer.items, accounts?.items ?? [])),
    [answer, accounts],
  );
  const read = { ...holdings, data: rows, completeness: answer?.completeness, updatedAtMs: answer?.asOfMs ?? null };
  return (
    <Panel
      title={t`Sub-accounts`}
      read={read}
      empty={shown => (shown.length > 0 ? null : { reason: t`This key sees no sub-account` })}
      footer={
        rows === undefined
          ? undefined
          : t`${totalsText(rows, missingOf(answer?.completeness))} · wallets: ${walletsText(rows)}; the Sub-accounts workspace adds futures wallets`
      }
    >
      {shown => <AccountSplit profileId={profile.id} rows={shown} />}
    </Panel>
  );
}

function walletsText(rows: readonly AccountRow[]): string {
  const wallets = new Set(rows.flatMap(row => row.balances.map(balance => walletText(balance.wallet))));
  return [...wallets].join(', ') || t`none`;
}

interface AccountSplitProps {
  readonly profileId: string;
  readonly rows: readonly AccountRow[];
}

function AccountSplit({ profileId, rows }: AccountSplitProps) {
  const currency = valueCurrencies(rows)[0] ?? 'USDT';
  const columns = useMemo(() => accountColumns(currency), [currency]);
  const marks = useMarks(useMemo(() => rows.map(rowKey), [rows]));
  const { chosenId, choose } = usePanelAccount('accounts', profileId);
  const chosen = rows.find(row => row.userId === chosenId) ?? mostValuable(rows, currency);
  return (
    <div className="account-split">
      <ViewedTable
        tableId="account-list"
        label={t`Sub-accounts`}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        idOf={rowKey}
        menu={accountMenu}
        marks={marks}
        initialSorting={initialSorting}
        onOpen={row => choose(row.userId)}
        tone={row => (row === chosen ? 'own' : null)}
      />
      {chosen === undefined ? null : <AccountDetail row={chosen} />}
    </div>
  );
}

function mostValuable(rows: readonly AccountRow[], currency: string): AccountRow | undefined {
  return rows.toSorted((a, b) => Number(valueIn(b, currency)) - Number(valueIn(a, currency)))[0];
}

/** Opens the transfer sheet with this wallet of the sub-account as its source. */
function TransferButton({
  balance,
  userId,
}: {
  readonly balance: AccountRow['balances'][number];
  readonly userId: string;
}) {
  const { currency, wallet } = balance;
  return (
    <Button
      size="small"
      label={t`Transfer ${currency} out of ${walletText(wallet)}`}
      onPress={() => transferItem({ userId, ...sourceOf(balance) }).onSelect()}
    >{t`Transfer`}</Button>
  );
}

const about = ({ currency }: AccountRow['balances'][number]) => showCurrency(currency);
const holdingKey = ({ wallet, currency }: AccountRow['balances'][number]) => `${wallet}:${currency}`;

function AccountDetail({ row }: { readonly row: AccountRow }) {
  const marks = useMarks(useMemo(() => row.balances.map(holdingKey), [row.balances]));
  const { userId } = row;
  const actions = useCallback(
    (balance: AccountRow['balances'][number]) => <TransferButton balance={balance} userId={userId} />,
    [userId],
  );
  const menu = (balance: AccountRow['balances'][number]) => [[transferItem({ userId, ...sourceOf(balance) })]];
  const totals = [...totalsOf(row.balances)].map(
    ([currency, { value }]) => `${formatOwn(value, valueFormat(currency))} ${currency}`,
  );
  return (
    <section className="account-detail" aria-label={t`Balances of ${ownName(row.name)}`}>
      <h3 className="account-name">
        {ownName(row.name)} <span className="account-worth number">{totals.join(' + ')}</span>
      </h3>
      {row.balances.length === 0 ? (
        <p className="empty">{gapText(row) ?? t`No assets.`}</p>
      ) : (
        <div className="account-holdings">
          <ViewedTable
            tableId="account-balances"
            label={t`Balances of ${ownName(row.name)}`}
            columns={holdingColumns}
            rows={row.balances}
            rowKey={holdingKey}
            marks={marks}
            initialSorting={initialSorting}
            onInfo={about}
            menu={menu}
            actions={actions}
            actionsWidth={76}
          />
        </div>
      )}
    </section>
  );
}
