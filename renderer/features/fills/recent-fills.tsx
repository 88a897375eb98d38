import { useMemo } from 'react';
import type { Fill } from '../../../shared/domain/fill.ts';
import type { Profile } from '../../../shared/domain/profile.ts';
import { useInstruments } from '../../bridge/use-reference.ts';
import { useRead } from '../../bridge/use-read.ts';
import { Panel } from '../../ui/panel/panel.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { fillColumns } from './fill-columns.tsx';
import { summariseFills } from './fill-summary.ts';

export interface RecentFillsProps {
  readonly profile: Profile;
  /** filters what has arrived; null = all symbols */
  readonly symbol: string | null;
}

const rowKey = (fill: Fill) => `${fill.tradeId}:${fill.orderId}`;
/** the exchange answers at most this many of the last 24 hours (interface document §4.1) */
const mostFills = 1000;

export function RecentFills({ profile, symbol }: RecentFillsProps) {
  const reading = useRead('fills.recent', { profileId: profile.id });
  const instruments = useInstruments(profile.id);
  const columns = useMemo(() => fillColumns(instruments), [instruments]);
  const shown = useMemo(
    () => reading.data?.filter(fill => symbol === null || fill.symbol === symbol),
    [reading.data, symbol],
  );
  const isCut = (reading.data?.length ?? 0) >= mostFills;
  return (
    <Panel
      title="Recent fills"
      reading={{ ...reading, data: shown }}
      empty={fills =>
        fills.length > 0
          ? null
          : { reason: `No spot fill${symbol === null ? '' : ` on ${symbol}`} in the last 24 hours.` }
      }
      footer={`Spot, last 24 hours${isCut ? ', cut at the newest 1,000: older ones are missing here' : ''} · ${summariseFills(shown ?? [])}`}
    >
      {fills => (
        <DataTable
          label="Recent fills"
          columns={columns}
          rows={fills}
          rowKey={rowKey}
          tone={fill => (fill.side === 'buy' ? 'up' : 'down')}
        />
      )}
    </Panel>
  );
}
