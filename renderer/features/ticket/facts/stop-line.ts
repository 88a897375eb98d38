import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { stopResult } from '#shared/order-entry/stop-result.ts';
import { distanceToTrigger } from '#lib/stop-distance.ts';
import { stopPill } from '#lib/stop-text.ts';
import type { OrderRequest } from '../model/request.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';

/** The stop that an order would be, in the line that every stop has; null: it is none, or a pair of two. */
export function stopLineOf({ call, order }: OrderRequest, facts: TicketFacts): string | null {
  if (call === 'stops.placePair' || !('stop' in order) || order.stop === undefined) return null;
  if (order.stopPrice === undefined) return null;
  const { terms, position, lastPrice, markPrice, indexPrice } = facts;
  const stopPriceType = ('stopPriceType' in order ? order.stopPriceType : undefined) ?? null;
  const stop = {
    venue: terms.venue,
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    stop: order.stop,
    stopPrice: order.stopPrice,
    stopPriceType,
    price: order.price ?? null,
    size: order.size ?? null,
    funds: ('funds' in order ? order.funds : undefined) ?? null,
  } satisfies Partial<StopOrder>;
  const watched = { TP: lastPrice, MP: markPrice, IP: indexPrice }[stopPriceType ?? 'TP'];
  const amount = stopResult(stop, position, terms);
  const result = amount === null ? null : { amount, currency: terms.settleCurrency };
  return stopPill(stop, { distance: distanceToTrigger(stop, watched), result });
}
