import type { Decimal } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { Exits } from '../account-types.ts';
import { oppositeOf } from '../state/market.ts';
import type { FuturesMarket, FuturesOrderState, FuturesVenueState } from '../state/state.ts';
import type { FuturesPlacement } from '../order-types.ts';
import { withdraw } from './cancel.ts';
import { type PlacedOrder, placeOrder, testOrder } from './place.ts';
import { placeStop } from './stops.ts';
import type { FuturesRequest } from './validate.ts';

type Direction = 'up' | 'down';

function directionsOf(exits: Exits): readonly { readonly stop: Direction; readonly stopPrice: Decimal }[] {
  const directions: readonly Direction[] = ['up', 'down'];
  return directions.flatMap(stop => {
    const stopPrice = exits[stop];
    return stopPrice === undefined ? [] : [{ stop, stopPrice }];
  });
}

/** An order that only takes the position down waits itself; one that opens gets a market order of the other side. */
function exitOf(placement: FuturesPlacement): FuturesPlacement {
  if (placement.isCloseOrder === true || placement.isReduceOnly === true) return placement;
  const { symbol, side, size, leverage, marginMode, positionSide } = placement;
  return {
    symbol,
    side: oppositeOf(side),
    type: 'market',
    isReduceOnly: true,
    ...(size === undefined ? {} : { size }),
    ...(leverage === undefined ? {} : { leverage }),
    ...(marginMode === undefined ? {} : { marginMode }),
    ...(positionSide === undefined ? {} : { positionSide }),
  };
}

function isExitItself({ isCloseOrder, isReduceOnly }: FuturesPlacement): boolean {
  return isCloseOrder === true || isReduceOnly === true;
}

/** Lays the exits aside; each ends the other. The first bears the clientOid when there is no entry to bear it. */
function placeExits(
  venue: FuturesVenueState,
  { accountId, placement }: FuturesRequest,
  exits: Exits,
): Outcome<PlacedOrder> {
  const { clientOid, ...exit } = exitOf(placement);
  const placed: PlacedOrder[] = [];
  for (const direction of directionsOf(exits)) {
    const bearer = placed.length === 0 && clientOid !== undefined ? { clientOid } : {};
    const stop = { ...exit, ...bearer, ...direction, stopPriceType: exits.stopPriceType };
    const laid = placeStop(venue, { accountId, placement: stop });
    if (!laid.ok) {
      for (const { market, order } of placed) withdraw(venue, market, order);
      return laid;
    }
    placed.push(laid.value);
  }
  const [first] = placed;
  if (first === undefined) return refuse('parameter', 'A price to leave at is needed.', 'triggerStopUpPrice');
  for (const { order } of placed) order.exit = { entry: null, others: placed.map(each => each.order) };
  return accept(first);
}

/** An order with the stop orders that leave its position again: all of it is placed, or nothing. */
export function placeWithExits(venue: FuturesVenueState, request: FuturesRequest, exits: Exits): Outcome<PlacedOrder> {
  if (isExitItself(request.placement)) return placeExits(venue, request, exits);
  const tested = testOrder(venue, request);
  if (!tested.ok) return tested;
  const { clientOid: _borneByTheEntry, ...bare } = request.placement;
  const laid = placeExits(venue, { ...request, placement: bare }, exits);
  if (!laid.ok) return laid;
  const stops = laid.value.order.exit?.others ?? [];
  const placed = placeOrder(venue, request);
  for (const order of stops) {
    if (placed.ok) order.exit = { entry: placed.value.order, others: stops };
    else withdraw(venue, laid.value.market, order);
  }
  return placed;
}

function isOrphan(stop: FuturesOrderState): boolean {
  const { exit } = stop;
  if (exit === null) return false;
  if (exit.entry !== null && exit.entry.status === 'done' && exit.entry.dealLots === 0n) return true;
  return exit.others.some(other => other !== stop && other.isTriggered === true);
}

/** Cancels exits whose order ended without a trade, or whose other half has triggered. */
export function dropOrphans(venue: FuturesVenueState, market: FuturesMarket): void {
  for (const stop of market.stops.values()) if (isOrphan(stop)) withdraw(venue, market, stop);
}
