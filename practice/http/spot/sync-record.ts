import type { SpotOrder } from '#practice/spot/types.ts';
import type { JsonFields } from '#practice/wire/json.ts';

/** The progress of an order, as the synchronous endpoints report it: docs/exchange/records.md §5.2. */
export function sizeFields(order: SpotOrder): JsonFields {
  return {
    originSize: order.placement.size ?? '0',
    dealSize: order.dealSize,
    remainSize: order.isActive ? order.remainSize : '0',
    canceledSize: order.cancelledSize,
    status: order.isActive ? 'open' : 'done',
  };
}

/** As {@link sizeFields} with both times, ms. */
export function syncFields(order: SpotOrder): JsonFields {
  return { orderTime: order.createdAtMs, ...sizeFields(order), matchTime: order.updatedAtMs };
}
