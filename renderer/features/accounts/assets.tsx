import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { Balance } from '#shared/domain/account/account.ts';
import { missingOf } from '#shared/domain/completeness.ts';
import { type TransferEnd, TransferWallet } from '#shared/domain/money/transfer.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useSpotPrices } from '#bridge/live/use-spot-prices.ts';
import { useRead } from '#bridge/use-read.ts';
import { priceCurrency } from '#lib/money/spot-prices.ts';
import { showCurrency } from '#state/blotter/currency-card.ts';
import { AboutButton } from '#ui/form/about-button.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { useActionError } from '#ui/panel/use-freshness.ts';
import { Button } from '#ui/form/button.tsx';
import { balanceColumns } from './account-columns.tsx';
import { type BalanceRow, balanceRows, debtsOf, isOnMargin, totalText, walletName } from './balances/balance-rows.ts';
import { t } from '#shared/words/t.ts';

// it is not needed to see the balances, so it loads on demand
const TransferSheet = lazy(async () => ({ default: (await import('./transfer/transfer-sheet.tsx')).TransferSheet }));

const rowKey = (balance: Balance) => `${balance.wallet}:${balance.currency}:${balance.accountId}`;

/** The largest value first; a balance without a price is last (`decimalColumn`). */
const byValue = { key: 'value', direction: 'descending' } as const;

const about = ({ currency }: Balance) => showCurrency(currency);

/** The wallet of a balance as one end of a transfer; null for an unknown kind. */
function endOf({ wallet, pair }: BalanceRow): TransferEnd | null {
  const known = TransferWallet.safeParse(wallet);
  return known.success ? { wallet: known.data, symbol: pair, userId: null } : null;
}

/** The balances with their values in the reference currency of the profile. */
function useBalanceRows(profileId: string, balances: readonly Balance[] | undefined) {
  const priceOf = useSpotPrices(profileId);
  const currency = useRead('oversight.read', { profileId }).data?.valueCurrency ?? priceCurrency;
  const hasMargin = balances?.some(isOnMargin) === true;
  const marginAccounts = useAccountList(profileId, 'margin.accounts', hasMargin ? 'glance' : null).data;
  const valued = useMemo(() => {
    const facts = { currency, priceOf, marginAccounts };
    return balances && { rows: balanceRows(balances, facts), debts: debtsOf(balances, facts), currency };
  }, [balances, currency, priceOf, marginAccounts]);
  const columns = useMemo(() => balanceColumns(currency), [currency]);
  return { valued, columns };
}

/** The wallets of the account that the key belongs to. */
export function Assets({ profile }: { readonly profile: Profile }) {
  const reading = useAccountList(profile.id, 'balances');
  const validationError = useActionError(profile, reading);
  const { valued, columns } = useBalanceRows(profile.id, reading.data);
  const marks = useMarks(useMemo(() => reading.data?.map(rowKey), [reading.data]));
  const [moving, setMoving] = useState<{ readonly currency: string; readonly from: TransferEnd } | null>(null);
  const actions = useCallback(
    (balance: BalanceRow) => {
      const from = endOf(balance);
      const unknown = from === null ? t`Fathom does not transfer out of this kind of wallet` : null;
      return (
        <>
          <Button
            size="small"
            label={t`Transfer ${balance.currency} out of ${walletName(balance)}`}
            disabledReason={validationError ?? unknown}
            onPress={() => (from === null ? undefined : setMoving({ currency: balance.currency, from }))}
          >{t`Transfer`}</Button>
          <AboutButton name={balance.currency} onPress={() => about(balance)} />
        </>
      );
    },
    [validationError],
  );
  return (
    <>
      <Panel
        title={t`Assets`}
        read={{ ...reading, data: valued?.rows }}
        footer={valued && totalText({ ...valued, missing: missingOf(reading.completeness) })}
        empty={balances => (balances.length > 0 ? null : { reason: t`No wallet of this account holds anything.` })}
      >
        {balances => (
          <ViewedTable
            tableId="own-balances"
            label={t`Assets`}
            columns={columns}
            rows={balances}
            rowKey={rowKey}
            marks={marks}
            initialSorting={byValue}
            onInfo={about}
            actions={actions}
            actionsWidth={108}
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
