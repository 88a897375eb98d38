import type { StopOrder } from '../account/stop-order.ts';

/**
 * Whether a stop only protects what is held: on spot it sells, on futures it only reduces. On margin no row says whether a
 * stop reduces or opens a debt, so none of them counts as protective.
 */
export function isProtectiveStop({
  venue,
  tradeType,
  side,
  isReduceOnly,
  isCloseOrder,
}: Pick<StopOrder, 'venue' | 'tradeType' | 'side' | 'isReduceOnly' | 'isCloseOrder'>): boolean {
  if (venue === 'futures') return isReduceOnly || isCloseOrder === true;
  return tradeType === 'spot' && side === 'sell';
}
