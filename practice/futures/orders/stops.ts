import { compare } from '#shared/decimal.ts';
import { accept, type Outcome, type RefusalReason } from '#practice/kernel/kernel.ts';
import { writePrice } from '../contract/terms.ts';
import type { FuturesVenueState, FuturesMarket } from '../state/state.ts';
import type { FuturesPlacement } from '../types.ts';
import { type FuturesDraft, prepareOrder } from './sizing.ts';
import { type FuturesOrderState, recordOf } from '../state/orders.ts';
import { endOrder } from './settle.ts';
import { createOrder, enterOrder } from './place.ts';

/** A stop order waits without holding money (facts.md §4.4), so its trigger can fail. */
export function placeStop(venue: FuturesVenueState, draft: FuturesDraft): Outcome<FuturesOrderState> {
  const order = createOrder(venue, draft, null);
  order.isTriggered = false;
  venue.register.add(order);
  draft.market.stops.set(order.id, order);
  venue.emit({ kind: 'stop', change: 'open', order: recordOf(order), error: null });
  return accept(order);
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

/** The service's words where they are known (facts.md §5.4). */
function errorOf(reason: RefusalReason): string {
  if (reason === 'balance') return 'error.createOrder.accountBalanceInsufficient';
  return `error.createOrder.${reason.replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())}`;
}

function fail(
  venue: FuturesVenueState,
  market: FuturesMarket,
  { stop, reason }: { stop: FuturesOrderState; reason: RefusalReason },
): void {
  stop.hasCancelled = true;
  endOrder(venue, market, stop);
  venue.emit({ kind: 'stop', change: 'triggered', order: recordOf(stop), error: errorOf(reason) });
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
  const draft = prepareOrder(venue, stop.accountId, withoutStop(stop.placement));
  const entered = draft.ok ? enterOrder(venue, draft.value, stop) : draft;
  if (!entered.ok) {
    fail(venue, market, { stop, reason: entered.reason });
    return new Set();
  }
  venue.emit({ kind: 'stop', change: 'triggered', order: recordOf(entered.value.order), error: null });
  return entered.value.touched;
}

/** The oldest stop order whose price is reached. */
export function nextReached(market: FuturesMarket): FuturesOrderState | null {
  for (const stop of market.stops.values()) if (isReached(market, stop)) return stop;
  return null;
}
