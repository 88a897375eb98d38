import { useCallback, useMemo } from 'react';
import { futuresWalletName, missingOf } from '#shared/domain/completeness.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { Panel } from '#ui/panel/panel.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { positionColumns } from './position-columns.tsx';
import { liquidationDistance } from '#lib/orders/liquidation-distance.ts';
import { byLiquidationRisk, type EquityOf, liquidationRisk, totalsOf } from './position-risk.ts';
import { usePositionActs } from './use-position-acts.tsx';
import { t } from '#shared/words/t.ts';

const rowKey = (position: Position) => position.id;

function toneOf(position: Position): 'danger' | 'warning' | null {
  const risk = liquidationRisk(liquidationDistance(position));
  return risk === 'danger' || risk === 'warning' ? risk : null;
}

/** What all of them come to, each settlement currency by itself. */
function totalsText(positions: readonly Position[]): string {
  return totalsOf(positions)
    .map(({ currency, notional, unrealisedPnl }) => {
      const maximumDecimals = currency === 'XBT' ? 8 : 2;
      const pnl = formatOwn(unrealisedPnl, { maximumDecimals, isSigned: true });
      return t`${currency}: notional ${formatOwn(notional, { maximumDecimals })}, unrealised ${pnl}`;
    })
    .join(' · ');
}

/** What each futures wallet comes to; not known while its wallet is missing. */
function useEquity(profileId: string): EquityOf {
  const { data, completeness } = useAccountList(profileId, 'balances', 'glance');
  return useCallback(
    currency => {
      const isMissing = missingOf(completeness).some(({ part }) => part === futuresWalletName(currency));
      const wallet = data?.find(each => each.wallet === 'futures' && each.currency === currency);
      return isMissing ? null : (wallet?.total ?? null);
    },
    [data, completeness],
  );
}

/** Open futures positions, the most endangered first. */
export function PositionsPanel({ profile }: { readonly profile: Profile }) {
  const read = useAccountList(profile.id, 'positions');
  const rows = useMemo(() => read.data?.filter(position => position.isOpen).toSorted(byLiquidationRisk), [read.data]);
  const marks = useMarks(useMemo(() => rows?.map(rowKey), [rows]));
  const { buttons, onLetter, onAbout, sheets } = usePositionActs(profile);
  const stops = useAccountList(profile.id, 'futures.stops', 'glance').data;
  const equityOf = useEquity(profile.id);
  const columns = useMemo(
    () => positionColumns({ profileId: profile.id, stops, equityOf, positions: rows ?? [] }),
    [profile.id, stops, equityOf, rows],
  );
  return (
    <>
      <Panel
        title={t`Positions`}
        read={{ ...read, data: rows }}
        footer={rows === undefined || rows.length === 0 ? undefined : totalsText(rows)}
        empty={positions => (positions.length > 0 ? null : { reason: t`No futures position is open.` })}
      >
        {positions => (
          <ViewedTable
            tableId="positions"
            label={t`Futures positions`}
            columns={columns}
            rows={positions}
            rowKey={rowKey}
            idOf={rowKey}
            marks={marks}
            onInfo={onAbout}
            {...buttons}
            onLetter={onLetter}
            tone={toneOf}
          />
        )}
      </Panel>
      {sheets}
    </>
  );
}
