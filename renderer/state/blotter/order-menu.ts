import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { useUiStore } from '../ui-store.ts';
import { useWorkspaceStore } from '../workspace-store.ts';
import { t } from '#shared/words/t.ts';

/** Of the menu of a row: opens what happened to its order. */
export function timelineItem(row: Order | StopOrder | Fill) {
  const { venue, symbol, tradeType } = row;
  const named = 'orderId' in row ? { orderId: row.orderId, record: null } : { orderId: row.id, record: row };
  const of = { market: { venue, symbol }, tradeType, ...named };
  const onSelect = () => useUiStore.getState().showCard({ kind: 'timeline', of });
  return { id: 'timeline', label: t`Timeline of the order`, onSelect };
}

interface RestingActs {
  /** why it cannot be changed; null: it can */
  readonly changeObjection: string | null;
  readonly cancelObjection: string | null;
  readonly ask: (act: 'cancel' | 'change') => void;
}

/** The menu of an order or a stop that is alive. */
export function restingMenu(row: Order | StopOrder, { changeObjection, cancelObjection, ask }: RestingActs) {
  const change = { id: 'change', label: t`Change…`, keyText: 'E', disabledReason: changeObjection };
  const cancel = { id: 'cancel', label: t`Cancel…`, keyText: 'Delete', disabledReason: cancelObjection };
  return [
    [timelineItem(row), { ...change, onSelect: () => ask('change') }, { ...cancel, onSelect: () => ask('cancel') }],
  ];
}

/** Where a market is seen. */
const marketPanels = ['chart', 'book', 'priceLadder'];

/**
 * From a row to its market: the window shows it, and all that follow its colour; where nothing on the screen would show it,
 * the chart comes. A margin order stands on the spot market.
 */
export function toMarket({ venue, symbol }: Market): () => void {
  return () => {
    useUiStore.getState().selectMarket({ venue, symbol });
    useWorkspaceStore.getState().showPanel('chart', marketPanels);
  };
}
