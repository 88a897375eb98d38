import { fromUnits } from '#shared/decimal.ts';
import { accept, type Clock, type Identifiers, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { Ledger } from '#practice/accounts/types.ts';
import { createMatchingBook } from '#practice/matching/book.ts';
import { addMargin, type MarginJournal } from '../risk/add-margin.ts';
import { writePrice } from '../contract/terms.ts';
import { createEventQueue, type EventQueue } from '../event-queue.ts';
import { createMarket, type FuturesVenueState, type FuturesMarket } from '../state/state.ts';
import { contractStateOf, tickerOf, bookOf } from '../state/figures.ts';
import { cancelOrder } from '../orders/cancel.ts';
import { prepareOrder, prepareStop } from '../orders/sizing.ts';
import { createOrderRegister, recordOf } from '../state/orders.ts';
import { selectOrders } from './selection.ts';
import { checkEntry } from '../orders/place.ts';
import { overviewOf } from './overview.ts';
import { positionRecordOf, ranksOf } from '../state/positions.ts';
import { advanceMarket, moveIndex, placeOrder } from '../risk/mark.ts';
import type { Contract, FuturesOrder, FuturesPlacement, FuturesPosition, FuturesVenue } from '../types.ts';

export interface FuturesVenueOptions {
  readonly contracts: readonly Contract[];
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  /** earns the trading fees */
  readonly feeAccountId: string;
  /** takes over liquidated positions; the more it has in its futures wallets, the less is auto-deleveraged */
  readonly insuranceAccountId: string;
  /** keeps the margin of all positions in its futures wallets */
  readonly clearingAccountId?: string;
  /** accounts without limits on the number of orders and on position value: the market makers */
  readonly isExempt?: (accountId: string) => boolean;
}

function createFloor(options: FuturesVenueOptions, events: EventQueue): FuturesVenueState {
  const nowMs = options.clock.nowMs();
  const markets = new Map(
    options.contracts.map(contract => [contract.symbol, createMarket(contract, createMatchingBook(), nowMs)]),
  );
  const { ledger, clock, identifiers, feeAccountId, insuranceAccountId } = options;
  return {
    ledger,
    clock,
    identifiers,
    feeAccountId,
    insuranceAccountId,
    clearingAccountId: options.clearingAccountId ?? 'futures-clearing',
    isExempt: accountId => accountId === insuranceAccountId || (options.isExempt?.(accountId) ?? false),
    markets,
    register: createOrderRegister(),
    fills: new Map(),
    emit: event => events.emit(event),
    isHeard: () => events.isHeard(),
  };
}

function tellLevels(venue: FuturesVenueState, market: FuturesMarket): void {
  const { terms, book } = market;
  book.onLevelChange(({ side, price, size }) => {
    market.bookSequence += 1n;
    if (!venue.isHeard()) return;
    venue.emit({
      kind: 'level',
      symbol: terms.contract.symbol,
      sequence: market.bookSequence,
      side,
      price: writePrice(terms, price * terms.tick),
      size: fromUnits(size, 0),
      timeMs: venue.clock.nowMs(),
    });
  });
}

function cancel(venue: FuturesVenueState, accountId: string, orderId: string): Outcome<FuturesOrder> {
  const order = venue.register.find(accountId, orderId);
  const market = order === null ? undefined : venue.markets.get(order.placement.symbol);
  if (order === null || market === undefined) return refuse('order-unknown', 'The order does not exist.', 'orderId');
  if (order.status === 'done') return refuse('order-unknown', 'The order cannot be canceled.', 'orderId');
  cancelOrder(venue, market, order);
  return accept(recordOf(order));
}

function check(venue: FuturesVenueState, accountId: string, placement: FuturesPlacement): Outcome<null> {
  if (placement.stop !== undefined) {
    const stop = prepareStop(venue, accountId, placement);
    return stop.ok ? accept(null) : stop;
  }
  const draft = prepareOrder(venue, accountId, placement);
  return draft.ok ? checkEntry(venue, draft.value) : draft;
}

function findPosition(venue: FuturesVenueState, accountId: string, market: FuturesMarket): FuturesPosition | null {
  const state = market.positions.get(accountId);
  if (state === undefined || state.quantity === 0n) return null;
  return positionRecordOf(venue, market, { accountId, ranks: ranksOf(market) });
}

/** The questions that anybody may ask: nothing moves. */
function createReader(venue: FuturesVenueState) {
  const market = (symbol: string): FuturesMarket | null => venue.markets.get(symbol) ?? null;
  const priced = (symbol: string): FuturesMarket | null => {
    const found = market(symbol);
    return found === null || found.mark === 0n ? null : found;
  };
  const { register } = venue;
  return {
    contract: (symbol: string) => market(symbol)?.terms.contract ?? null,
    state(symbol: string) {
      const found = priced(symbol);
      return found === null ? null : contractStateOf(found, venue.clock.nowMs());
    },
    ticker(symbol: string) {
      const found = market(symbol);
      return found === null ? null : tickerOf(found);
    },
    order(accountId: string, orderId: string) {
      const order = register.find(accountId, orderId);
      return order === null ? null : recordOf(order);
    },
    orderByClientOid(accountId: string, clientOid: string) {
      const order = register.findByClientOid(accountId, clientOid);
      return order === null ? null : recordOf(order);
    },
    fills: (accountId: string, sinceMs: number) =>
      (venue.fills.get(accountId) ?? []).filter(fill => fill.createdAtMs >= sinceMs).toReversed(),
    positions: (accountId: string) =>
      [...venue.markets.values()].flatMap(each => findPosition(venue, accountId, each) ?? []),
    position(accountId: string, symbol: string) {
      const found = market(symbol);
      return found === null ? null : findPosition(venue, accountId, found);
    },
    overview: (accountId: string, currency: string) => overviewOf(venue, accountId, currency),
    book(symbol: string, depth: number) {
      const found = market(symbol);
      return found === null ? null : bookOf(found, depth, venue.clock.nowMs());
    },
    prints: (symbol: string, limit: number) =>
      limit <= 0 ? [] : (market(symbol)?.prints.slice(-limit).toReversed() ?? []),
  };
}

/**
 * The futures half of the practice exchange: linear and inverse contracts, isolated and cross margin, funding,
 * liquidation. A contract is closed until it has an index price. Amounts of money beyond the ledger's and prices are
 * decimal strings; a price for `setIndexPrice` that is not positive throws.
 */
export function createFuturesVenue(options: FuturesVenueOptions): FuturesVenue {
  const events = createEventQueue();
  const venue = createFloor(options, events);
  const journal: MarginJournal = new Map();
  for (const market of venue.markets.values()) tellLevels(venue, market);
  return {
    contracts: options.contracts,
    ...createReader(venue),
    place: (accountId, placement) =>
      events.during(() => {
        const placed = placeOrder(venue, accountId, placement);
        return placed.ok ? accept(recordOf(placed.value)) : placed;
      }),
    test: (accountId, placement) => check(venue, accountId, placement),
    cancel: (accountId, orderId) => events.during(() => cancel(venue, accountId, orderId)),
    orders: (accountId, state, filter) =>
      selectOrders(
        state === 'active' ? venue.register.open(accountId) : venue.register.done(accountId),
        filter,
        order => (state === 'done' ? true : order.isTriggered !== false),
      ),
    stops: (accountId, filter) =>
      selectOrders(venue.register.open(accountId), filter, order => order.isTriggered === false),
    addMargin: (accountId, request) =>
      events.during(() => {
        const added = addMargin(venue, journal, { accountId, ...request });
        if (!added.ok) return added;
        return accept(positionRecordOf(venue, added.value, { accountId, ranks: ranksOf(added.value) }));
      }),
    setIndexPrice(symbol, price) {
      const market = venue.markets.get(symbol);
      if (market !== undefined) events.during(() => moveIndex(venue, market, price));
    },
    tick: nowMs =>
      events.during(() => {
        for (const market of venue.markets.values()) advanceMarket(venue, market, nowMs);
      }),
    onEvent: listener => events.listen(listener),
  };
}
