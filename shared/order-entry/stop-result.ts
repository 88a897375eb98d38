import { absolute, type Decimal, divide, isNegative, isZero, minimum, multiply, subtract } from '#shared/decimal.ts';
import { type StopOrder, stopLots } from '#shared/domain/account/stop-order.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { isSamePosition } from '../domain/market/position-key.ts';
import { type MarketTerms, worthOf } from './market-terms.ts';

type Fired = Pick<
  StopOrder,
  'venue' | 'symbol' | 'positionSide' | 'side' | 'size' | 'isCloseOrder' | 'stopPrice' | 'price' | 'type'
>;
type Held = Pick<Position, 'symbol' | 'positionSide' | 'quantity' | 'averageEntryPrice'>;

/** What it is counted at: its limit, else its trigger. */
function firedAt({ type, price, stopPrice }: Pick<Fired, 'type' | 'price' | 'stopPrice'>): Decimal {
  return type === 'limit' && price !== null ? price : stopPrice;
}

/**
 * What a stop makes of the lots that it closes, against their entry and before fees, in the settlement currency: a loss is
 * negative. It is counted at its limit, else at its trigger. Null: it closes nothing that is known.
 */
export function stopResult(stop: Fired, position: Held | null | undefined, terms: MarketTerms): Decimal | null {
  if (stop.venue === 'spot' || position === null || position === undefined) return null;
  const { quantity, averageEntryPrice: entry } = position;
  const isLong = !isNegative(quantity);
  if (!isSamePosition(position, stop) || isZero(quantity)) return null;
  if (entry === null || isZero(entry)) return null;
  if (isLong !== (stop.side === 'sell')) return null;
  const exit = firedAt(stop);
  const size = stopLots(stop, quantity);
  if (size === null) return null;
  const lots = minimum(size, absolute(quantity));
  const [into, out] = [worthOf(lots, entry, terms), worthOf(lots, exit, terms)];
  // an inverse contract is worth the less of its coin the higher its price is
  return isLong === terms.isInverse ? subtract(into, out) : subtract(out, into);
}

/** What changes hands when a stop of a pair fires, before fees. */
export interface SpotDeal {
  /** base currency */
  readonly size: Decimal;
  /** quote currency */
  readonly funds: Decimal;
  /** the stop names the funds, and what they come to is about */
  readonly isByFunds: boolean;
}

const coinDigits = { scale: 8, rounding: 'down' } as const;

/** A pair has no lots and no position: size, funds and the price at which it fires. Null: none is stated. */
export function spotDeal(stop: Pick<StopOrder, 'size' | 'funds' | 'type' | 'price' | 'stopPrice'>): SpotDeal | null {
  const price = firedAt(stop);
  const { size, funds } = stop;
  if (size !== null) return { size, funds: multiply(size, price), isByFunds: false };
  if (funds === null || isZero(price)) return null;
  return { size: divide(funds, price, coinDigits), funds, isByFunds: true };
}
