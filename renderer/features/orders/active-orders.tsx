import { lazy, Suspense, useMemo } from 'react';
import type { Order } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useContracts, useTicks } from '#bridge/reference/use-contracts.ts';
import { showTimeline, toMarket } from '#state/blotter/order-menu.ts';
import { Panel } from '#ui/panel/panel.tsx';
import { useActionError } from '#ui/panel/use-freshness.ts';
import { useAskMany } from '#ui/overlay/use-ask-many.tsx';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { CancelAllButton } from './cancel-all/cancel-all-button.tsx';
import { activeColumns } from './order-columns.tsx';
import { useOrderActions } from './use-order-actions.tsx';
import { useActiveOrders } from './use-orders.ts';
import { WithExits } from './with-exits.tsx';
import { t } from '#shared/words/t.ts';

export interface OrdersProps {
  readonly profile: Profile;
  /** null = all markets */
  readonly market: Market | null;
}

// it is not needed to see the orders, so it loads on demand
const CancelManySheet = lazy(async () => ({
  default: (await import('./cancel-many/cancel-many-sheet.tsx')).CancelManySheet,
}));

const idOf = (order: Order) => order.id;
const rowKey = (order: Order) => `${order.venue}:${order.id}`;

function noneText(market: Market | null): string {
  return market === null ? t`No open orders on spot or futures.` : t`No open orders on ${market.symbol}.`;
}

export function ActiveOrders({ profile, market }: OrdersProps) {
  const read = useActiveOrders({ profileId: profile.id, market });
  const instruments = useTicks(profile.id, useContracts(profile.id, read.data));
  const columns = useMemo(() => activeColumns(instruments), [instruments]);
  const validationError = useActionError(profile, read);
  const actions = useOrderActions(profile, validationError);
  const marks = useMarks(useMemo(() => read.data?.map(rowKey), [read.data]));
  const { marked } = marks;
  const many = useAskMany({ what: t`orders`, markedCount: marked.size, validationError });
  return (
    <>
      <Panel
        title={t`Open orders`}
        read={read}
        footer={
          read.data === undefined ? undefined : (
            <>
              <CancelAllButton profile={profile} orders={read.data} validationError={validationError} />
              {many.button}
            </>
          )
        }
        empty={orders => (orders.length > 0 ? null : { reason: noneText(market) })}
      >
        {orders => (
          <WithExits profile={profile} market={market} orders={orders}>
            <ViewedTable
              tableId="active-orders"
              label={t`Open orders`}
              columns={columns}
              rows={orders}
              rowKey={rowKey}
              idOf={idOf}
              menu={actions.menu}
              onInfo={showTimeline}
              toMarket={toMarket}
              actions={actions.actions}
              actionsWidth={actions.actionsWidth}
              narrowActions={actions.narrowActions}
              // of several marked rows Delete means all of them
              onDelete={order => (marked.size > 1 && marked.has(rowKey(order)) ? many.ask() : actions.onDelete(order))}
              onShiftDelete={many.ask}
              onLetter={actions.onLetter}
              marks={marks}
              tone={order => (order.side === 'buy' ? 'up' : 'down')}
            />
          </WithExits>
        )}
      </Panel>
      {actions.sheet}
      {many.isOpen ? (
        <Suspense fallback={null}>
          <CancelManySheet kind="orders" {...{ profile, market, marked, validationError }} onClose={many.close} />
        </Suspense>
      ) : null}
    </>
  );
}
