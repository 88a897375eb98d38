import type { EventPayload } from '#shared/contract.ts';
import { compare } from '#shared/decimal.ts';
import type { Balance } from '#shared/domain/account.ts';
import { type Fill, fillKey } from '#shared/domain/fill.ts';
import type { Position } from '#shared/domain/futures.ts';
import type { Order } from '#shared/domain/order.ts';
import type { Page } from '#shared/domain/page.ts';
import type { StopOrder } from '#shared/domain/stop-order.ts';
import type { Settled } from './settled.ts';

/** The answer of a read with a push in it. Each of these gives back the very list when nothing changed. */

/** Puts `next` in the place of what has its key, or first. `choose` may prefer the known one. */
function upsert<T>(
  list: readonly T[],
  next: T,
  { keyOf, choose }: { keyOf: (item: T) => string; choose: (known: T, next: T) => T },
): readonly T[] {
  const key = keyOf(next);
  const index = list.findIndex(item => keyOf(item) === key);
  const known = list[index];
  if (known === undefined) return [next, ...list];
  const chosen = choose(known, next);
  return chosen === known ? list : list.with(index, chosen);
}

function without<T>(list: readonly T[], isGone: (item: T) => boolean): readonly T[] {
  return list.some(isGone) ? list.filter(item => !isGone(item)) : list;
}

const byVenueAndId = (item: { readonly venue: string; readonly id: string }) => `${item.venue} ${item.id}`;

/** What is filled stays filled: of two pictures of an order the one with more filled is the later. */
function laterOrder(known: Order, next: Order): Order {
  return compare(next.filledSize, known.filledSize) < 0 ? known : next;
}

export function patchActiveOrders(list: readonly Order[], order: Order, settled: Settled): readonly Order[] {
  if (!order.isActive || settled.has(order)) return without(list, each => byVenueAndId(each) === byVenueAndId(order));
  return upsert(list, order, { keyOf: byVenueAndId, choose: laterOrder });
}

/** A list that was asked for, without what is known to be done by now. */
export function withoutSettled<T extends Order | StopOrder>(list: readonly T[], settled: Settled): readonly T[] {
  return without(list, each => settled.has(each));
}

/** The first page of done orders: the newest comes first and the page stays as long as it was asked for. */
export function patchDoneOrders(page: Page<Order>, order: Order): Page<Order> {
  if (order.isActive || page.page !== 1) return page;
  const items = upsert(page.items, order, { keyOf: byVenueAndId, choose: laterOrder });
  if (items === page.items) return page;
  const isNew = items.length > page.items.length;
  return {
    ...page,
    items: items.slice(0, page.pageSize),
    totalItems: page.totalItems + (isNew ? 1 : 0),
  };
}

/** One item of `stops.changed`. */
export type StopChange = EventPayload<'stops.changed'>['stops'][number];

export function patchStops(list: readonly StopOrder[], change: StopChange, settled: Settled): readonly StopOrder[] {
  const { stop, isGone } = change;
  if (isGone || settled.has(stop)) return without(list, each => byVenueAndId(each) === byVenueAndId(stop));
  return upsert(list, stop, { keyOf: byVenueAndId, choose: (_, next) => next });
}

const mostFills = 1000;

/** A fill counts once. The one that was known first stays: a read tells fees that a push may not. */
export function patchFills(list: readonly Fill[], fill: Fill): readonly Fill[] {
  const next = upsert(list, fill, { keyOf: fillKey, choose: known => known });
  return next.length > mostFills ? next.slice(0, mostFills) : next;
}

export function patchPositions(list: readonly Position[], position: Position): readonly Position[] {
  const known = list.find(each => each.id === position.id);
  if (known !== undefined && position.asOfMs < known.asOfMs) return list;
  if (!position.isOpen) return without(list, each => each.id === position.id);
  return upsert(list, position, { keyOf: each => each.id, choose: (_, next) => next });
}

const walletKey = (balance: Balance) => `${balance.wallet} ${balance.currency} ${balance.accountId}`;

export function patchBalances(list: readonly Balance[], balance: Balance): readonly Balance[] {
  return upsert(list, balance, { keyOf: walletKey, choose: (_, next) => next });
}
