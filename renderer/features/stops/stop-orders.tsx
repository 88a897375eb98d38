import { useCallback, useMemo, useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { useInstruments } from '#bridge/reference/use-reference.ts';
import { Button } from '#ui/form/button.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { useActObjection } from '#ui/panel/use-freshness.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { CancelStop } from './cancel-stop.tsx';
import { stopColumns } from './stop-columns.tsx';
import { useStops, useTriggerPrices } from './use-stops.ts';

export interface StopOrdersProps {
  readonly profile: Profile;
  /** filters the list; null = all markets */
  readonly market: Market | null;
}

const rowKey = (stop: StopOrder) => `${stop.venue}:${stop.id}`;

export function StopOrders({ profile, market }: StopOrdersProps) {
  const read = useStops(profile.id, market);
  const instruments = useInstruments(profile.id);
  const prices = useTriggerPrices(profile.id, read.data);
  const columns = useMemo(() => stopColumns(instruments, prices), [instruments, prices]);
  const objection = useActObjection(profile, read);
  const [asked, setAsked] = useState<StopOrder | null>(null);
  const actions = useCallback(
    (stop: StopOrder) => (
      <Button
        size="small"
        variant="quiet"
        disabledReason={objection}
        label={`Cancel stop ${stop.side} ${stop.symbol}`}
        onPress={() => setAsked(stop)}
      >
        Cancel
      </Button>
    ),
    [objection],
  );
  return (
    <Panel
      title="Stop orders"
      read={read}
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
      footer="Funds of a spot stop are not frozen before it fires, so a fired stop can fail."
    >
      {stops => (
        <>
          <DataTable
            label="Stop orders"
            columns={columns}
            rows={stops}
            rowKey={rowKey}
            actions={actions}
            tone={stop => (stop.side === 'buy' ? 'up' : 'down')}
          />
          {asked === null ? null : <CancelStop profile={profile} stop={asked} onClose={() => setAsked(null)} />}
        </>
      )}
    </Panel>
  );
}
