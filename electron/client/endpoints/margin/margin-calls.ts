import type { Decimal } from '#shared/decimal.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type {
  BorrowRate,
  CrossMarginAccount,
  InterestRecord,
  IsolatedMarginAccounts,
  IsolatedSymbol,
  LoanOutcome,
  LoanRecord,
  MarginConfig,
  MarginType,
} from '#shared/domain/account/margin.ts';
import type { MarginOrderRequest, Order, PlacedMarginOrder } from '#shared/domain/account/order.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { Page } from '#shared/domain/page.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type {
  CancelRequested,
  ClientCall,
  ClientOidRef,
  Collected,
  Nothing,
  OrderRef,
  PageQuery,
} from '#client/types.ts';
import type { ListedFill } from '../spot-rows.ts';
import type { IdBatch } from '../walks/last-id.ts';
import type { Spanned, TimeSpan } from '../walks/spans.ts';

/** The two required parameters of every list of margin orders. docs/exchange/endpoints.md §5. */
export interface MarginMarket {
  readonly symbol: string;
  readonly tradeType: MarginType;
}

export interface MarginFilter extends MarginMarket {
  readonly side?: Side | undefined;
  readonly type?: 'limit' | 'market' | undefined;
}

/** docs/exchange/endpoints.md §5.1; `lastId` is that of the batch before, `limit` at most 100. */
export interface MarginBatchQuery extends MarginFilter {
  readonly startAtMs?: number | undefined;
  readonly endAtMs?: number | undefined;
  readonly lastId?: string | undefined;
  readonly limit?: number | undefined;
}

/** docs/exchange/endpoints.md §5.3; `symbol` names the isolated pair, absent on the cross account. */
export interface LoansQuery extends PageQuery {
  readonly currency: string;
  readonly symbol?: string | undefined;
  readonly orderNo?: string | undefined;
  readonly startAtMs?: number | undefined;
  readonly endAtMs?: number | undefined;
}

type InterestQuery = Omit<LoansQuery, 'currency' | 'orderNo'> & { readonly currency?: string | undefined };

/** What is sent to borrow or to pay back. */
export interface LoanOrder {
  readonly currency: string;
  readonly size: Decimal;
  readonly symbol?: string | undefined;
}

/** Orders and fills: docs/exchange/endpoints.md §5.1 and §5.2. */
export interface MarginOrderCalls {
  /** newest change first */
  readonly activeOrders: ClientCall<MarginMarket, readonly Order[]>;
  readonly activeSymbols: ClientCall<{ readonly tradeType: MarginType }, readonly string[]>;
  readonly doneOrders: ClientCall<MarginBatchQuery, IdBatch<Order>>;
  readonly allDoneOrders: ClientCall<MarginFilter & TimeSpan, Spanned<Order>>;
  readonly fills: ClientCall<MarginBatchQuery, IdBatch<ListedFill>>;
  readonly allFills: ClientCall<MarginFilter & TimeSpan, Spanned<Fill>>;
  readonly fillsOfOrder: ClientCall<MarginMarket & { readonly orderId: string }, readonly Fill[]>;
  readonly order: ClientCall<OrderRef, Order>;
  readonly orderByClientOid: ClientCall<ClientOidRef, Order>;
  readonly place: ClientCall<MarginOrderRequest, PlacedMarginOrder>;
  /** everything is checked, nothing enters the book */
  readonly placeTest: ClientCall<MarginOrderRequest, PlacedMarginOrder>;
  readonly cancel: ClientCall<OrderRef, CancelRequested>;
  readonly cancelByClientOid: ClientCall<ClientOidRef, CancelRequested>;
  /** requests the cancels; the list or the feed shows their result */
  readonly cancelAll: ClientCall<MarginMarket, string>;
}

/** Accounts, rules and loans: docs/exchange/endpoints.md §5.3. */
export interface MarginAccountCalls {
  readonly crossAccount: ClientCall<{ readonly quoteCurrency: string }, CrossMarginAccount>;
  readonly isolatedAccounts: ClientCall<
    { readonly quoteCurrency: string; readonly symbol?: string | undefined },
    IsolatedMarginAccounts
  >;
  readonly symbols: ClientCall<Nothing, readonly SpotSymbol[]>;
  readonly isolatedSymbols: ClientCall<Nothing, readonly IsolatedSymbol[]>;
  readonly config: ClientCall<Nothing, MarginConfig>;
  /** all of it or nothing */
  readonly borrow: ClientCall<LoanOrder, LoanOutcome>;
  readonly repay: ClientCall<LoanOrder, LoanOutcome>;
  readonly loans: ClientCall<LoansQuery & { readonly kind: LoanRecord['kind'] }, Page<LoanRecord>>;
  readonly allLoans: ClientCall<
    Omit<LoansQuery, keyof PageQuery> & { readonly kind: LoanRecord['kind'] },
    Collected<LoanRecord>
  >;
  readonly interest: ClientCall<InterestQuery, Page<InterestRecord>>;
  readonly allInterest: ClientCall<Omit<InterestQuery, keyof PageQuery>, Collected<InterestRecord>>;
  /** of all currencies that are lent, or of these, at the user's own level */
  readonly borrowRates: ClientCall<{ readonly currencies?: readonly string[] | undefined }, readonly BorrowRate[]>;
  /** up to which the account borrows; more than 1, at most two decimals; `symbol` names the isolated pair */
  readonly setLeverage: ClientCall<{ readonly leverage: Decimal; readonly symbol?: string | undefined }, null>;
}

export type MarginCalls = MarginOrderCalls & MarginAccountCalls;
