import type { BatchOutcome, Order, PlacedOrder, SpotOrderRequest } from '#shared/domain/account/order.ts';
import type { CancelRequested, ClientCall, ClientOidRef, OrderRef } from '#client/types.ts';

/** Spot orders by the endpoints of the classic family: docs/exchange/endpoints.md §3.9 and §3.10. */
export interface SpotClassicCalls {
  readonly order: ClientCall<Pick<OrderRef, 'orderId'>, Order>;
  readonly orderByClientOid: ClientCall<Pick<ClientOidRef, 'clientOid'>, Order>;
  readonly place: ClientCall<SpotOrderRequest, PlacedOrder>;
  /** at most 5 limit orders of one symbol */
  readonly placeBatch: ClientCall<{ readonly orders: readonly SpotOrderRequest[] }, readonly BatchOutcome[]>;
  readonly cancel: ClientCall<Pick<OrderRef, 'orderId'>, CancelRequested>;
  readonly cancelByClientOid: ClientCall<Pick<ClientOidRef, 'clientOid'>, CancelRequested>;
  /** all active spot orders, of one symbol or of all */
  readonly cancelAll: ClientCall<{ readonly symbol?: string | undefined }, CancelRequested>;
}
