import { readEnd, secondsTo, type TypedEnd } from '#lib/moments/end-text.ts';
import { type ReviewedEnd, reviewedEndMs } from '#lib/moments/reviewed-end.ts';
import type { TicketSummary } from '../checks/summary.ts';
import type { OrderRequest } from '../model/request.ts';

/** When the order of a ticket ends, as it was typed; null: not by the clock. */
export function typedEnd({ figures: { draft, kind } }: Pick<TicketSummary, 'figures'>): TypedEnd | null {
  return kind === 'limit' && draft.timeInForce === 'GTT' ? readEnd(draft.life) : null;
}

/** The order as it is sent now, with the seconds left until its expiry; null: expired. */
export function endingAt(request: OrderRequest, end: ReviewedEnd, nowMs: number): OrderRequest | null {
  const endMs = reviewedEndMs(end, nowMs);
  if (endMs === null) return request;
  const cancelAfterS = secondsTo(endMs, nowMs);
  if (cancelAfterS === null) return null;
  if (request.call === 'orders.place') return { call: request.call, order: { ...request.order, cancelAfterS } };
  return request.call === 'margin.place' ? { call: request.call, order: { ...request.order, cancelAfterS } } : request;
}
