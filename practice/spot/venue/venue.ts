import { accept, type Outcome, type OutsideTrade } from '#practice/kernel/kernel.ts';
import { type AlterRequest, alterOrder } from '../orders/alter.ts';
import { cancelOrder, expireOrders } from '../orders/cancel.ts';
import { cancelPart } from '../orders/cancel-part.ts';
import { placeOrder, testOrder } from '../orders/place.ts';
import { costOfOrder, type PlaceRequest } from '../orders/prepare.ts';
import { placeOco } from '../orders/oco.ts';
import { recordOutsideTrade } from '../orders/settle.ts';
import { cancelStop, placeStop, triggerStops } from '../orders/stops.ts';
import { runTimedCancels, setTimedCancel } from '../orders/timed-cancel.ts';
import { recordOf } from '../state/orders.ts';
import { createVenueState, type SpotMarket, type SpotVenueOptions, type SpotVenueState } from '../state/state.ts';
import type { SpotOrder, SpotVenue } from '../types.ts';
import { createQueries } from './queries.ts';

/** Places the order, and triggers the stop orders that its trades have reached. */
function place(venue: SpotVenueState, request: PlaceRequest): Outcome<SpotOrder> {
  const placed = placeOrder(venue, request);
  if (!placed.ok) return placed;
  triggerStops(venue, placed.value.market);
  return accept(recordOf(placed.value));
}

function marketOf(venue: SpotVenueState, symbol: string): SpotMarket {
  const market = venue.markets.get(symbol);
  if (market === undefined) throw new RangeError(`no such pair: ${symbol}`);
  return market;
}

function recordTrade(venue: SpotVenueState, trade: OutsideTrade): boolean {
  const market = marketOf(venue, trade.symbol);
  const isRecorded = recordOutsideTrade(venue, market, trade);
  if (isRecorded) triggerStops(venue, market);
  return isRecorded;
}

function cancel(venue: SpotVenueState, accountId: string, orderId: string): Outcome<SpotOrder> {
  const cancelled = cancelOrder(venue, { accountId, orderId });
  return cancelled.ok ? accept(recordOf(cancelled.value)) : cancelled;
}

function alter(venue: SpotVenueState, request: AlterRequest): Outcome<SpotOrder | null> {
  const altered = alterOrder(venue, request);
  if (!altered.ok) return altered;
  if (altered.value === null) return accept(null);
  triggerStops(venue, altered.value.market);
  return accept(recordOf(altered.value));
}

/**
 * The spot market: orders, stop orders, fills and money of all pairs, after docs/exchange/records.md §3 to §6,
 * docs/exchange/states.md §1, docs/exchange/endpoints.md §3, §4 and docs/exchange/matching.md. A limit buy holds price
 * × size and the dearer of the two fees, a sell holds its size (the fee on top when the pair takes it in base); what is
 * saved by a better price or a cheaper fee is given back with each fill, the rest when the order is done. Fees are
 * exact, never rounded. Margin orders trade in the same books out of their own wallets; what may be lent to them is the
 * margin venue's business.
 */
export function createSpotVenue(options: SpotVenueOptions): SpotVenue {
  const venue = createVenueState(options);
  const { events, ended } = venue;
  // listeners for the end of orders run after those of all events
  const run = <T>(command: () => T): T => ended.run(() => events.run(command));
  return {
    ...createQueries(venue, options.pairs),
    place: (accountId, placement, source = 'USER') =>
      run(() => place(venue, { accountId, placement, origin: null, source })),
    costOf: (accountId, placement) => costOfOrder(venue, { accountId, placement, origin: null, source: 'USER' }),
    test: (accountId, placement) => testOrder(venue, { accountId, placement, origin: null, source: 'USER' }),
    cancel: (accountId, orderId) => run(() => cancel(venue, accountId, orderId)),
    cancelPart: (accountId, orderId, size) => run(() => cancelPart(venue, { accountId, orderId, size })),
    alter: (accountId, orderId, change) => run(() => alter(venue, { accountId, orderId, change })),
    placeOco: (accountId, placement) => run(() => placeOco(venue, accountId, placement)),
    ocos: accountId => (venue.ocos.get(accountId) ?? []).toReversed(),
    setTimedCancel: (accountId, timed) => setTimedCancel(venue, accountId, timed),
    timedCancel: accountId => venue.timedCancels.get(accountId) ?? null,
    placeStop: (accountId, placement, source = 'USER') => run(() => placeStop(venue, { accountId, placement, source })),
    cancelStop: (accountId, stopOrderId, source = 'USER') =>
      run(() => cancelStop(venue, { accountId, stopOrderId, source })),
    expire: nowMs =>
      run(() => {
        expireOrders(venue, nowMs);
        runTimedCancels(venue, nowMs);
      }),
    recordTrade: trade => run(() => recordTrade(venue, trade)),
    fillOnUse: (symbol, fill) => marketOf(venue, symbol).book.fillOnUse(fill),
    onEvent: (listener, kinds) => events.listen(listener, kinds),
    onOrderEnded: listener => ended.listen(listener),
  };
}
