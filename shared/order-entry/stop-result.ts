import { absolute, type Decimal, isNegative, isZero, minimum, subtract } from '#shared/decimal.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { type MarketTerms, worthOf } from './market-terms.ts';

type Fired = Pick<StopOrder, 'venue' | 'symbol' | 'side' | 'size' | 'stopPrice' | 'price' | 'type'>;
type Held = Pick<Position, 'symbol' | 'quantity' | 'averageEntryPrice'>;

/**
 * What a stop makes of the lots that it closes, against their entry and before fees, in the settlement currency: a loss is
 * negative. It is counted at its limit, else at its trigger. Null: it closes nothing that is known.
 */
export function stopResult(stop: Fired, position: Held | null | undefined, terms: MarketTerms): Decimal | null {
  if (stop.venue === 'spot' || position === null || position === undefined || stop.size === null) return null;
  const { quantity, averageEntryPrice: entry } = position;
  const isLong = !isNegative(quantity);
  if (position.symbol !== stop.symbol || isZero(quantity) || isZero(entry)) return null;
  if (isLong !== (stop.side === 'sell')) return null;
  const exit = stop.type === 'limit' && stop.price !== null ? stop.price : stop.stopPrice;
  const lots = minimum(stop.size, absolute(quantity));
  const [into, out] = [worthOf(lots, entry, terms), worthOf(lots, exit, terms)];
  // an inverse contract is worth the less of its coin the higher its price is
  return isLong === terms.isInverse ? subtract(into, out) : subtract(out, into);
}
