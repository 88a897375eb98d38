import type { Order } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { tradeTypeText } from '#lib/trade-type.ts';
import { sideLabels } from '#lib/side-labels.ts';
import { t } from '#shared/words/t.ts';

/** What of an order or of a waiting stop a cancel is selected by. */
export type Cancellable = Pick<Order, 'venue' | 'id' | 'symbol' | 'tradeType' | 'side' | 'size' | 'price'> & {
  /** of a stop: its pair, which is cancelled as a whole */
  readonly pairId?: string | undefined;
};

/** What is cancelled: active orders, or stops that wait. */
export type CancelKind = 'orders' | 'stops';

/** Which active orders one cancel of many is about. */
export interface CancelScope {
  readonly key: string;
  readonly label: string;
  readonly holds: (order: Cancellable) => boolean;
}

/** An order id is one venue's own. */
export function orderKey({ venue, id }: Pick<Cancellable, 'venue' | 'id'>): string {
  return `${venue}:${id}`;
}

/** The markets that have an active order, each once, in the order of their first. */
function marketScopes(orders: readonly Cancellable[]): readonly CancelScope[] {
  const markets = new Map(orders.map(({ venue, symbol }) => [`${venue}:${symbol}`, { venue, symbol }]));
  return [...markets].map(([key, { venue, symbol }]) => ({
    key: `market:${key}`,
    label: t`One market: ${symbol}${venue === 'spot' ? t`, spot and margin` : t`, futures`}`,
    holds: order => order.venue === venue && order.symbol === symbol,
  }));
}

/** Which market a cancel of many starts from. */
export interface CancelPlace {
  /** the market on the screen: the first choice */
  readonly onScreen: Market;
  /** what the table is narrowed to; null: nothing */
  readonly narrowed: Market | null;
}

/** What can be chosen: the marked rows first, where there are any, the market on the screen, what the table shows and its sides, one market, all venues. */
export function cancelScopes(
  orders: readonly Cancellable[],
  { onScreen, narrowed }: CancelPlace,
  marked: ReadonlySet<string> = new Set(),
): readonly [CancelScope, ...(readonly CancelScope[])] {
  const isIn = (market: Market | null) => (order: Cancellable) =>
    market === null || (order.venue === market.venue && order.symbol === market.symbol);
  const isShown = isIn(narrowed);
  const shown = narrowed === null ? t`all markets` : narrowed.symbol;
  const rest: readonly [CancelScope, ...(readonly CancelScope[])] = [
    { key: 'screen', label: t`Market on screen: ${onScreen.symbol}`, holds: isIn(onScreen) },
    { key: 'shown', label: t`Shown: ${shown}`, holds: isShown },
    { key: 'buys', label: t`Buys of shown: ${shown}`, holds: order => isShown(order) && order.side === 'buy' },
    { key: 'sells', label: t`Sells of shown: ${shown}`, holds: order => isShown(order) && order.side === 'sell' },
    ...marketScopes(orders),
    { key: 'all', label: t`All venues: spot, margin and futures`, holds: () => true },
  ];
  if (marked.size === 0) return rest;
  return [{ key: 'marked', label: t`Marked rows`, holds: order => marked.has(orderKey(order)) }, ...rest];
}

/** What a scope reaches of what is active: those that were there when it was chosen, and how many came since. */
export interface Reach {
  readonly meant: readonly Cancellable[];
  readonly newer: number;
}

/** `reviewed`: keys of the orders that were active when the user chose the scope. */
export function reachOf(orders: readonly Cancellable[], scope: CancelScope, reviewed: ReadonlySet<string>): Reach {
  const held = orders.filter(scope.holds);
  const meant = held.filter(order => reviewed.has(orderKey(order)));
  return { meant, newer: held.length - meant.length };
}

function tally(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}

/** `2 Spot, 1 Futures` */
export function accountsText(orders: readonly Cancellable[]): string {
  return tally(orders.map(({ tradeType }) => tradeTypeText(tradeType)));
}

/** `2 BTC-USDT, 1 XBTUSDTM` */
export function marketsText(orders: readonly Cancellable[]): string {
  return tally(orders.map(({ symbol }) => symbol));
}

/** `2 buy, 1 sell` */
export function sidesText(orders: readonly Cancellable[]): string {
  return tally(orders.map(({ side }) => sideLabels[side]));
}

/** `1 order`, `3 stops` */
export function ordersText(count: number, kind: CancelKind = 'orders'): string {
  if (kind === 'orders') return count === 1 ? t`1 order` : t`${count} orders`;
  return count === 1 ? t`1 stop` : t`${count} stops`;
}
