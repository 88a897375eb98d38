import { type Decimal, isZero, scaleOf, subtract } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { formatDecimal } from '#lib/format.ts';
import { averagePrice } from '#lib/orders/average-price.ts';
import { t } from '#shared/words/t.ts';

/** `success`: filled completely; `warning`: a part was cancelled; `danger`: nothing was filled; `open`: not final yet. */
export type OutcomeTone = 'open' | 'success' | 'warning' | 'danger';

export interface FillResult {
  readonly tone: OutcomeTone;
  readonly text: string;
}

type SentOrder = Pick<Order, 'venue' | 'filledSize' | 'filledFunds' | 'isActive'>;

/** The result of one futures order of `lots`, as the exchange reports it now: filled of asked, average price, cancelled. */
export function fillResultOf(order: SentOrder, lots: Decimal, contract: FuturesContract): FillResult {
  const { filledSize: filled, isActive } = order;
  const average = averagePrice(order, scaleOf(contract.tickSize), contract);
  const ofAsked = t`${formatDecimal(filled)} of ${formatDecimal(lots)} lots`;
  const done = average === null ? t`Filled ${ofAsked}` : t`Filled ${ofAsked} at average ${formatDecimal(average)}`;
  const rest = subtract(lots, filled);
  if (isActive) return { tone: 'open', text: t`${done}. ${formatDecimal(rest)} lots are open.` };
  if (isZero(rest)) return { tone: 'success', text: `${done}.` };
  const cancelled = t`${done}. ${formatDecimal(rest)} lots were cancelled.`;
  return { tone: isZero(filled) ? 'danger' : 'warning', text: cancelled };
}
