import { absolute, type Decimal, divide, isMultipleOf, isPositive, multiply } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { writePrice } from '../contract/terms.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';
import type { FuturesPlacement } from '../order-types.ts';

/** The price that a value is turned into lots at: the order's own, else its trigger, else the mark. */
function priceOf(market: FuturesMarket, { price, stopPrice }: FuturesPlacement): Decimal {
  return price ?? stopPrice ?? writePrice(market.terms, market.mark);
}

function sizeOf(market: FuturesMarket, placement: FuturesPlacement): Outcome<Decimal> {
  const { qty, valueQty } = placement;
  const lot = absolute(market.terms.contract.multiplier);
  if (qty !== undefined) {
    if (isMultipleOf(qty, lot)) return accept(divide(qty, lot, { scale: 0, rounding: 'down' }));
    return refuse('size-increment', `The qty must be a multiple of ${lot}.`, 'qty');
  }
  const price = priceOf(market, placement);
  const size = divide(valueQty ?? '0', multiply(price, lot), { scale: 0, rounding: 'down' });
  return isPositive(size) ? accept(size) : refuse('size-too-small', 'The valueQty is less than one lot.', 'valueQty');
}

function marketOf(venue: FuturesVenueState, { symbol, qty }: FuturesPlacement): Outcome<FuturesMarket> {
  const market = venue.markets.get(symbol);
  if (market === undefined) return refuse('symbol-unknown', `Unknown contract: ${symbol}.`, 'symbol');
  if (market.mark === 0n) return refuse('symbol-closed', `${symbol} has no price yet.`, 'symbol');
  if (!market.terms.contract.isInverse) return accept(market);
  return refuse('parameter', `${symbol} takes a size in lots only.`, qty === undefined ? 'valueQty' : 'qty');
}

/**
 * The same placement with its size in lots, docs/exchange/endpoints.md §8.3. An amount of the base currency (`qty`) must
 * be whole lots; a value (`valueQty`) is cut down to whole lots. Inverse contracts know lots only.
 */
export function inLots(venue: FuturesVenueState, placement: FuturesPlacement): Outcome<FuturesPlacement> {
  // nearly all orders
  if (placement.qty === undefined && placement.valueQty === undefined) return accept(placement);
  const { qty, valueQty, ...rest } = placement;
  const given = [rest.size, qty, valueQty].filter(amount => amount !== undefined);
  if (given.length > 1) return refuse('parameter', 'Choose one of size, qty and valueQty.', 'size');
  const market = marketOf(venue, placement);
  if (!market.ok) return market;
  const size = sizeOf(market.value, placement);
  return size.ok ? accept({ ...rest, size: size.value }) : size;
}
