import type { ListStream } from '#shared/domain/archive/archive.ts';
import { costOf, dayMs, minuteMs, type Stream } from '../stream.ts';
import { isOpenOrder } from './order-row.ts';
import { readOrders } from './read-orders.ts';

/** Cancelled orders are kept for a month, filled ones for six. docs/exchange/endpoints.md §1.4 */
export const orderRetention = {
  rules: { windowMs: 7 * dayMs, keptMs: 180 * dayMs, pollMs: 10 * minuteMs },
  wholeMs: 30 * dayMs,
  backfillMs: 180 * dayMs,
} as const;

/** Orders of one wallet of spot, active and done, by the time of creation. */
function spotOrders(name: Extract<ListStream, `${string}-orders`>, tradeType: 'spot' | 'cross' | 'isolated'): Stream {
  return {
    name,
    record: 'spot-orders',
    ...orderRetention,
    cost: costOf('spot.orders'),
    symbolsFrom: null,
    isOfPositions: false,
    proof: 'total',
    isWithoutId: false,
    isOpen: isOpenOrder,
    readPage: (calls, query, options) =>
      readOrders(
        {
          active: asked => calls.spotOrders({ ...asked, tradeType, status: 'active' }, options),
          done: asked => calls.spotOrders({ ...asked, tradeType, status: 'done' }, options),
        },
        query,
      ),
  };
}

export const tradeOrders = spotOrders('spot-orders', 'spot');
export const crossMarginOrders = spotOrders('cross-margin-orders', 'cross');
export const isolatedMarginOrders = spotOrders('isolated-margin-orders', 'isolated');
