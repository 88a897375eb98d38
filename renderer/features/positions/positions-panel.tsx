import { useMemo } from 'react';
import { futuresWalletName, missingOf } from '#shared/domain/completeness.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { positionKey } from '#shared/domain/market/position-key.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useContractList } from '#bridge/reference/use-market.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { toMarket } from '#state/blotter/order-menu.ts';
import { Panel } from '#ui/panel/panel.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { positionColumns, type ReachOf } from './position-columns.tsx';
import { byReach, dangerOf } from '#lib/orders/liquidation-danger.ts';
import { reachesOf } from '#lib/orders/position-reach.ts';
import { totalsOf } from './position-risk.ts';
import { usePositionActions } from './use-position-actions.tsx';
import { t } from '#shared/words/t.ts';

const idOf = ({ id }: Position) => id;
const positionMarket = ({ symbol }: Position) => toMarket({ venue: 'futures', symbol });

/** What all of them come to, each settlement currency by itself. */
function totalsText(positions: readonly Position[]): string {
  return totalsOf(positions)
    .map(({ currency, notional, unrealisedPnl, unknownCount }) => {
      const maximumDecimals = currency === 'XBT' ? 8 : 2;
      const pnl = formatOwn(unrealisedPnl, { maximumDecimals, isSigned: true });
      const known = t`${currency}: notional ${formatOwn(notional, { maximumDecimals })}, unrealised PnL ${pnl}`;
      return unknownCount === 0 ? known : t`${known} (without unknown values of ${unknownCount})`;
    })
    .join(' · ');
}

/** What of a futures wallet is its total or free; not known while it is missing. */
function useWallets(profileId: string) {
  const { data, completeness } = useAccountList(profileId, 'balances', 'glance');
  return useMemo(() => {
    const walletOf = (currency: string) => {
      const isMissing = missingOf(completeness).some(({ part }) => part === futuresWalletName(currency));
      return isMissing ? undefined : data?.find(each => each.wallet === 'futures' && each.currency === currency);
    };
    return {
      equityOf: (currency: string) => walletOf(currency)?.total ?? null,
      freeOf: (currency: string) => walletOf(currency)?.available ?? null,
    };
  }, [data, completeness]);
}

const none: readonly Position[] = [];

/** The strip beside a position that is near its liquidation. */
function toneBy(reachOf: ReachOf) {
  return (position: Position): 'danger' | 'warning' | null => {
    const danger = dangerOf(reachOf(position).distance);
    return danger === 'danger' || danger === 'warning' ? danger : null;
  };
}

/** Open futures positions, the most endangered first. */
export function PositionsPanel({ profile }: { readonly profile: Profile }) {
  const read = useAccountList(profile.id, 'positions');
  const contracts = useContractList(profile.id);
  const { equityOf, freeOf } = useWallets(profile.id);
  const reachOf = useMemo(
    () => reachesOf({ positions: read.data ?? none, contracts, freeOf }),
    [read.data, contracts, freeOf],
  );
  const rows = useMemo(
    () => read.data?.filter(position => position.isOpen).toSorted((a, b) => byReach(reachOf(a), reachOf(b))),
    [read.data, reachOf],
  );
  const marks = useMarks(useMemo(() => rows?.map(positionKey), [rows]));
  const { buttons, menu, onLetter, onAbout, sheets } = usePositionActions(profile);
  const stops = useAccountList(profile.id, 'futures.stops', 'glance').data;
  const columns = useMemo(
    () =>
      positionColumns({
        profileId: profile.id,
        stops,
        equityOf,
        reachOf,
        contracts,
        positions: rows ?? none,
        expiryOf: symbol => contracts.get(symbol)?.expireAtMs,
      }),
    [profile.id, stops, equityOf, reachOf, contracts, rows],
  );
  const tone = useMemo(() => toneBy(reachOf), [reachOf]);
  return (
    <>
      <Panel
        title={t`Positions`}
        read={{ ...read, data: rows }}
        footer={rows === undefined || rows.length === 0 ? undefined : totalsText(rows)}
        empty={positions => (positions.length > 0 ? null : { reason: t`No open futures positions.` })}
      >
        {positions => (
          <ViewedTable
            tableId="positions"
            label={t`Futures positions`}
            columns={columns}
            rows={positions}
            rowKey={positionKey}
            idOf={idOf}
            menu={menu}
            toMarket={positionMarket}
            marks={marks}
            onInfo={onAbout}
            {...buttons}
            onLetter={onLetter}
            tone={tone}
          />
        )}
      </Panel>
      {sheets}
    </>
  );
}
