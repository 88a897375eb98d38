import { accept, type Outcome, type OutsideTrade } from '#practice/kernel/kernel.ts';
import { cancelOrder } from '../orders/cancel.ts';
import { dropOrphans, placeWithExits } from '../orders/exits.ts';
import { type PlacedOrder, placeOrder, testOrder } from '../orders/place.ts';
import { inLots } from '../orders/quantity.ts';
import { placeStop } from '../orders/stops.ts';
import { recordOutsideTrade } from '../state/trades.ts';
import type { FuturesRequest } from '../orders/validate.ts';
import { createSettings } from '../settings/settings.ts';
import { addMargin } from '../risk/add-margin.ts';
import { advanceMarket, moveIndex } from '../risk/mark-price.ts';
import { settleMarket } from '../risk/settle-market.ts';
import { emitLevels } from '../state/levels.ts';
import { recordOf } from '../state/orders.ts';
import { recordTransfers } from '../state/transactions.ts';
import { positionRecordOf, ranksOf } from '../state/positions.ts';
import {
  createVenueState,
  type FuturesMarket,
  type FuturesVenueOptions,
  type FuturesVenueState,
  runCommand,
} from '../state/state.ts';
import type { FuturesOrder } from '../order-types.ts';
import type { FuturesPosition, FuturesVenue } from '../types.ts';
import { createQueries } from './queries.ts';

/** The placement in lots, and what to do with it. */
function withLots<T>(
  venue: FuturesVenueState,
  { accountId, placement }: FuturesRequest,
  action: (request: FuturesRequest) => Outcome<T>,
): Outcome<T> {
  const inSize = inLots(venue, placement);
  return inSize.ok ? action({ accountId, placement: inSize.value }) : inSize;
}

function settled(venue: FuturesVenueState, placed: Outcome<PlacedOrder>): Outcome<FuturesOrder> {
  if (!placed.ok) return placed;
  settleMarket(venue, placed.value.market, placed.value.touched);
  return accept(recordOf(placed.value.order));
}

/** Places an order and settles what follows from it, or, with `stop` set, lays a stop order aside. */
function place(venue: FuturesVenueState, request: FuturesRequest): Outcome<FuturesOrder> {
  return withLots(venue, request, sized =>
    settled(venue, sized.placement.stop === undefined ? placeOrder(venue, sized) : placeStop(venue, sized)),
  );
}

function marketOf(venue: FuturesVenueState, symbol: string): FuturesMarket {
  const market = venue.markets.get(symbol);
  if (market === undefined) throw new RangeError(`no such contract: ${symbol}`);
  return market;
}

function recordTrade(venue: FuturesVenueState, trade: OutsideTrade): boolean {
  const market = marketOf(venue, trade.symbol);
  const isRecorded = recordOutsideTrade(venue, market, trade);
  if (isRecorded) settleMarket(venue, market, []);
  return isRecorded;
}

function cancel(venue: FuturesVenueState, accountId: string, orderId: string): Outcome<FuturesOrder> {
  const cancelled = cancelOrder(venue, { accountId, orderId });
  if (!cancelled.ok) return cancelled;
  const market = venue.markets.get(cancelled.value.placement.symbol);
  if (market !== undefined) dropOrphans(venue, market);
  return accept(recordOf(cancelled.value));
}

function deposit(
  venue: FuturesVenueState,
  accountId: string,
  request: Parameters<FuturesVenue['addMargin']>[1],
): Outcome<FuturesPosition> {
  const added = addMargin(venue, { accountId, ...request });
  if (!added.ok) return added;
  const { market, accountId: holder } = added.value;
  return accept(positionRecordOf(venue, market, { accountId: holder, ranks: ranksOf(market) }));
}

/**
 * The futures half of the practice exchange: linear and inverse contracts, isolated and cross margin, funding,
 * liquidation. A contract is closed until it has an index price. Amounts of money beyond the ledger's and prices are
 * decimal strings; a price for `setIndexPrice` that is not positive throws.
 */
export function createFuturesVenue(options: FuturesVenueOptions): FuturesVenue {
  const venue = createVenueState(options);
  const { events, ended, markets } = venue;
  for (const market of markets.values()) emitLevels(venue, market);
  recordTransfers(venue);
  const run = <T>(command: () => T): T => runCommand(venue, command);
  return {
    ...createQueries(venue, options.contracts),
    place: (accountId, placement) => run(() => place(venue, { accountId, placement })),
    test: (accountId, placement) => withLots(venue, { accountId, placement }, sized => testOrder(venue, sized)),
    placeWithExits: (accountId, placement, exits) =>
      run(() =>
        withLots(venue, { accountId, placement }, sized => settled(venue, placeWithExits(venue, sized, exits))),
      ),
    cancel: (accountId, orderId) => run(() => cancel(venue, accountId, orderId)),
    ...createSettings(venue),
    addMargin: (accountId, request) => run(() => deposit(venue, accountId, request)),
    setIndexPrice(symbol, price) {
      const market = markets.get(symbol);
      if (market !== undefined) run(() => moveIndex(venue, market, price));
    },
    tick: (nowMs, isStill) =>
      run(() => {
        for (const market of markets.values()) advanceMarket(venue, market, { nowMs, isStill });
      }),
    recordTrade: trade => run(() => recordTrade(venue, trade)),
    fillOnUse: (symbol, fill) => marketOf(venue, symbol).book.fillOnUse(fill),
    onEvent: (listener, kinds) => events.listen(listener, kinds),
    onOrderEnded: listener => ended.listen(listener),
  };
}
