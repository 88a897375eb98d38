import type { Decimal } from '#shared/decimal.ts';

/** The shared base of every part of the practice exchange: time, ids, chance, and rejections as values. */

/** Time as the exchange sees it. Tests and replays inject their own. */
export interface Clock {
  /** epoch milliseconds */
  nowMs(): number;
  /** epoch nanoseconds; strictly rising, so that it can order events */
  nowNs(): bigint;
}

/** Reproducible chance: the same seed gives the same market again. */
export interface Random {
  /** in [0, 1) */
  next(): number;
}

/** Unique, reproducible identifiers. */
export interface Identifiers {
  /** 24 hex digits, like the service's order ids */
  orderId(): string;
  /** `vs…`, like the service's stop order ids */
  stopOrderId(): string;
  /** a rising number above 2^53, like the service's trade ids */
  tradeId(): bigint;
}

export type Side = 'buy' | 'sell';
export type TimeInForce = 'GTC' | 'GTT' | 'IOC' | 'FOK';
export type SelfTradePrevention = 'CN' | 'CO' | 'CB' | 'DC';
export type Liquidity = 'maker' | 'taker';

/**
 * Why the exchange refuses. The http room maps each reason to a code, an HTTP status and a sentence
 * (docs/exchange/errors.md §3, §4).
 */
export type RejectionReason =
  | 'symbol-unknown'
  | 'symbol-closed'
  | 'parameter' // missing or malformed; `field` names it
  | 'price-increment'
  | 'size-increment'
  | 'size-too-small'
  | 'size-too-large'
  | 'funds-too-small'
  | 'price-too-high' // collar
  | 'price-too-low'
  | 'balance'
  | 'client-oid-repeated'
  | 'too-many-orders'
  | 'too-many-stops'
  | 'order-unknown' // not there, or not cancellable any more
  | 'post-only-would-take'
  | 'no-counterparty'
  | 'leverage'
  | 'risk-limit'
  | 'no-position'
  | 'position-mode' // margin added to a cross position, or an order in another mode than the chosen one
  | 'hedge-mode' // an order or a call whose position side is not one of the account's position mode
  | 'margin-mode-in-use' // the mode cannot change while there is a position or an order
  | 'margin-too-small'
  | 'withdrawal-closed' // the chain is shut, or the day's quota is used up
  | 'liquidating'
  | 'not-isolated' // a pair without isolated margin
  | 'not-cross' // a pair without cross margin
  | 'borrow-disabled' // a currency that is not lent
  | 'borrow-size'
  | 'borrow-limit' // more than the margin, the user or the lender allows
  | 'nothing-owed'
  | 'margin-frozen' // a forced liquidation is going on
  | 'margin-bankrupt'
  | 'margin-ratio'; // what would leave pushes the account under water

/** An order that nothing will happen to any more. */
export interface EndedOrder {
  readonly kind: 'ended';
  readonly symbol: string;
  readonly orderId: string;
}

/** A trade between outsiders: no account of this exchange took part in it, but it is on the tape. */
export interface OutsideTrade {
  readonly symbol: string;
  readonly takerSide: Side;
  readonly price: Decimal;
  readonly size: Decimal;
}

export interface Rejection {
  readonly ok: false;
  readonly reason: RejectionReason;
  readonly message: string;
  readonly field?: string;
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | Rejection;

export function accept<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function refuse(reason: RejectionReason, message: string, field?: string): Rejection {
  return field === undefined ? { ok: false, reason, message } : { ok: false, reason, message, field };
}

/** Price and size of one level; the whole book side is best first. */
export type Level = readonly [price: Decimal, size: Decimal];

/** An aggregated book at one sequence number. */
export interface BookView {
  readonly sequence: bigint;
  readonly timeMs: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}
