import type { OrderOfMarket } from '#shared/domain/answers/order-answer.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Result } from '#shared/errors.ts';
import type { ExchangeClient } from './client.ts';
import type { CallOptions } from './types.ts';

/**
 * One order by its id as the exchange has it now, open or ended; it has fields that lists omit, such as the time of its
 * last change. docs/exchange/records.md §3.2.
 */
export function readOrder(
  client: Pick<ExchangeClient, 'spot' | 'margin' | 'futures'>,
  { venue, tradeType, orderId, symbol }: OrderOfMarket,
  options: CallOptions,
): Promise<Result<Order>> {
  if (venue === 'futures') return client.futures.order({ orderId }, options);
  const orders = tradeType === 'spot' ? client.spot : client.margin;
  return orders.order({ orderId, symbol }, options);
}
