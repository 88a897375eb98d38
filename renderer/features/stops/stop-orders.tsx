import { useMemo } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useInstruments } from '#bridge/reference/use-reference.ts';
import { Button } from '#ui/form/button.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { useActObjection } from '#ui/panel/use-freshness.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { boardColumns, stopColumns } from './stop-columns.tsx';
import { byDistance, orphansOf } from './stop-order.ts';
import { useStopActs } from './use-stop-acts.tsx';
import { useStops, useTriggerPrices } from './use-stops.ts';

export interface StopOrdersProps {
  readonly profile: Profile;
  /** filters the list; null = all markets */
  readonly market: Market | null;
  /** beside other things, where there is room for a few columns only */
  readonly isBoard?: boolean;
}

const rowKey = (stop: StopOrder) => `${stop.venue}:${stop.id}`;

export function StopOrders({ profile, market, isBoard = false }: StopOrdersProps) {
  const read = useStops(profile.id, market);
  const instruments = useInstruments(profile.id);
  const prices = useTriggerPrices(profile.id, read.data);
  const positions = useAccountList(profile.id, 'positions', 'glance').data;
  const columns = useMemo(() => {
    const all = stopColumns(instruments, prices, positions);
    return isBoard ? boardColumns(all) : all;
  }, [instruments, prices, positions, isBoard]);
  const rows = useMemo(() => read.data?.toSorted(byDistance(prices)), [read.data, prices]);
  const [orphan] = orphansOf(rows ?? [], positions);
  const objection = useActObjection(profile, read);
  const acts = useStopActs(profile, objection, prices);
  return (
    <Panel
      title="Stop orders"
      read={{ ...read, data: rows }}
      empty={stops =>
        stops.length > 0
          ? null
          : {
              reason:
                market === null
                  ? 'No stop order waits on spot or futures.'
                  : `No stop order waits on ${market.symbol}.`,
            }
      }
      footer={
        orphan === undefined ? (
          'Funds of a spot stop are not frozen before it fires, so a fired stop can fail.'
        ) : (
          <>
            The position of {orphan.symbol} is gone and its stop still waits.{' '}
            <Button size="small" disabledReason={objection} onPress={() => acts.onDelete(orphan)}>
              Cancel it?
            </Button>
          </>
        )
      }
    >
      {stops => (
        <>
          <DataTable
            label="Stop orders"
            columns={columns}
            rows={stops}
            rowKey={rowKey}
            actions={acts.actions}
            actionsWidth={132}
            onDelete={acts.onDelete}
            onLetter={acts.onLetter}
            tone={stop => (stop.side === 'buy' ? 'up' : 'down')}
          />
          {acts.sheet}
        </>
      )}
    </Panel>
  );
}
