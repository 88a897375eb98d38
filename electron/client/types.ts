import type { PositionRef } from '#shared/domain/market/position-key.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { ApiKeyInfo, Balance, FeeRate, SubAccount, SubAccountHoldings } from '#shared/domain/account/account.ts';
import type { BookSnapshot } from '#shared/domain/market/book.ts';
import type { Candle, CandleInterval } from '#shared/domain/market/candle.ts';
import type { Currency } from '#shared/domain/market/currency.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { MarginType } from '#shared/domain/account/margin.ts';
import type { ContractRecord, FuturesTicker, Position, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type {
  BatchOutcome,
  FuturesOrderRequest,
  Order,
  PlacedOrder,
  SpotOrderRequest,
} from '#shared/domain/account/order.ts';
import type { Page } from '#shared/domain/page.ts';
import type { Side, Venue } from '#shared/domain/scalars.ts';
import type { SpotCoverage } from '#shared/domain/answers/spot-coverage.ts';
import type { SpotStopRequest, StopOrder } from '#shared/domain/account/stop-order.ts';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import type { Result } from '#shared/errors.ts';
import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';

/** Who waits last when a weight pool runs low: a cancel, another action of the user, a panel on screen, the rest. */
export type Priority = 'cancel' | 'action' | 'visible' | 'background';

/** 0 is served first. */
export const priorityRanks: Readonly<Record<Priority, number>> = { cancel: 0, action: 1, visible: 2, background: 3 };

/** Whether a request is the user's own action: it never waits behind the reads of panels. */
export function isOfUser(priority: Priority): boolean {
  return priority === 'cancel' || priority === 'action';
}

export interface CallOptions {
  readonly priority: Priority;
  /** A read that is aborted ends as `closed`; a write that was already on the wire ends as `outcome-unknown`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called for each row of a list that cannot be read; the answer omits these rows. Absent: one such row fails the
   * whole call, so that no caller takes an incomplete list for a complete one.
   */
  readonly unreadable?: ((row: OddRow) => void) | undefined;
  /** Is called with the body of a successful answer as it came, before it is read. */
  readonly onText?: ((text: string) => void) | undefined;
}

/** One endpoint: never throws, never rejects. */
export type ClientCall<I, O> = (input: I, options: CallOptions) => Promise<Result<O>>;

export type Nothing = Readonly<Record<string, never>>;

/**
 * All pages of a list, each record once. `isComplete` is false when the cap on pages was reached or the list kept
 * shrinking.
 */
export interface Collected<T> {
  readonly items: readonly T[];
  readonly isComplete: boolean;
  /** which spot lists were read; absent where there is one list only */
  readonly coverage?: SpotCoverage | undefined;
}

export interface PageQuery {
  /** counts from 1 */
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

/** docs/exchange/endpoints.md §3.1, GET /api/v1/orders; `type` and `tradeType` are the wire's own words. */
export interface SpotOrdersQuery extends PageQuery {
  readonly status: 'active' | 'done';
  readonly symbol?: string | undefined;
  readonly side?: Side | undefined;
  readonly type?: 'limit' | 'market' | 'limit_stop' | 'market_stop' | undefined;
  readonly tradeType?: 'spot' | 'cross' | 'isolated' | undefined;
  readonly startAtMs?: number | undefined;
  readonly endAtMs?: number | undefined;
}

/** docs/exchange/endpoints.md §3.9, GET /api/v1/fills. */
export interface SpotFillsQuery extends Omit<SpotOrdersQuery, 'status'> {
  /** all fills of this order, whatever else is asked for */
  readonly orderId?: string | undefined;
}

/** docs/exchange/endpoints.md §4, GET /api/v1/stop-order. */
export interface SpotStopsQuery extends PageQuery {
  readonly symbol?: string | undefined;
  readonly side?: Side | undefined;
  readonly type?: 'limit' | 'market' | 'limit_stop' | 'market_stop' | undefined;
  readonly tradeType?: 'spot' | 'cross' | 'isolated' | undefined;
  readonly startAtMs?: number | undefined;
  readonly endAtMs?: number | undefined;
  readonly orderIds?: readonly string[] | undefined;
  readonly stop?: 'stop' | 'oco' | undefined;
}

/** docs/exchange/endpoints.md §8.1, GET /api/v1/orders of the futures host. */
export interface FuturesOrdersQuery extends PageQuery {
  readonly status: 'active' | 'done';
  readonly symbol?: string | undefined;
  readonly side?: Side | undefined;
  readonly type?: 'limit' | 'market' | undefined;
  readonly startAtMs?: number | undefined;
  readonly endAtMs?: number | undefined;
}

/** docs/exchange/endpoints.md §8.1, GET /api/v1/stopOrders. */
export type FuturesStopsQuery = Omit<FuturesOrdersQuery, 'status'>;

/** docs/exchange/endpoints.md §8.2, GET /api/v1/fills of the futures host. */
export interface FuturesFillsQuery extends FuturesStopsQuery {
  /** all fills of this order, whatever else is asked for */
  readonly orderId?: string | undefined;
}

export interface OrderRef {
  readonly orderId: string;
  readonly symbol: string;
}

export interface ClientOidRef {
  readonly clientOid: string;
  readonly symbol: string;
}

/** What a cancel was accepted for; it is a request, the list says whether it was filled first. */
export interface CancelRequested {
  readonly orderIds: readonly string[];
}

/** docs/exchange/records.md §9.3, GET /api/v1/account-overview: one settlement currency of the futures wallet. */
export interface FuturesOverview {
  readonly currency: string;
  readonly accountEquity: Decimal;
  readonly unrealisedPnl: Decimal | null;
  readonly marginBalance: Decimal | null;
  readonly positionMargin: Decimal | null;
  readonly orderMargin: Decimal | null;
  readonly frozenFunds: Decimal | null;
  readonly availableBalance: Decimal | null;
}

/**
 * The futures wallet of the own account (`main`) or of a sub-account, by its name. A row that lacks what it holds or
 * what is free is unreadable: sums over accounts have no place for an unknown amount.
 */
export interface NamedOverview extends FuturesOverview {
  readonly name: string;
  readonly positionMargin: Decimal;
  readonly orderMargin: Decimal;
  readonly frozenFunds: Decimal;
  readonly availableBalance: Decimal;
}

export interface ReferenceCalls {
  /** The exchange's clock in epoch ms. Costs weight; the client measures its own offset. */
  readonly serverTime: ClientCall<{ readonly venue: Venue }, number>;
  readonly symbols: ClientCall<Nothing, readonly SpotSymbol[]>;
  readonly book: ClientCall<{ readonly symbol: string; readonly depth: 20 | 100 }, BookSnapshot>;
  readonly contracts: ClientCall<Nothing, readonly ContractRecord[]>;
  readonly contract: ClientCall<{ readonly symbol: string }, ContractRecord>;
  readonly ticker: ClientCall<{ readonly symbol: string }, FuturesTicker>;
  readonly riskLimits: ClientCall<{ readonly symbol: string }, readonly RiskLimitLevel[]>;
  /** with `chain` that chain alone, by its name or id */
  readonly currency: ClientCall<{ readonly currency: string; readonly chain?: string | undefined }, Currency>;
  readonly currencies: ClientCall<Nothing, readonly Currency[]>;
}

/** docs/exchange/records.md §6.4: at most 1500 candles a call on spot, 500 on futures. */
export interface CandlesQuery {
  readonly venue: Venue;
  readonly symbol: string;
  readonly interval: CandleInterval;
  readonly fromMs: number;
  readonly toMs: number;
}

/** docs/exchange/records.md §6.6, §8.1: one market's last 24 hours. Null where it has not traded. */
export interface DaySummary {
  readonly symbol: string;
  readonly lastPrice: Decimal | null;
  /** last price minus the one 24 hours ago */
  readonly change: Decimal | null;
  /** a fraction */
  readonly changeRate: Decimal | null;
  readonly turnover: Decimal | null;
  /** the best prices at that moment; null on futures, whose list does not contain them */
  readonly bid: Decimal | null;
  readonly ask: Decimal | null;
}

export interface MarketCalls {
  /** the whole spot book; needs a key */
  readonly spotBook: ClientCall<{ readonly symbol: string }, BookSnapshot>;
  /** the whole futures book; sizes in lots */
  readonly futuresBook: ClientCall<{ readonly symbol: string }, BookSnapshot>;
  /** the last 24 hours of every market of a venue */
  readonly daySummaries: ClientCall<{ readonly venue: Venue }, readonly DaySummary[]>;
  /** oldest first; buckets without trades are missing */
  readonly candles: ClientCall<CandlesQuery, readonly Candle[]>;
  /** the last 100 trades, oldest first */
  readonly trades: ClientCall<{ readonly venue: Venue; readonly symbol: string }, readonly PublicTrade[]>;
}

/** What opens one feed connection. The token is a secret of its own: never log it. */
export interface FeedAccess {
  readonly endpoint: string;
  readonly token: string;
  readonly pingIntervalMs: number;
  readonly pingTimeoutMs: number;
}

/** docs/exchange/feeds.md §1. A private token needs a key; each call makes a new token. */
export interface FeedAccessCalls {
  readonly open: ClientCall<{ readonly venue: Venue; readonly isPrivate: boolean }, FeedAccess>;
}

export interface SpotCalls {
  readonly orders: ClientCall<SpotOrdersQuery, Page<Order>>;
  readonly allOrders: ClientCall<Omit<SpotOrdersQuery, keyof PageQuery>, Collected<Order>>;
  readonly recentFills: ClientCall<Nothing, readonly Fill[]>;
  /** as `recentFills`, and whether those are all of 24 hours */
  readonly allRecentFills: ClientCall<Nothing, Collected<Fill>>;
  /** at most seven days at a time, newest first */
  readonly pastFills: ClientCall<SpotFillsQuery, Page<Fill>>;
  readonly order: ClientCall<OrderRef, Order>;
  readonly orderByClientOid: ClientCall<ClientOidRef, Order>;
  readonly place: ClientCall<SpotOrderRequest, PlacedOrder>;
  /** at most 5 limit orders of one symbol, acknowledged only */
  readonly placeBatch: ClientCall<{ readonly orders: readonly SpotOrderRequest[] }, readonly BatchOutcome[]>;
  /** at most 20 limit orders of one symbol, answered after matching */
  readonly placeBatchSync: ClientCall<{ readonly orders: readonly SpotOrderRequest[] }, readonly BatchOutcome[]>;
  readonly cancel: ClientCall<OrderRef, CancelRequested>;
  readonly cancelByClientOid: ClientCall<ClientOidRef, CancelRequested>;
}

/** Stops on margin have endpoints of their own: docs/exchange/endpoints.md §5.4. Absent: those of spot are asked. */
interface StopWallet {
  readonly tradeType?: MarginType | undefined;
}

export interface StopCalls {
  readonly list: ClientCall<SpotStopsQuery, Page<StopOrder>>;
  readonly all: ClientCall<Omit<SpotStopsQuery, keyof PageQuery>, Collected<StopOrder>>;
  readonly order: ClientCall<{ readonly orderId: string }, StopOrder>;
  /** of plain spot, cross and isolated margin together */
  readonly ofAllTypes: ClientCall<Pick<SpotStopsQuery, 'symbol'>, Collected<StopOrder>>;
  readonly orderByClientOid: ClientCall<ClientOidRef & StopWallet, StopOrder>;
  readonly place: ClientCall<SpotStopRequest, PlacedOrder>;
  readonly cancel: ClientCall<{ readonly orderId: string } & StopWallet, CancelRequested>;
  readonly cancelByClientOid: ClientCall<ClientOidRef, CancelRequested>;
}

export interface FuturesCalls {
  readonly orders: ClientCall<FuturesOrdersQuery, Page<Order>>;
  readonly allOrders: ClientCall<Omit<FuturesOrdersQuery, keyof PageQuery>, Collected<Order>>;
  readonly recentDoneOrders: ClientCall<{ readonly symbol?: string | undefined }, readonly Order[]>;
  /** the last 24 hours, at most 1000, newest first; sizes in lots */
  readonly recentFills: ClientCall<{ readonly symbol?: string | undefined }, readonly Fill[]>;
  /** at most seven days at a time, newest first */
  readonly fills: ClientCall<FuturesFillsQuery, Page<Fill>>;
  readonly stops: ClientCall<FuturesStopsQuery, Page<StopOrder>>;
  readonly allStops: ClientCall<Omit<FuturesStopsQuery, keyof PageQuery>, Collected<StopOrder>>;
  readonly order: ClientCall<{ readonly orderId: string }, Order>;
  readonly orderByClientOid: ClientCall<{ readonly clientOid: string }, Order>;
  readonly place: ClientCall<FuturesOrderRequest, PlacedOrder>;
  /** ordinary and stop orders alike */
  readonly cancel: ClientCall<{ readonly orderId: string }, CancelRequested>;
  readonly cancelByClientOid: ClientCall<ClientOidRef, CancelRequested>;
  /** open positions only */
  readonly positions: ClientCall<{ readonly currency?: string | undefined }, readonly Position[]>;
  readonly depositMargin: ClientCall<PositionRef & { readonly amount: Decimal; readonly bizNo: string }, Position>;
  readonly overview: ClientCall<{ readonly currency: string }, FuturesOverview>;
  /** of the master account and its sub-accounts; a sub-account's own key gets itself alone */
  readonly overviews: ClientCall<{ readonly currency: string }, readonly NamedOverview[]>;
}

export interface AccountCalls {
  readonly balances: ClientCall<
    { readonly currency?: string | undefined; readonly wallet?: string | undefined },
    readonly Balance[]
  >;
  readonly subAccounts: ClientCall<PageQuery, Page<SubAccount>>;
  readonly allSubAccounts: ClientCall<Nothing, Collected<SubAccount>>;
  readonly subHoldings: ClientCall<PageQuery, Page<SubAccountHoldings>>;
  /** with all wallets of each account, or of those requested one by one when the list has main wallets alone */
  readonly allSubHoldings: ClientCall<Nothing, Collected<SubAccountHoldings>>;
  /** of at most ten pairs */
  readonly tradeFees: ClientCall<
    { readonly symbols: readonly string[] },
    readonly (FeeRate & { readonly symbol: string })[]
  >;
  /** whether the account trades through the high-frequency endpoints */
  readonly hfOpened: ClientCall<Nothing, boolean>;
  readonly baseFee: ClientCall<{ readonly currencyType?: 'crypto' | 'fiat' | undefined }, FeeRate>;
  /** the best check of a key at connect time: one signed read that also names its rights */
  readonly apiKey: ClientCall<Nothing, ApiKeyInfo>;
}
