import { fromUnits } from '#shared/decimal.ts';
import { accept, type BookView, type Level, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { writePrice } from '../contract/terms.ts';
import { maxOpenSize, openOrderStatistics } from '../orders/statistics.ts';
import { contractStateOf } from '../state/contract-state.ts';
import { recordOf } from '../state/orders.ts';
import { holderOf } from '../position/holder.ts';
import { holdersIn } from '../state/settings.ts';
import { positionRecordOf, ranksOf } from '../state/positions.ts';
import type { FuturesAccount, FuturesMarket, FuturesOrderState, FuturesVenueState } from '../state/state.ts';
import type { Contract } from '../contract-types.ts';
import type { FuturesFill, FuturesOrder, FuturesOrderFilter } from '../order-types.ts';
import type { FuturesPosition, FuturesTicker, FuturesVenue } from '../types.ts';
import { overviewOf } from './overview.ts';

function isWanted({ placement, side, createdAtMs }: FuturesOrderState, filter: FuturesOrderFilter): boolean {
  if (filter.symbol !== undefined && placement.symbol !== filter.symbol) return false;
  if (filter.side !== undefined && side !== filter.side) return false;
  if (filter.type !== undefined && placement.type !== filter.type) return false;
  if (filter.startAtMs !== undefined && createdAtMs < filter.startAtMs) return false;
  return filter.endAtMs === undefined || createdAtMs <= filter.endAtMs;
}

/** Open orders in the sequence of placing; those of the prepared account are added to the exchange later. */
function activeOf(account: FuturesAccount | undefined): readonly FuturesOrderState[] {
  const orders = [...(account?.active.values() ?? [])];
  return orders.toSorted((a, b) => (a.createdAtNs < b.createdAtNs ? -1 : 1));
}

/** Orders of a list that is in the order of time, newest first. */
function selectOrders(
  orders: Iterable<FuturesOrderState> | undefined,
  filter: FuturesOrderFilter,
  isMeant: (order: FuturesOrderState) => boolean,
): readonly FuturesOrder[] {
  return [...(orders ?? [])]
    .filter(order => isMeant(order) && isWanted(order, filter))
    .toReversed()
    .map(recordOf);
}

function bookOf({ book, bookSequence, terms }: FuturesMarket, depth: number, timeMs: number): BookView {
  const write = ([ticks, lots]: readonly [bigint, bigint]): Level => [
    writePrice(terms, ticks * terms.tick),
    fromUnits(lots, 0),
  ];
  return {
    sequence: bookSequence,
    timeMs,
    bids: book.levels('buy', depth).map(write),
    asks: book.levels('sell', depth).map(write),
  };
}

/** docs/exchange/records.md §8.3; null as long as nothing has traded. An empty side has price and size 0. */
function tickerOf(market: FuturesMarket): FuturesTicker | null {
  const print = market.prints.at(-1);
  if (print === undefined) return null;
  const { bids, asks } = bookOf(market, 1, 0);
  const [bestBidPrice, bestBidSize] = bids[0] ?? ['0', '0'];
  const [bestAskPrice, bestAskSize] = asks[0] ?? ['0', '0'];
  return {
    sequence: print.sequence,
    symbol: print.symbol,
    side: print.takerSide,
    size: print.size,
    price: print.price,
    bestBidSize,
    bestBidPrice,
    bestAskSize,
    bestAskPrice,
    tradeId: print.tradeId,
    timeNs: print.timeNs,
  };
}

function fillsOf(venue: FuturesVenueState, accountId: string, sinceMs: number): readonly FuturesFill[] {
  const fills = venue.accounts.get(accountId)?.fills ?? [];
  return fills.filter(fill => fill.createdAtMs >= sinceMs).toReversed();
}

function positionOrNull(venue: FuturesVenueState, holder: string, market: FuturesMarket): FuturesPosition | null {
  const state = market.positions.get(holder);
  if (state === undefined || state.quantity === 0n) return null;
  return positionRecordOf(venue, market, { accountId: holder, ranks: ranksOf(market) });
}

function recordOrNull(order: FuturesOrderState | undefined): FuturesOrder | null {
  return order === undefined ? null : recordOf(order);
}

/** The public queries: they change nothing. */
export function createQueries(venue: FuturesVenueState, contracts: readonly Contract[]) {
  const accountOf = (accountId: string) => venue.accounts.get(accountId);
  const ask = <T>(symbol: string, answer: (market: FuturesMarket) => T): T | null => {
    const market = venue.markets.get(symbol);
    return market === undefined ? null : answer(market);
  };
  const inMarket = <T>(symbol: string, answer: (market: FuturesMarket) => Outcome<T>): Outcome<T> =>
    ask(symbol, answer) ?? refuse('symbol-unknown', `Unknown contract: ${symbol}.`, 'symbol');
  return {
    openOrderStatistics: (accountId, symbol) =>
      inMarket(symbol, market => accept(openOrderStatistics(market, holdersIn(venue, accountId)))),
    maxOpenSize: (accountId, { symbol, ...request }) =>
      inMarket(symbol, market => maxOpenSize(venue, market, { accountId, ...request })),
    contracts,
    contract: symbol => ask(symbol, market => market.terms.contract),
    state: symbol => ask(symbol, market => (market.mark === 0n ? null : contractStateOf(market, venue.clock.nowMs()))),
    ticker: symbol => ask(symbol, tickerOf),
    order: (accountId, orderId) => recordOrNull(accountOf(accountId)?.orders.get(orderId)),
    orderByClientOid: (accountId, clientOid) => {
      const account = accountOf(accountId);
      return recordOrNull(account?.orders.get(account.orderByClientOid.get(clientOid) ?? ''));
    },
    orders: (accountId, state, filter) =>
      state === 'active'
        ? selectOrders(activeOf(accountOf(accountId)), filter, order => order.isTriggered !== false)
        : selectOrders(accountOf(accountId)?.done, filter, () => true),
    stops: (accountId, filter) =>
      selectOrders(activeOf(accountOf(accountId)), filter, order => order.isTriggered === false),
    fills: (accountId, sinceMs) => fillsOf(venue, accountId, sinceMs),
    positions: accountId =>
      [...venue.markets.values()].flatMap(market =>
        holdersIn(venue, accountId).flatMap(holder => positionOrNull(venue, holder, market) ?? []),
      ),
    position: (accountId, symbol, side = 'BOTH') =>
      ask(symbol, market => positionOrNull(venue, holderOf(accountId, side), market)),
    closedPositions: accountId => accountOf(accountId)?.closedPositions.toReversed() ?? [],
    transactions: accountId => accountOf(accountId)?.transactions.toReversed() ?? [],
    fundingPayments: accountId => accountOf(accountId)?.fundingPayments.toReversed() ?? [],
    fundingRates: symbol => ask(symbol, ({ fundings }) => fundings.toReversed()) ?? [],
    overview: (accountId, currency) => overviewOf(venue, accountId, currency),
    book: (symbol, depth) => ask(symbol, market => bookOf(market, depth, venue.clock.nowMs())),
    prints: (symbol, limit) =>
      limit <= 0 ? [] : (ask(symbol, ({ prints }) => prints.slice(-limit).toReversed()) ?? []),
  } satisfies Partial<FuturesVenue>;
}
