import { useState } from 'react';
import type { Order } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import { isFilledFurther } from '#shared/domain/fills/filled-size.ts';
import { marginTypeOf } from '#lib/trade-type.ts';
import { useVenueRows } from '../account/use-venue-lists.ts';
import { useRead } from '../use-read.ts';

/** How often the order history is read until it contains the order. */
const searchMs = 1000;
const atGlance = { spot: 'glance', futures: 'glance' } as const;

interface SentOrderOptions {
  readonly profileId: string;
  readonly market: Market;
  readonly tradeType: TradeType;
  /** the mark that the order was sent with */
  readonly clientOid: string;
  /** the id that the exchange answered; null: the answer was lost */
  readonly orderId: string | null;
  /** false: nothing was sent, so nothing is searched */
  readonly isEnabled?: boolean;
}

/** Whether a report comes after what is known. Of an ended order only its fee comes later. */
function isNewer(report: Order, known: Order): boolean {
  if (known.isActive) return true;
  return !report.isActive && known.fee === null && report.fee !== null;
}

/** What is known of an order after a report, which may be older: an end is not taken back, and no filled amount gets smaller. */
function joinReports(known: Order | null, report: Order | null): Order | null {
  if (known === null || report === null) return known ?? report;
  const [latest, other] = isNewer(report, known) ? [report, known] : [known, report];
  if (!isFilledFurther(other.filledSize, latest.filledSize)) return latest;
  if (latest.isActive) return other;
  return { ...latest, filledSize: other.filledSize, filledFunds: other.filledFunds };
}

/** How the history is read: often until it has the order; then, while its fee is unknown, as often as other reads of it. */
function paceOf(isSent: boolean, { ended, open }: { readonly ended: Order | null; readonly open: Order | null }) {
  if (ended !== null) return { isEnabled: isSent && ended.fee === null };
  return isSent && open === null ? { isEnabled: true, intervalMs: searchMs } : { isEnabled: false };
}

/** The order as the exchange has it; null: neither an open order nor in the order history yet. */
export function useSentOrder(options: SentOrderOptions): Order | null {
  const { profileId, market, tradeType, clientOid, orderId, isEnabled = true } = options;
  const [last, setLast] = useState<Order | null>(null);
  const isSent = (order: Order) => order.clientOid === clientOid || order.id === orderId;
  // the component may show another order by now
  const known = last !== null && isSent(last) ? last : null;
  const ended = known?.isActive === false ? known : null;
  const open = useVenueRows(profileId, 'orders', { market, pace: atGlance })?.find(isSent) ?? null;
  const margin = marginTypeOf(tradeType);
  const query = { profileId, ...market, ...(margin === undefined ? {} : { margin }), page: 1, pageSize: 50 };
  const history = useRead('orders.done', query, paceOf(isEnabled, { ended, open }));
  const done = history.data?.items.find(order => isSent(order) && !order.isActive);
  const order = joinReports(known, done ?? open);
  if (order !== known) setLast(order);
  return order;
}
