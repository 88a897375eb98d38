import type { Decimal } from '#shared/decimal.ts';
import type { BookView, Level, Side } from '#practice/kernel/kernel.ts';
import { recordOf } from '../state/orders.ts';
import { priceText, sizeText } from '../state/scale.ts';
import type { SpotMarket, SpotOrderState, SpotVenueState } from '../state/state.ts';
import type {
  SpotFill,
  SpotOrder,
  SpotOrderFilter,
  SpotPair,
  SpotPlacement,
  SpotPrint,
  SpotStop,
  SpotVenue,
} from '../types.ts';

interface Placed {
  readonly placement: SpotPlacement;
  readonly createdAtMs: number;
}

function matches({ placement, createdAtMs }: Placed, filter: SpotOrderFilter): boolean {
  if (filter.symbol !== undefined && filter.symbol !== placement.symbol) return false;
  if (filter.side !== undefined && filter.side !== placement.side) return false;
  if (filter.tradeType !== undefined && filter.tradeType !== (placement.tradeType ?? 'TRADE')) return false;
  return createdAtMs >= (filter.startAtMs ?? 0) && createdAtMs <= (filter.endAtMs ?? Number.MAX_SAFE_INTEGER);
}

function byAge(a: { readonly createdAtNs: bigint }, b: { readonly createdAtNs: bigint }): number {
  return a.createdAtNs < b.createdAtNs ? 1 : -1;
}

/** An order that a stop order gave birth to is listed as `limit_stop` or `market_stop` (docs/exchange/states.md §1). */
function typeOf({ origin, placement }: SpotOrderState): SpotOrderFilter['type'] {
  return origin === null ? placement.type : `${placement.type}_stop`;
}

function ordersOf(
  venue: SpotVenueState,
  accountId: string,
  { state, filter }: { state: 'active' | 'done'; filter: SpotOrderFilter },
): readonly SpotOrder[] {
  const account = venue.accounts.get(accountId);
  if (account === undefined) return [];
  return Array.from(account[state].values())
    .filter(order => matches(order, filter) && (filter.type === undefined || filter.type === typeOf(order)))
    .toSorted(byAge)
    .map(recordOf);
}

/** Untriggered stop orders. The types `limit` and `limit_stop` mean the same here, and so do the two of the market. */
function stopsOf(
  venue: SpotVenueState,
  accountId: string,
  filter: SpotOrderFilter & { readonly orderIds?: readonly string[] },
): readonly SpotStop[] {
  const wanted = filter.orderIds === undefined ? null : new Set(filter.orderIds);
  const type = filter.type?.replace('_stop', '');
  return Array.from(venue.accounts.get(accountId)?.stops.values() ?? [])
    .filter(stop => stop.status === 'NEW' && matches(stop, filter))
    .filter(({ id, placement }) => (wanted?.has(id) ?? true) && (type === undefined || type === placement.type))
    .toSorted(byAge);
}

function fillsOf(venue: SpotVenueState, accountId: string, sinceMs: number): readonly SpotFill[] {
  const fills = venue.accounts.get(accountId)?.fills ?? [];
  const start = fills.findIndex(fill => fill.createdAtMs >= sinceMs);
  return start < 0 ? [] : fills.slice(start).toReversed();
}

function printsOf(venue: SpotVenueState, symbol: string, limit: number): readonly SpotPrint[] {
  return limit <= 0 ? [] : (venue.markets.get(symbol)?.prints ?? []).slice(-limit).toReversed();
}

function rows({ book, scale }: SpotMarket, side: Side, depth: number): readonly Level[] {
  return book.levels(side, depth).map(([ticks, lots]) => [priceText(scale, ticks), sizeText(scale, lots)] as const);
}

function bookOf(venue: SpotVenueState, symbol: string, depth: number): BookView | null {
  const market = venue.markets.get(symbol);
  if (market === undefined) return null;
  return {
    sequence: market.book.sequence(),
    timeMs: venue.clock.nowMs(),
    bids: rows(market, 'buy', depth),
    asks: rows(market, 'sell', depth),
  };
}

function lastPriceOf(venue: SpotVenueState, symbol: string): Decimal | null {
  const market = venue.markets.get(symbol);
  return market === undefined || market.lastTicks === null ? null : priceText(market.scale, market.lastTicks);
}

function recordOrNull(order: SpotOrderState | undefined): SpotOrder | null {
  return order === undefined ? null : recordOf(order);
}

/** The public queries: they change nothing. */
export function createQueries(venue: SpotVenueState, pairs: readonly SpotPair[]) {
  const accountOf = (accountId: string) => venue.accounts.get(accountId);
  return {
    pairs,
    pair: symbol => venue.markets.get(symbol)?.pair ?? null,
    order: (accountId, orderId) => recordOrNull(accountOf(accountId)?.orders.get(orderId)),
    orderByClientOid: (accountId, clientOid) => {
      const account = accountOf(accountId);
      return recordOrNull(account?.orders.get(account.orderByClientOid.get(clientOid) ?? ''));
    },
    orders: (accountId, state, filter) => ordersOf(venue, accountId, { state, filter }),
    stop: (accountId, stopOrderId) => accountOf(accountId)?.stops.get(stopOrderId) ?? null,
    stopByClientOid: (accountId, clientOid) => {
      const account = accountOf(accountId);
      return account?.stops.get(account.stopByClientOid.get(clientOid) ?? '') ?? null;
    },
    stops: (accountId, filter) => stopsOf(venue, accountId, filter),
    fills: (accountId, sinceMs) => fillsOf(venue, accountId, sinceMs),
    book: (symbol, depth) => bookOf(venue, symbol, depth),
    prints: (symbol, limit) => printsOf(venue, symbol, limit),
    lastPrice: symbol => lastPriceOf(venue, symbol),
  } satisfies Partial<SpotVenue>;
}
