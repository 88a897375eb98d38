import { useMemo } from 'react';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { positionKey } from '#shared/domain/market/position-key.ts';
import { absolute, isNegative } from '#shared/decimal.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { useKnownPast } from '#bridge/history/use-known-past.ts';
import { useRead } from '#bridge/use-read.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { ownText } from '#lib/own/privacy.ts';
import { sideLabels } from '#lib/side-labels.ts';
import { useRowRequest } from '#state/blotter/row-request.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { t } from '#shared/words/t.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import type { PanelName } from '../workspace/layout/panel-names.ts';
import type { PaletteItem } from './find-items.ts';

interface Place {
  readonly panel: PanelName;
  readonly tableId: string;
  /** the name of the row there */
  readonly key: string;
}

type Row = Pick<Order, 'venue' | 'symbol'>;

/** The market first: the list may be narrowed to it. */
function goTo({ venue, symbol }: Row, { panel, tableId, key }: Place): void {
  useUiStore.getState().selectMarket({ venue, symbol });
  useWorkspaceStore.getState().showPanel(panel);
  useRowRequest.getState().requestRow({ tableId, key });
}

const keyOf = ({ venue, id }: Pick<Order, 'venue' | 'id'>) => `${venue}:${id}`;
const sizeText = ({ symbol, side, size }: Pick<Order, 'symbol' | 'side' | 'size'>) =>
  `${symbol} ${sideLabels[side]} ${ownText(size ?? '?')}`;

/** The order's id finds it; the text beside it shows which of its rows it is. */
function rowItem(row: Row, place: Place, { title, detail }: Pick<PaletteItem, 'title' | 'detail'>): PaletteItem {
  return { id: `${place.tableId} ${place.key}`, kind: 'order', title, detail, run: () => goTo(row, place) };
}

function activeItem(order: Order): PaletteItem {
  const price = order.price === null ? t`market` : ownText(order.price, 'figure');
  const detail = t`${sizeText(order)} at ${price}`;
  return rowItem(order, { panel: 'active', tableId: 'active-orders', key: keyOf(order) }, { title: order.id, detail });
}

function stopItem(stop: StopOrder): PaletteItem {
  const detail = t`Conditional: ${sizeText(stop)}`;
  return rowItem(stop, { panel: 'stops', tableId: 'stops', key: keyOf(stop) }, { title: stop.id, detail });
}

function doneItem(order: Order): PaletteItem {
  const detail = t`History: ${sizeText(order)}`;
  return rowItem(order, { panel: 'done', tableId: 'done-orders', key: keyOf(order) }, { title: order.id, detail });
}

function fillItem(fill: Fill): PaletteItem {
  const detail = t`Fill ${fill.tradeId}: ${sizeText(fill)} at ${ownText(fill.price, 'figure')}`;
  return rowItem(fill, { panel: 'fills', tableId: 'fills', key: fillKey(fill) }, { title: fill.orderId, detail });
}

/** From its row it is added to, reduced, closed and reversed by one letter. */
function positionItem(position: Position): PaletteItem {
  const { symbol, quantity } = position;
  const size = formatOwn(absolute(quantity));
  const detail = isNegative(quantity) ? t`short ${size} lots, show row` : t`long ${size} lots, show row`;
  const place = { panel: 'positions', tableId: 'positions', key: positionKey(position) } as const;
  return { ...rowItem({ venue: 'futures', symbol }, place, { title: symbol, detail }), kind: 'position' };
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

/** Positions by their contract; orders, stops, done orders and fills, as far as they are known, by the id of their order. Each leads to its row. */
export function useOrderItems(profileId: string): readonly PaletteItem[] {
  const positions = useAccountList(profileId, 'positions', 'glance').data ?? none;
  const orders = useVenueRows(profileId, 'orders', asGlance) ?? none;
  const stops = useVenueRows(profileId, 'stops', asGlance) ?? none;
  const fills = useVenueRows(profileId, 'fills', asGlance) ?? none;
  const done = useDone(profileId);
  const pastOrders = useKnownPast(profileId, 'orders');
  const pastFills = useKnownPast(profileId, 'fills');
  const hidden = usePrivacy();
  return useMemo(
    () =>
      once([
        ...positions.filter(({ isOpen }) => isOpen).map(positionItem),
        ...orders.map(activeItem),
        ...stops.map(stopItem),
        ...[...pastOrders, ...done].map(doneItem),
        ...[...pastFills, ...fills].map(fillItem),
      ]),
    // oxlint-disable-next-line react/exhaustive-deps -- what is hidden changes the texts
    [positions, orders, stops, done, fills, pastOrders, pastFills, hidden],
  );
}
