import { fromUnits } from '#shared/decimal.ts';
import type { Ledger } from '#practice/accounts/types.ts';
import type { Clock, Identifiers, Side } from '#practice/kernel/kernel.ts';
import type { MatchingBook } from '#practice/matching/types.ts';
import { createDayStatistics, type DayStatistics } from '../contract/statistics.ts';
import { fundingRateOf } from '../contract/mark.ts';
import { createTerms, type Terms, writePrice } from '../contract/terms.ts';
import type { OrderRegister, FuturesOrderState } from './orders.ts';
import { flatPosition, type PositionState } from '../position/state.ts';
import type { Contract, FuturesEvent, FuturesFill, FuturesPrint } from '../types.ts';

export const fundingIntervalMs = 8 * 3_600_000;
const keptFills = 2000;
const keptPrints = 500;

/** Everything that moves in one contract. Prices in price units, 0 = not known yet. */
export interface FuturesMarket {
  readonly terms: Terms;
  readonly book: MatchingBook;
  /** every account that ever had a position; flat ones stay for the record */
  readonly positions: Map<string, PositionState>;
  /** orders on the book */
  readonly resting: Map<string, FuturesOrderState>;
  /** those of them that the public does not see, and those that only reduce */
  readonly hidden: Set<FuturesOrderState>;
  readonly reducing: Set<FuturesOrderState>;
  /** resting orders by account, oldest first */
  readonly restingOf: Map<string, Set<FuturesOrderState>>;
  readonly stops: Map<string, FuturesOrderState>;
  /** money held for orders, by account */
  readonly holds: Map<string, bigint>;
  readonly statistics: DayStatistics;
  /** newest last */
  readonly prints: FuturesPrint[];
  /**
   * counts the changes of the public book, so that its feed rises by exactly one per frame (facts.md §5.5); trades keep
   * the matching engine's own numbers, which count trades as well
   */
  bookSequence: bigint;
  index: bigint;
  mark: bigint;
  last: bigint;
  premium: bigint;
  premiumAtMs: number;
  fundingRate: bigint;
  nextFundingAtMs: number;
  /** an order that is being matched: it has a hold, and is not on the book yet */
  incoming: FuturesOrderState | null;
}

/** What every part of the venue stands on. */
export interface FuturesVenueState {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly feeAccountId: string;
  readonly insuranceAccountId: string;
  readonly clearingAccountId: string;
  readonly isExempt: (accountId: string) => boolean;
  readonly markets: ReadonlyMap<string, FuturesMarket>;
  readonly register: OrderRegister;
  readonly fills: Map<string, FuturesFill[]>;
  readonly emit: (event: FuturesEvent) => void;
  readonly isHeard: () => boolean;
}

export function createMarket(contract: Contract, book: MatchingBook, nowMs: number): FuturesMarket {
  const terms = createTerms(contract);
  return {
    terms,
    book,
    positions: new Map(),
    resting: new Map(),
    hidden: new Set(),
    reducing: new Set(),
    restingOf: new Map(),
    stops: new Map(),
    holds: new Map(),
    statistics: createDayStatistics(),
    prints: [],
    bookSequence: 0n,
    index: 0n,
    mark: 0n,
    last: 0n,
    premium: 0n,
    premiumAtMs: nowMs,
    fundingRate: fundingRateOf(terms, 0n),
    nextFundingAtMs: (Math.floor(nowMs / fundingIntervalMs) + 1) * fundingIntervalMs,
    incoming: null,
  };
}

export function oppositeOf(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

/** 1 for a buy, −1 for a sell. */
export function signOfSide(side: Side): 1n | -1n {
  return side === 'buy' ? 1n : -1n;
}

export function positionOf(market: FuturesMarket, accountId: string): PositionState {
  return market.positions.get(accountId) ?? flatPosition('ISOLATED');
}

/** Lots of the account's position that an order of this side would close. */
export function closableLots(market: FuturesMarket, accountId: string, side: Side): bigint {
  const closable = -positionOf(market, accountId).quantity * signOfSide(side);
  return closable > 0n ? closable : 0n;
}

export function restingOrders(market: FuturesMarket, accountId: string): Iterable<FuturesOrderState> {
  return market.restingOf.get(accountId) ?? [];
}

export function addResting(market: FuturesMarket, order: FuturesOrderState): void {
  market.resting.set(order.id, order);
  if (order.placement.isHidden === true) market.hidden.add(order);
  if (order.isReducing) market.reducing.add(order);
  const own = market.restingOf.get(order.accountId) ?? new Set();
  own.add(order);
  market.restingOf.set(order.accountId, own);
}

export function removeResting(market: FuturesMarket, order: FuturesOrderState): void {
  market.resting.delete(order.id);
  market.hidden.delete(order);
  market.reducing.delete(order);
  market.restingOf.get(order.accountId)?.delete(order);
}

/** The best price of a side, hidden orders included; 0 when the side is empty. */
export function bestPrice(market: FuturesMarket, side: Side): bigint {
  let best = (market.book.best(side) ?? 0n) * market.terms.tick;
  for (const order of market.hidden) {
    const price = order.limit ?? 0n;
    if (order.side === side && (best === 0n || (side === 'buy' ? price > best : price < best))) best = price;
  }
  return best;
}

/** Remembers a fill of an account, newest last. */
export function recordFill(venue: FuturesVenueState, fill: FuturesFill): void {
  const fills = venue.fills.get(fill.accountId) ?? [];
  fills.push(fill);
  if (fills.length >= keptFills * 2) fills.splice(0, keptFills);
  venue.fills.set(fill.accountId, fills);
}

/** A trade becomes public: print, last price, 24-hour figures. */
export function publishPrint(
  venue: FuturesVenueState,
  market: FuturesMarket,
  trade: Omit<FuturesPrint, 'symbol' | 'price' | 'size' | 'timeNs'> & {
    readonly unitPrice: bigint;
    readonly lots: bigint;
    readonly worth: bigint;
  },
): void {
  const { terms } = market;
  const { unitPrice, lots, worth, ...rest } = trade;
  const print: FuturesPrint = {
    ...rest,
    symbol: terms.contract.symbol,
    price: writePrice(terms, unitPrice),
    size: fromUnits(lots, 0),
    timeNs: venue.clock.nowNs(),
  };
  market.last = unitPrice;
  market.statistics.record({ price: unitPrice, lots, worth, timeMs: venue.clock.nowMs() });
  market.prints.push(print);
  if (market.prints.length >= keptPrints * 2) market.prints.splice(0, keptPrints);
  venue.emit({ kind: 'print', print });
}
