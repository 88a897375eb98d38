import { useMemo } from 'react';
import type { Order } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useContracts, useTicks } from '#bridge/reference/use-contracts.ts';
import { Panel } from '#ui/panel/panel.tsx';
import { useActObjection } from '#ui/panel/use-freshness.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { CancelAllButton } from './cancel-all/cancel-all-button.tsx';
import { useAskMany } from './cancel-many/use-ask-many.tsx';
import { activeColumns } from './order-columns.tsx';
import { useOrderActs } from './use-order-acts.tsx';
import { useActiveOrders } from './use-orders.ts';

export interface OrdersProps {
  readonly profile: Profile;
  /** null = all markets */
  readonly market: Market | null;
}

const rowKey = (order: Order) => `${order.venue}:${order.id}`;

export function ActiveOrders({ profile, market }: OrdersProps) {
  const read = useActiveOrders({ profileId: profile.id, market });
  const instruments = useTicks(profile.id, useContracts(profile.id, read.data));
  const columns = useMemo(() => activeColumns(instruments), [instruments]);
  const objection = useActObjection(profile, read);
  const acts = useOrderActs(profile, objection);
  const many = useAskMany({ profile, market, objection });
  return (
    <>
      <Panel
        title="Active orders"
        read={read}
        footer={
          read.data === undefined ? undefined : (
            <>
              <CancelAllButton profile={profile} orders={read.data} objection={objection} />
              {many.button}
            </>
          )
        }
        empty={orders =>
          orders.length > 0
            ? null
            : {
                reason:
                  market === null
                    ? 'No order is active on spot or futures.'
                    : `No order is active on ${market.symbol}.`,
              }
        }
      >
        {orders => (
          <>
            <DataTable
              label="Active orders"
              columns={columns}
              rows={orders}
              rowKey={rowKey}
              actions={acts.actions}
              actionsWidth={132}
              onDelete={acts.onDelete}
              onShiftDelete={many.ask}
              onLetter={acts.onLetter}
              tone={order => (order.side === 'buy' ? 'up' : 'down')}
            />
            {acts.sheet}
          </>
        )}
      </Panel>
      {many.sheet}
    </>
  );
}
