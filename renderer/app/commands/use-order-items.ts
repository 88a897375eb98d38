import { useMemo } from 'react';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import { useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { useKnownPast } from '#bridge/history/use-known-past.ts';
import { useRead } from '#bridge/use-read.ts';
import { sideWords } from '#lib/side-words.ts';
import { useAskedRow } from '#state/blotter/asked-row.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { t } from '#shared/words/t.ts';
import type { PanelName } from '../workspace/layout/panel-names.ts';
import type { PaletteItem } from './find-items.ts';

interface Place {
  readonly panel: PanelName;
  readonly tableId: string;
  /** the name of the row there */
  readonly key: string;
}

/** The market first: the list may be narrowed to it. */
function goTo({ venue, symbol }: Pick<Order, 'venue' | 'symbol'>, { panel, tableId, key }: Place): void {
  useUiStore.getState().selectMarket({ venue, symbol });
  useWorkspaceStore.getState().showPanel(panel);
  useAskedRow.getState().ask({ tableId, key });
}

const keyOf = ({ venue, id }: Pick<Order, 'venue' | 'id'>) => `${venue}:${id}`;
const sizeText = ({ symbol, side, size }: Pick<Order, 'symbol' | 'side' | 'size'>) =>
  `${symbol} ${sideWords[side]} ${size ?? '?'}`;

function activeItem(order: Order): PaletteItem {
  return {
    id: `order ${keyOf(order)}`,
    kind: 'Order',
    title: order.id,
    detail: t`${sizeText(order)} at ${order.price ?? t`market`}`,
    run: () => goTo(order, { panel: 'active', tableId: 'active-orders', key: keyOf(order) }),
  };
}

function stopItem(stop: StopOrder): PaletteItem {
  return {
    id: `stop ${keyOf(stop)}`,
    kind: 'Order',
    title: stop.id,
    detail: t`Stop: ${sizeText(stop)}`,
    run: () => goTo(stop, { panel: 'stops', tableId: 'stops', key: keyOf(stop) }),
  };
}

function doneItem(order: Order): PaletteItem {
  return {
    id: `done ${keyOf(order)}`,
    kind: 'Order',
    title: order.id,
    detail: t`Done: ${sizeText(order)}`,
    run: () => goTo(order, { panel: 'done', tableId: 'done-orders', key: keyOf(order) }),
  };
}

function fillItem(fill: Fill): PaletteItem {
  return {
    id: `fill ${fillKey(fill)}`,
    kind: 'Order',
    title: fill.orderId,
    detail: t`Fill ${fill.tradeId}: ${sizeText(fill)} at ${fill.price}`,
    run: () => goTo(fill, { panel: 'fills', tableId: 'fills', key: fillKey(fill) }),
  };
}

const none: readonly never[] = [];
const asGlance = { market: null, pace: { spot: 'glance', futures: 'glance' } } as const;
const newest = { symbol: null, page: 1, pageSize: 100 } as const;

/** The newest page of done orders of each list, as the panel that lists them asks for it. */
function useDone(profileId: string): readonly Order[] {
  const spot = useRead('orders.done', { profileId, ...newest, venue: 'spot' }).data?.items ?? none;
  const cross = useRead('orders.done', { profileId, ...newest, venue: 'spot', margin: 'cross' }).data?.items ?? none;
  const isolated =
    useRead('orders.done', { profileId, ...newest, venue: 'spot', margin: 'isolated' }).data?.items ?? none;
  const futures = useRead('orders.done', { profileId, ...newest, venue: 'futures' }).data?.items ?? none;
  return useMemo(() => [...spot, ...cross, ...isolated, ...futures], [spot, cross, isolated, futures]);
}

/** One is in the newest page and in what was scrolled to. */
function once(items: readonly PaletteItem[]): readonly PaletteItem[] {
  return [...new Map(items.map(item => [item.id, item])).values()];
}

/** Orders, stops, done orders and fills, as far as they are known, by the id of their order; each leads to its row. */
export function useOrderItems(profileId: string): readonly PaletteItem[] {
  const orders = useVenueRows(profileId, 'orders', asGlance) ?? none;
  const stops = useVenueRows(profileId, 'stops', asGlance) ?? none;
  const fills = useVenueRows(profileId, 'fills', asGlance) ?? none;
  const done = useDone(profileId);
  const pastOrders = useKnownPast(profileId, 'orders');
  const pastFills = useKnownPast(profileId, 'fills');
  return useMemo(
    () =>
      once([
        ...orders.map(activeItem),
        ...stops.map(stopItem),
        ...[...pastOrders, ...done].map(doneItem),
        ...[...pastFills, ...fills].map(fillItem),
      ]),
    [orders, stops, done, fills, pastOrders, pastFills],
  );
}
