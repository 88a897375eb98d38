import { useCallback, useMemo, useState } from 'react';
import type { Order } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useContracts, useTicks } from '#bridge/reference/use-contracts.ts';
import { formatDecimal } from '#lib/format.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { Button } from '#ui/form/button.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { useActObjection } from '#ui/panel/use-freshness.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { CancelAllButton } from './cancel-all/cancel-all-button.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { activeColumns } from './order-columns.tsx';
import { useActiveOrders } from './use-orders.ts';

export interface OrdersProps {
  readonly profile: Profile;
  /** null = all markets */
  readonly market: Market | null;
}

/** Twenty buttons that are all called Cancel cannot be told apart by ear. */
function cancelLabel({ side, size, symbol, price }: Order): string {
  const amount = size === null ? '' : ` ${formatDecimal(size)}`;
  return `Cancel ${side}${amount} ${symbol} ${price === null ? 'at market' : `at ${formatDecimal(price)}`}`;
}

const rowKey = (order: Order) => `${order.venue}:${order.id}`;

export function ActiveOrders({ profile, market }: OrdersProps) {
  const read = useActiveOrders({ profileId: profile.id, market });
  const instruments = useTicks(profile.id, useContracts(profile.id, read.data));
  const columns = useMemo(() => activeColumns(instruments), [instruments]);
  const objection = useActObjection(profile, read);
  const [asked, setAsked] = useState<Order | null>(null);
  const actions = useCallback(
    (order: Order) => (
      <Button
        size="small"
        variant="quiet"
        disabledReason={objection}
        label={cancelLabel(order)}
        onPress={() => setAsked(order)}
      >
        Cancel
      </Button>
    ),
    [objection],
  );
  const askToCancel = (order: Order) => {
    if (objection === null) setAsked(order);
    else showToast('warning', `It cannot be cancelled now: ${objection}`);
  };
  return (
    <Panel
      title="Active orders"
      read={read}
      footer={
        read.data === undefined ? undefined : (
          <CancelAllButton profile={profile} orders={read.data} objection={objection} />
        )
      }
      empty={orders =>
        orders.length > 0
          ? null
          : {
              reason:
                market === null ? 'No order is active on spot or futures.' : `No order is active on ${market.symbol}.`,
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
            actions={actions}
            onDelete={askToCancel}
            tone={order => (order.side === 'buy' ? 'up' : 'down')}
          />
          {asked === null ? null : <CancelOrder profile={profile} order={asked} onClose={() => setAsked(null)} />}
        </>
      )}
    </Panel>
  );
}
