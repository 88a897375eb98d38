import { useMemo } from 'react';
import type { Order } from '#shared/domain/account/order.ts';
import { useContracts, useTicks } from '#bridge/reference/use-contracts.ts';
import { showTimeline, timelineItem, toMarket } from '#state/blotter/order-menu.ts';
import { Panel } from '#ui/panel/panel.tsx';
import { PastEnd } from '#ui/table/past/past-end.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import type { OrdersProps } from './active-orders.tsx';
import { doneColumns } from './order-columns.tsx';
import { useDoneOrders } from './use-done-orders.ts';
import { t } from '#shared/words/t.ts';

const idOf = (order: Order) => order.id;
const menu = (order: Order) => [[timelineItem(order)]];
const rowKey = (order: Order) => `${order.venue}:${order.id}`;

export function DoneOrders({ profile, market }: OrdersProps) {
  const { read, past } = useDoneOrders({ profileId: profile.id, market });
  const contracts = useContracts(profile.id, read.data);
  const instruments = useTicks(profile.id, contracts);
  const columns = useMemo(() => doneColumns(instruments, contracts), [instruments, contracts]);
  const { data } = read;
  const marks = useMarks(useMemo(() => data?.map(rowKey), [data]));
  const end = <PastEnd state={past} />;
  return (
    <Panel
      title={t`Order history`}
      read={read}
      empty={orders =>
        orders.length > 0
          ? null
          : {
              reason: t`No order${market === null ? '' : t` on ${market.symbol}`} was filled or cancelled in the last 7 days.`,
              action: end,
            }
      }
      footer={t`Scroll for older orders · the exchange keeps cancelled orders 1 month and filled orders 6 months`}
    >
      {orders => (
        <ViewedTable
          tableId="done-orders"
          label={t`Order history`}
          columns={columns}
          rows={orders}
          rowKey={rowKey}
          idOf={idOf}
          menu={menu}
          onInfo={showTimeline}
          toMarket={toMarket}
          marks={marks}
          end={end}
          tone={order => (order.side === 'buy' ? 'up' : 'down')}
        />
      )}
    </Panel>
  );
}
