import type { Balance } from '#shared/domain/account/account.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { Panel } from '#ui/panel/panel.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { balanceColumns } from './account-columns.tsx';

const rowKey = (balance: Balance) => `${balance.wallet}:${balance.currency}:${balance.accountId}`;

/** The wallets of the account that the key belongs to. */
export function OwnBalances({ profile }: { readonly profile: Profile }) {
  const reading = useAccountList(profile.id, 'balances');
  return (
    <Panel
      title="Own balances"
      read={reading}
      empty={balances => (balances.length > 0 ? null : { reason: 'No wallet of this account holds anything.' })}
    >
      {balances => <DataTable label="Own balances" columns={balanceColumns} rows={balances} rowKey={rowKey} />}
    </Panel>
  );
}
