import type { Ledger } from '#practice/accounts/types.ts';
import { createEventQueue, type EventQueue } from '#practice/kernel/event-queue.ts';
import type { Clock, EndedOrder, Identifiers, Side } from '#practice/kernel/kernel.ts';
import { createRollingDay, type RollingDay } from '#practice/kernel/rolling-day.ts';
import { createOrderBook } from '#practice/matching/book.ts';
import type { OrderBook } from '#practice/matching/types.ts';
import { nextFundingAtMs } from '../contract/funding-interval.ts';
import { fundingRateOf } from '../contract/mark.ts';
import { createTerms, type Terms } from '../contract/terms.ts';
import type { ClaimSum } from '../position/claim-sum.ts';
import { ownerOf } from '../position/holder.ts';
import type { OrderClaim } from '../position/order-margin.ts';
import type { MarginMode, PositionState } from '../position/state.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { ClosedPosition, FundingPayment, FuturesTransaction, SettledFunding } from '../account-types.ts';
import type { Contract } from '../contract-types.ts';
import type { FuturesFill, FuturesPlacement, FuturesPrint } from '../order-types.ts';
import type { FuturesEvent } from '../types.ts';

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

/** What a stop order that leaves a position depends on. */
export interface ExitLink {
  /** it sleeps until this one has traded; null: it does not depend on an order */
  readonly entry: FuturesOrderState | null;
  /** itself and the other way out */
  readonly others: readonly FuturesOrderState[];
}

/** One order while it lives. Money units, price units and lots as in terms.ts. */
export interface FuturesOrderState {
  readonly id: string;
  /** who holds its position: position/holder.ts */
  readonly accountId: string;
  readonly placement: FuturesPlacement;
  readonly terms: Terms;
  readonly side: Side;
  /** size asked for; a reduce-only order may enter the market with less */
  readonly lots: bigint;
  /** price units, null for a market order */
  readonly limit: bigint | null;
  readonly mode: MarginMode;
  readonly isReducing: boolean;
  /** the system's, in a liquidation */
  readonly isLiquidation: boolean;
  readonly createdAtMs: number;
  readonly createdAtNs: bigint;
  /** of a stop order that leaves the position of another order, or one of a pair of which the first ends the other */
  exit: ExitLink | null;
  /** of a cross order it changes with the account's choice */
  leverage: bigint;
  /** what the loss against the mark may be at the opening, see openingLimitOf */
  cushion: bigint;
  /** lots still to trade */
  openLots: bigint;
  dealLots: bigint;
  dealWorth: bigint;
  status: 'open' | 'done';
  hasCancelled: boolean;
  isTriggered: boolean | null;
  /** what it costs most at: its limit once it rests */
  marginPrice: bigint;
  /** margin and value of the open lots, in money units */
  claim: OrderClaim;
  /** where the claim is counted in, while the order rests */
  claims: ClaimSum | null;
  updatedAtMs: number;
  endedAtMs: number | null;
}

/** What an account has on the book of a contract. */
export interface RestingClaims {
  /** oldest first */
  readonly orders: Set<FuturesOrderState>;
  readonly claims: Readonly<Record<Side, ClaimSum>>;
}

/** Everything that moves in one contract. Prices in price units, 0 = not known yet. */
export interface FuturesMarket {
  readonly terms: Terms;
  readonly book: OrderBook;
  /** every holder that ever had a position; flat ones stay for the record */
  readonly positions: Map<string, PositionState>;
  /** orders on the book */
  readonly resting: Map<string, FuturesOrderState>;
  /** those of them that the public does not see, and those that only reduce */
  readonly hidden: Set<FuturesOrderState>;
  readonly reducing: Set<FuturesOrderState>;
  /** resting orders by holder */
  readonly restingOf: Map<string, RestingClaims>;
  readonly stops: Map<string, FuturesOrderState>;
  /** money held for orders, by holder */
  readonly holds: Map<string, bigint>;
  readonly day: RollingDay;
  /** newest last */
  readonly prints: FuturesPrint[];
  /**
   * counts the changes of the public book, so that its feed rises by exactly one per frame (docs/exchange/feeds.md §9);
   * trades keep the matching engine's own numbers, which count trades as well
   */
  bookSequence: bigint;
  index: bigint;
  mark: bigint;
  last: bigint;
  premium: bigint;
  premiumAtMs: number;
  fundingRate: bigint;
  nextFundingAtMs: number;
  /** oldest first */
  readonly fundings: SettledFunding[];
  /** an order that is being matched: it has a hold, and is not on the book yet */
  incoming: FuturesOrderState | null;
}

/** What an account has chosen for a contract; it outlives its positions. */
export interface ContractSettings {
  readonly mode: MarginMode;
  /** rate units */
  readonly crossLeverage: bigint;
  /** isolated margin: the wallet tops up a position that would be liquidated */
  readonly autoDeposit: boolean;
  /** isolated margin: null is the level that the position's value calls for */
  readonly riskLevel: number | null;
}

export interface FuturesAccount {
  readonly accountId: string;
  /** hedge mode: a long and a short position in each contract */
  isHedged: boolean;
  readonly orders: Map<string, FuturesOrderState>;
  /** on the book or waiting for a trigger, oldest first */
  readonly active: Map<string, FuturesOrderState>;
  readonly done: FuturesOrderState[];
  readonly fills: FuturesFill[];
  /** clientOid → id of the order that bears it */
  readonly orderByClientOid: Map<string, string>;
  /** bizNo of margin that was added → its contract. Kept for good: the promise is that each is applied once. */
  readonly addedMargin: Map<string, string>;
  /** contract → what the account has chosen for it */
  readonly settings: Map<string, ContractSettings>;
  /** oldest first */
  readonly closedPositions: ClosedPosition[];
  readonly transactions: FuturesTransaction[];
  readonly fundingPayments: FundingPayment[];
  /** currency → what all its movements add up to */
  readonly balances: Map<string, Decimal>;
}

/** The shared state of every part of the venue. */
export interface FuturesVenueState {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly feeAccountId: string;
  readonly insuranceAccountId: string;
  readonly clearingAccountId: string;
  readonly isExempt: (accountId: string) => boolean;
  readonly markets: ReadonlyMap<string, FuturesMarket>;
  readonly accounts: Map<string, FuturesAccount>;
  readonly events: EventQueue<FuturesEvent>;
  readonly ended: EventQueue<EndedOrder>;
  /** of the last row of a list that is walked by ids */
  lastRowId: bigint;
  /** true while the venue itself moves money */
  isPaying: boolean;
}

function createMarket(contract: Contract, nowMs: number): FuturesMarket {
  const terms = createTerms(contract);
  return {
    terms,
    book: createOrderBook(),
    positions: new Map(),
    resting: new Map(),
    hidden: new Set(),
    reducing: new Set(),
    restingOf: new Map(),
    stops: new Map(),
    holds: new Map(),
    day: createRollingDay(),
    prints: [],
    bookSequence: 0n,
    index: 0n,
    mark: 0n,
    last: 0n,
    premium: 0n,
    premiumAtMs: nowMs,
    fundingRate: fundingRateOf(terms, 0n),
    nextFundingAtMs: nextFundingAtMs(nowMs),
    fundings: [],
    incoming: null,
  };
}

export function createVenueState(options: FuturesVenueOptions): FuturesVenueState {
  const { contracts, ledger, clock, identifiers, feeAccountId, insuranceAccountId } = options;
  const nowMs = clock.nowMs();
  return {
    ledger,
    clock,
    identifiers,
    feeAccountId,
    insuranceAccountId,
    clearingAccountId: options.clearingAccountId ?? 'futures-clearing',
    isExempt: accountId => accountId === insuranceAccountId || (options.isExempt?.(accountId) ?? false),
    markets: new Map(contracts.map(contract => [contract.symbol, createMarket(contract, nowMs)])),
    accounts: new Map(),
    events: createEventQueue(),
    ended: createEventQueue(),
    lastRowId: 0n,
    isPaying: false,
  };
}

/** Runs a command; listeners for the end of orders run after those of all events. */
export function runCommand<T>({ ended, events }: FuturesVenueState, command: () => T): T {
  return ended.run(() => events.run(command));
}

/** An id for a row: rising with time, and below 2^53 so that it can be asked for as a number. */
export function nextRowId(venue: FuturesVenueState): bigint {
  const byTime = BigInt(venue.clock.nowMs()) * 1000n;
  venue.lastRowId = byTime > venue.lastRowId ? byTime : venue.lastRowId + 1n;
  return venue.lastRowId;
}

/** What the venue knows of the account of a holder; made when it gives its first order. */
export function accountOf(venue: FuturesVenueState, holder: string): FuturesAccount {
  const accountId = ownerOf(holder);
  const known = venue.accounts.get(accountId);
  if (known !== undefined) return known;
  const account: FuturesAccount = {
    accountId,
    isHedged: false,
    orders: new Map(),
    active: new Map(),
    done: [],
    fills: [],
    orderByClientOid: new Map(),
    addedMargin: new Map(),
    settings: new Map(),
    closedPositions: [],
    transactions: [],
    fundingPayments: [],
    balances: new Map(),
  };
  venue.accounts.set(accountId, account);
  return account;
}
