import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { sideField } from '#shared/domain/market/position-key.ts';
import { stopResult } from '#shared/order-entry/stop-result.ts';
import { distanceToTrigger } from '#lib/orders/stop-distance.ts';
import { stopPill } from '#lib/orders/stop-text.ts';
import type { OrderRequest } from '../model/request.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';

type Order = OrderRequest['order'];

/** The stop that an order would be, in the line that every stop has; null: it is none, or a pair of two. */
export function stopLineOf({ call, order }: OrderRequest, facts: TicketFacts): string | null {
  if (call === 'stops.placePair' || !('stop' in order)) return null;
  const { stop: direction, stopPrice, symbol, side, type, price = null, size = null } = order;
  if (direction === undefined || stopPrice === undefined) return null;
  const { terms, position, lastPrice, markPrice, indexPrice } = facts;
  const stopPriceType = watchedBy(order);
  const stop = {
    venue: terms.venue,
    symbol,
    ...('positionSide' in order ? sideField(order.positionSide) : {}),
    side,
    type,
    stopPrice,
    stopPriceType,
    price,
    size,
    stop: direction,
    funds: fundsOf(order),
  } satisfies Partial<StopOrder>;
  const watched = { TP: lastPrice, MP: markPrice, IP: indexPrice }[stopPriceType ?? 'TP'];
  const amount = stopResult(stop, position, terms);
  const result = amount === null ? null : { amount, currency: terms.settleCurrency };
  return stopPill(stop, { distance: distanceToTrigger(stop, watched), result });
}

function watchedBy(order: Order): StopOrder['stopPriceType'] {
  return 'stopPriceType' in order ? (order.stopPriceType ?? null) : null;
}

function fundsOf(order: Order): StopOrder['funds'] {
  return 'funds' in order ? (order.funds ?? null) : null;
}
