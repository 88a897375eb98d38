import { compare } from '#shared/decimal.ts';
import { accept, type Outcome, type RejectionReason } from '#practice/kernel/kernel.ts';
import { writePrice } from '../contract/terms.ts';
import { ownerOf } from '../position/holder.ts';
import { emitStop, enrol, finish } from '../state/orders.ts';
import type { FuturesMarket, FuturesOrderState, FuturesVenueState } from '../state/state.ts';
import type { FuturesPlacement } from '../order-types.ts';
import { createOrder, executeOrder, type PlacedOrder } from './place.ts';
import { prepareOrder, prepareStop } from './prepare.ts';
import type { FuturesRequest } from './validate.ts';

/** Lays a stop order aside. It holds no money while it waits (docs/exchange/matching.md §7), so its trigger can fail. */
export function placeStop(venue: FuturesVenueState, request: FuturesRequest): Outcome<PlacedOrder> {
  const prepared = prepareStop(venue, request);
  if (!prepared.ok) return prepared;
  const order = createOrder(venue, prepared.value, null);
  order.isTriggered = false;
  enrol(venue, order);
  const { market } = prepared.value;
  market.stops.set(order.id, order);
  emitStop(venue, order, { change: 'open' });
  return accept({ market, order, touched: new Set<string>() });
}

function watchedPrice(market: FuturesMarket, type: FuturesPlacement['stopPriceType']): bigint {
  if (type === 'TP') return market.last;
  return type === 'IP' ? market.index : market.mark;
}

/** True when the watched price has reached the stop price: `up` from below, `down` from above. */
function isReached(market: FuturesMarket, { placement }: FuturesOrderState): boolean {
  const { stop, stopPrice, stopPriceType } = placement;
  const price = watchedPrice(market, stopPriceType);
  if (stop === undefined || stopPrice === undefined || price === 0n) return false;
  const order = compare(writePrice(market.terms, price), stopPrice);
  return stop === 'up' ? order >= 0 : order <= 0;
}

/** The order that a stop becomes: an ordinary one that keeps its identity. */
function withoutStop(placement: FuturesPlacement): FuturesPlacement {
  const { stop: _stop, stopPrice: _price, stopPriceType: _type, clientOid: _oid, ...ordinary } = placement;
  return ordinary;
}

/** The service's words where they are known (docs/exchange/states.md §4). */
function errorOf(reason: RejectionReason): string {
  if (reason === 'balance') return 'error.createOrder.accountBalanceInsufficient';
  return `error.createOrder.${reason.replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())}`;
}

function fail(
  venue: FuturesVenueState,
  market: FuturesMarket,
  { stop, reason }: { stop: FuturesOrderState; reason: RejectionReason },
): void {
  stop.hasCancelled = true;
  finish(venue, market, stop);
  emitStop(venue, stop, { change: 'triggered', error: errorOf(reason) });
}

/** Triggers one stop order; answers whose positions have changed. */
export function triggerStop(
  venue: FuturesVenueState,
  market: FuturesMarket,
  stop: FuturesOrderState,
): ReadonlySet<string> {
  market.stops.delete(stop.id);
  stop.isTriggered = true;
  stop.updatedAtMs = venue.clock.nowMs();
  const request = { accountId: ownerOf(stop.accountId), placement: withoutStop(stop.placement) };
  const prepared = prepareOrder(venue, request);
  const placed = prepared.ok ? executeOrder(venue, prepared.value, stop) : prepared;
  if (!placed.ok) {
    fail(venue, market, { stop, reason: placed.reason });
    return new Set();
  }
  emitStop(venue, placed.value.order, { change: 'triggered' });
  return placed.value.touched;
}

/** True while the order that the exit belongs to has not traded: there is nothing to leave. */
function isAsleep({ exit }: FuturesOrderState): boolean {
  return exit?.entry !== null && exit?.entry !== undefined && exit.entry.dealLots === 0n;
}

/** The oldest stop order whose price is reached. */
export function nextReached(market: FuturesMarket): FuturesOrderState | null {
  for (const stop of market.stops.values()) if (!isAsleep(stop) && isReached(market, stop)) return stop;
  return null;
}
