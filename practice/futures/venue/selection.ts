import type { FuturesOrder, FuturesOrderFilter } from '../types.ts';
import { type FuturesOrderState, recordOf } from '../state/orders.ts';

function isWanted({ placement, side, createdAtMs }: FuturesOrderState, filter: FuturesOrderFilter): boolean {
  if (filter.symbol !== undefined && placement.symbol !== filter.symbol) return false;
  if (filter.side !== undefined && side !== filter.side) return false;
  if (filter.type !== undefined && placement.type !== filter.type) return false;
  if (filter.startAtMs !== undefined && createdAtMs < filter.startAtMs) return false;
  return filter.endAtMs === undefined || createdAtMs <= filter.endAtMs;
}

/** Orders of a list that is in the order of time, newest first. */
export function selectOrders(
  orders: Iterable<FuturesOrderState>,
  filter: FuturesOrderFilter,
  isMeant: (order: FuturesOrderState) => boolean,
): readonly FuturesOrder[] {
  return [...orders]
    .filter(order => isMeant(order) && isWanted(order, filter))
    .toReversed()
    .map(recordOf);
}
