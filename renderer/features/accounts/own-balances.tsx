import { useCallback } from 'react';
import type { Balance } from '#shared/domain/account/account.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useUiStore } from '#state/ui-store.ts';
import { AboutButton } from '#ui/form/about-button.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { balanceColumns } from './account-columns.tsx';

const rowKey = (balance: Balance) => `${balance.wallet}:${balance.currency}:${balance.accountId}`;

/** The futures wallet calls bitcoin XBT; chains and withdrawals know it as BTC (docs/exchange/endpoints.md §6.3). */
function currencyCode(currency: string): string {
  return currency === 'XBT' ? 'BTC' : currency;
}

/** The wallets of the account that the key belongs to. */
export function OwnBalances({ profile }: { readonly profile: Profile }) {
  const showCard = useUiStore(state => state.showCard);
  const about = useCallback(
    ({ currency }: Balance) => showCard({ kind: 'currency', currency: currencyCode(currency) }),
    [showCard],
  );
  const actions = useCallback(
    (balance: Balance) => <AboutButton name={balance.currency} onPress={() => about(balance)} />,
    [about],
  );
  const reading = useAccountList(profile.id, 'balances');
  return (
    <Panel
      title="Own balances"
      read={reading}
      empty={balances => (balances.length > 0 ? null : { reason: 'No wallet of this account holds anything.' })}
    >
      {balances => (
        <DataTable
          label="Own balances"
          columns={balanceColumns}
          rows={balances}
          rowKey={rowKey}
          onInfo={about}
          actions={actions}
          actionsWidth={36}
        />
      )}
    </Panel>
  );
}
