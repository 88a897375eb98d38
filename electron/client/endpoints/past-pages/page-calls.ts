import type { ClosedPosition, FundingPayment, FuturesLedgerEntry } from '#shared/domain/account/futures-account.ts';
import type { InterestRecord, LoanRecord } from '#shared/domain/account/margin.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import type { Deposit, LedgerEntry } from '#shared/domain/money/transfer.ts';
import type { Withdrawal } from '#shared/domain/money/withdrawal.ts';
import type { FeeRate } from '#shared/domain/account/account.ts';
import type { ClientCall } from '#client/types.ts';
import type { TimeSpan } from '../walks/spans.ts';

/** One page of a list of the past, with the answer as it came. */
export interface PastPage<T> {
  readonly rows: readonly T[];
  /** rows of the page that could not be read */
  readonly unreadableCount: number;
  /** how many rows the whole window has; null: the exchange does not say */
  readonly total: number | null;
  /** asks for the next page; null: this was the last one */
  readonly next: string | null;
  /** the list says that more rows follow, and `next` is null because it gives no way to ask for them */
  readonly isUnfinished?: boolean;
  /** the body of the answer */
  readonly text: string;
  /** `METHOD path` */
  readonly endpoint: string;
}

/** Both ends of the window belong to it. */
export interface PastPageQuery extends TimeSpan {
  /** `next` of the page before; absent: the first page */
  readonly cursor?: string | undefined;
}

type OnSymbol = { readonly symbol: string };
type OfStatus = { readonly status: 'active' | 'done' };
/** `symbol`: of the isolated pair; absent: the cross account */
export type LoanScope = {
  readonly kind: LoanRecord['kind'];
  readonly currency: string;
  readonly symbol?: string | undefined;
};
type PageCall<T, Q = unknown> = ClientCall<PastPageQuery & Q, PastPage<T>>;

/** `ended`: it triggered or was cancelled, and the exchange does not say which. */
export type StopState = 'active' | 'triggered' | 'cancelled' | 'ended';

type StopLookUp = ClientCall<{ readonly orderId: string }, PastPage<StopState>>;

/** A booking and the market of the trade behind it; null: there is none. */
export type MarketLedgerEntry = LedgerEntry & { readonly symbol: string | null };

/** The rates that the account pays in a market. */
export type MarketFeeRate = FeeRate & { readonly symbol: string };

/** Pages of the past for the archive: one request of the exchange each. */
export interface PastPageCalls {
  readonly accountLedger: PageCall<MarketLedgerEntry>;
  readonly hfLedger: PageCall<MarketLedgerEntry>;
  readonly marginLedger: PageCall<MarketLedgerEntry>;
  /** the last 1000 fills of 24 hours, whatever the window */
  readonly recentSpotFills: PageCall<Fill>;
  /** absent: not on margin */
  readonly spotFills: PageCall<Fill, { readonly tradeType?: 'cross' | 'isolated' }>;
  readonly hfFills: PageCall<Fill, OnSymbol>;
  readonly marginFills: PageCall<Fill, OnSymbol & { readonly tradeType: 'cross' | 'isolated' }>;
  readonly futuresFills: PageCall<Fill>;
  readonly funding: PageCall<FundingPayment, OnSymbol>;
  readonly futuresLedger: PageCall<FuturesLedgerEntry>;
  readonly closedPositions: PageCall<ClosedPosition>;
  readonly crossInterest: PageCall<InterestRecord>;
  readonly isolatedInterest: PageCall<InterestRecord, OnSymbol>;
  readonly deposits: PageCall<Deposit>;
  readonly withdrawals: PageCall<Withdrawal>;
  /** by the time of creation */
  readonly spotOrders: PageCall<Order, OfStatus & { readonly tradeType: 'spot' | 'cross' | 'isolated' }>;
  /** all of the symbol, whatever the window */
  readonly hfActiveOrders: PageCall<Order, OnSymbol>;
  /** by the time of creation */
  readonly hfDoneOrders: PageCall<Order, OnSymbol>;
  /** by the time of creation */
  readonly futuresOrders: PageCall<Order, OfStatus>;
  /** all untriggered ones, whatever the window */
  readonly spotStops: PageCall<StopOrder, { readonly tradeType: 'spot' | 'cross' | 'isolated' }>;
  /** all untriggered ones, whatever the window */
  readonly futuresStops: PageCall<StopOrder>;
  /** `not-found`: it was cancelled, or ended long ago */
  readonly spotStopState: StopLookUp;
  readonly futuresStopState: StopLookUp;
  readonly loans: PageCall<LoanRecord, LoanScope>;
  /** spot, by the time of opening, at most 1500 */
  readonly candles: PageCall<Candle, OnSymbol & { readonly interval: '1hour' | '1day' }>;
  /** those of now, whatever the window */
  readonly spotFeeRates: PageCall<MarketFeeRate, OnSymbol>;
  /** those of now, whatever the window */
  readonly futuresFeeRates: PageCall<MarketFeeRate, OnSymbol>;
}
