import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { useUiStore } from '../ui-store.ts';
import { useWorkspaceStore } from '../workspace-store.ts';
import { t } from '#shared/words/t.ts';

/** Opens the card of the order that a row is of: what happened to it. */
export function showTimeline(row: Order | StopOrder | Fill): void {
  const { venue, symbol, tradeType } = row;
  const named = 'orderId' in row ? { orderId: row.orderId, record: null } : { orderId: row.id, record: row };
  const of = { market: { venue, symbol }, tradeType, ...named };
  useUiStore.getState().showCard({ kind: 'timeline', of });
}

/** Of the menu of a row: opens what happened to its order. */
export function timelineItem(row: Order | StopOrder | Fill) {
  return { id: 'timeline', label: t`Order timeline`, onSelect: () => showTimeline(row) };
}

interface RestingActions {
  /** why it cannot be changed; null: it can */
  readonly amendError: string | null;
  readonly cancelError: string | null;
  readonly ask: (action: 'cancel' | 'change') => void;
}

/** The menu of an open order or stop. */
export function restingMenu(row: Order | StopOrder, { amendError, cancelError, ask }: RestingActions) {
  const change = { id: 'change', label: t`Amend…`, keyText: 'E', disabledReason: amendError };
  const cancel = { id: 'cancel', label: t`Cancel…`, keyText: 'Delete', disabledReason: cancelError };
  return [
    [timelineItem(row), { ...change, onSelect: () => ask('change') }, { ...cancel, onSelect: () => ask('cancel') }],
  ];
}

/** Where a market is seen. */
const marketPanels = ['chart', 'book', 'priceLadder'];

/**
 * From a row to its market: the window shows it, and all linked panels; when nothing on the screen would show it, the
 * chart opens. A margin order belongs to the spot market.
 */
export function toMarket({ venue, symbol }: Market): () => void {
  return () => {
    useUiStore.getState().selectMarket({ venue, symbol });
    useWorkspaceStore.getState().showPanel('chart', marketPanels);
  };
}
