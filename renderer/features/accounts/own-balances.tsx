import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { Balance } from '#shared/domain/account/account.ts';
import { type TransferEnd, TransferWallet } from '#shared/domain/money/transfer.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useUiStore } from '#state/ui-store.ts';
import { AboutButton } from '#ui/form/about-button.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { useActObjection } from '#ui/panel/use-freshness.ts';
import { Button } from '#ui/form/button.tsx';
import { balanceColumns } from './account-columns.tsx';
import { walletText } from './wallet-words.ts';
import { t } from '#shared/words/t.ts';

// nobody needs it to see the balances, so it comes when it is asked for
const TransferSheet = lazy(async () => ({ default: (await import('./transfer/transfer-sheet.tsx')).TransferSheet }));

const rowKey = (balance: Balance) => `${balance.wallet}:${balance.currency}:${balance.accountId}`;

/** The futures wallet calls bitcoin XBT; chains and withdrawals know it as BTC (docs/exchange/endpoints.md §6.3). */
function currencyCode(currency: string): string {
  return currency === 'XBT' ? 'BTC' : currency;
}

/** The wallet of a balance as one end of a transfer; null for a kind that nobody has explained. */
function endOf({ wallet }: Balance): TransferEnd | null {
  const known = TransferWallet.safeParse(wallet);
  return known.success ? { wallet: known.data, symbol: null, userId: null } : null;
}

/** The wallets of the account that the key belongs to. */
export function OwnBalances({ profile }: { readonly profile: Profile }) {
  const showCard = useUiStore(state => state.showCard);
  const about = useCallback(
    ({ currency }: Balance) => showCard({ kind: 'currency', currency: currencyCode(currency) }),
    [showCard],
  );
  const reading = useAccountList(profile.id, 'balances');
  const objection = useActObjection(profile, reading);
  const marks = useMarks(useMemo(() => reading.data?.map(rowKey), [reading.data]));
  const [moving, setMoving] = useState<{ readonly currency: string; readonly from: TransferEnd } | null>(null);
  const actions = useCallback(
    (balance: Balance) => {
      const from = endOf(balance);
      const unknown = from === null ? t`Fathom moves nothing out of this kind of wallet` : null;
      return (
        <>
          <Button
            size="small"
            label={t`Move ${balance.currency} out of ${walletText(balance.wallet)}`}
            disabledReason={objection ?? unknown}
            onPress={() => (from === null ? undefined : setMoving({ currency: balance.currency, from }))}
          >{t`Move`}</Button>
          <AboutButton name={balance.currency} onPress={() => about(balance)} />
        </>
      );
    },
    [about, objection],
  );
  return (
    <>
      <Panel
        title={t`Own balances`}
        read={reading}
        empty={balances => (balances.length > 0 ? null : { reason: t`No wallet of this account holds anything.` })}
      >
        {balances => (
          <ViewedTable
            tableId="own-balances"
            label={t`Own balances`}
            columns={balanceColumns}
            rows={balances}
            rowKey={rowKey}
            marks={marks}
            onInfo={about}
            actions={actions}
            actionsWidth={96}
          />
        )}
      </Panel>
      {moving === null ? null : (
        <Suspense fallback={null}>
          <TransferSheet profile={profile} {...moving} onClose={() => setMoving(null)} />
        </Suspense>
      )}
    </>
  );
}
