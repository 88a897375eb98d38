import type { Decimal } from '#shared/decimal.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order, PlacedOrder, SpotOrderRequest } from '#shared/domain/account/order.ts';
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

type OnPair = { readonly symbol: string };

export interface HfFilter extends OnPair {
  readonly side?: Side | undefined;
  readonly type?: 'limit' | 'market' | undefined;
}

/** docs/exchange/endpoints.md §3.6; `lastId` is that of the batch before, `limit` at most 100. */
export interface HfBatchQuery extends HfFilter {
  readonly startAtMs?: number | undefined;
  readonly endAtMs?: number | undefined;
  readonly lastId?: string | undefined;
  readonly limit?: number | undefined;
}

/** What the synchronous endpoints report of an order at once. `null`: not reported. */
export interface SyncOutcome {
  readonly orderId: string | null;
  readonly clientOid: string | null;
  readonly filledSize: Decimal | null;
  readonly remainingSize: Decimal | null;
  readonly cancelledSize: Decimal | null;
  readonly isActive: boolean | null;
}

/** The exchange's switch that cancels after `timeoutS` without a request; null: it is off. */
export interface DeadCancel {
  readonly timeoutS: number | null;
  /** empty: all pairs */
  readonly symbols: readonly string[];
  readonly nowMs: number;
  readonly triggersAtMs: number | null;
}

interface Alteration extends OnPair {
  readonly orderId: string;
  readonly newPrice?: Decimal | undefined;
  readonly newSize?: Decimal | undefined;
}

/** `orderId` of the new order; null: nothing was left to place. */
export interface AlteredOrder {
  readonly orderId: string | null;
  readonly clientOid: string | null;
}

/** docs/exchange/endpoints.md §3.6. */
export interface SpotHfCalls {
  readonly activeOrders: ClientCall<OnPair, readonly Order[]>;
  readonly activePage: ClientCall<OnPair & PageQuery, Page<Order>>;
  readonly allActive: ClientCall<OnPair, Collected<Order>>;
  readonly activeSymbols: ClientCall<Nothing, readonly string[]>;
  /** the pairs of the trades in the high-frequency ledger; `isComplete`: it was read to its end */
  readonly tradedSymbols: ClientCall<{ readonly startAtMs: number }, Collected<string>>;
  readonly doneOrders: ClientCall<HfBatchQuery, IdBatch<Order>>;
  readonly allDoneOrders: ClientCall<HfFilter & TimeSpan, Spanned<Order>>;
  readonly fills: ClientCall<HfBatchQuery, IdBatch<ListedFill>>;
  readonly allFills: ClientCall<HfFilter & TimeSpan, Spanned<Fill>>;
  /** all of them, however long ago: no window of time counts */
  readonly fillsOfOrder: ClientCall<OrderRef, Collected<Fill>>;
  readonly placeTest: ClientCall<SpotOrderRequest, PlacedOrder>;
  readonly placeSync: ClientCall<SpotOrderRequest, SyncOutcome>;
  /** a cancel and a new order in one; the new one has an id of its own */
  readonly alter: ClientCall<Alteration, AlteredOrder>;
  readonly cancelSync: ClientCall<OrderRef, SyncOutcome>;
  readonly cancelSyncByClientOid: ClientCall<ClientOidRef, SyncOutcome>;
  readonly cancelPart: ClientCall<OrderRef & { readonly cancelSize: Decimal }, CancelRequested>;
  readonly cancelPair: ClientCall<OnPair, string>;
  readonly cancelAll: ClientCall<
    Nothing,
    { readonly cancelled: readonly string[]; readonly failed: readonly string[] }
  >;
  readonly setDeadCancel: ClientCall<
    { readonly timeoutS: number | null; readonly symbols: readonly string[] },
    { readonly nowMs: number; readonly triggersAtMs: number | null }
  >;
  readonly deadCancel: ClientCall<Nothing, DeadCancel>;
}
