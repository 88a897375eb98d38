import type { Decimal } from '#shared/decimal.ts';
import type {
  BookView,
  EndedOrder,
  Liquidity,
  Outcome,
  OutsideTrade,
  SelfTradePrevention,
  Side,
  TimeInForce,
} from '../kernel/kernel.ts';

/**
 * Written from docs/exchange/records.md §3 to §6, docs/exchange/endpoints.md §3, §4 and docs/exchange/matching.md. All
 * amounts are decimal strings.
 */
export interface SpotPair {
  readonly symbol: string;
  readonly baseCurrency: string;
  readonly quoteCurrency: string;
  readonly feeCurrency: string;
  readonly priceIncrement: Decimal;
  readonly baseIncrement: Decimal;
  readonly quoteIncrement: Decimal;
  readonly baseMinSize: Decimal;
  readonly baseMaxSize: Decimal;
  readonly quoteMinSize: Decimal;
  readonly quoteMaxSize: Decimal;
  readonly minFunds: Decimal;
  /** 0.1 = a limit price may be 10 % away from the last trade */
  readonly priceLimitRate: Decimal;
  readonly isMarginEnabled: boolean;
  readonly market: string;
  readonly feeCategory: number;
  readonly makerFeeRate: Decimal;
  readonly takerFeeRate: Decimal;
}

export type SpotTradeType = 'TRADE' | 'MARGIN_TRADE' | 'MARGIN_ISOLATED_TRADE';

export interface SpotPlacement {
  readonly clientOid?: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly price?: Decimal;
  readonly size?: Decimal;
  readonly funds?: Decimal;
  readonly timeInForce?: TimeInForce;
  readonly cancelAfterS?: number;
  readonly isPostOnly?: boolean;
  readonly isHidden?: boolean;
  readonly isIceberg?: boolean;
  readonly visibleSize?: Decimal;
  readonly selfTradePrevention?: SelfTradePrevention;
  readonly remark?: string;
  readonly tags?: string;
  /** margin orders trade in the same book, out of wallets of their own */
  readonly tradeType?: SpotTradeType;
  /** a margin order whose fills repay what the account owes in the currency that it receives */
  readonly isAutoRepay?: boolean;
  readonly channel?: string;
}

/** Who places an order: the user, or the exchange itself for a margin account that is in danger. */
export type SpotOrderSource = 'USER' | 'MARGIN_SYSTEM';

/** What an order must be able to pay when it is placed. */
export interface SpotOrderCost {
  readonly currency: string;
  readonly amount: Decimal;
}

export interface SpotStopPlacement extends SpotPlacement {
  /** without it: `loss` when the stop price is at or below the last price, else `entry` */
  readonly stop?: 'loss' | 'entry';
  readonly stopPrice: Decimal;
  /** the one-cancels-other order that it is a leg of: when one leg is removed, so is the other */
  readonly ocoId?: string;
}

export interface SpotOrder {
  readonly id: string;
  readonly accountId: string;
  readonly placement: SpotPlacement;
  /** set on the order that a triggered stop gave birth to */
  readonly origin: {
    readonly stopOrderId: string;
    readonly stop: 'loss' | 'entry';
    readonly stopPrice: Decimal;
  } | null;
  readonly dealSize: Decimal;
  readonly dealFunds: Decimal;
  readonly fee: Decimal;
  readonly feeCurrency: string;
  readonly remainSize: Decimal;
  readonly cancelledSize: Decimal;
  readonly cancelledFunds: Decimal;
  readonly isActive: boolean;
  readonly isInOrderBook: boolean;
  readonly cancelExist: boolean;
  readonly createdAtMs: number;
  readonly createdAtNs: bigint;
  readonly updatedAtMs: number;
  readonly endedAtMs: number | null;
}

export interface SpotStop {
  readonly id: string;
  readonly accountId: string;
  readonly placement: SpotStopPlacement;
  readonly stop: 'loss' | 'entry';
  readonly status: 'NEW' | 'TRIGGERED' | 'CANCELLED';
  readonly tradeSource: SpotOrderSource;
  readonly takerFeeRate: Decimal;
  readonly makerFeeRate: Decimal;
  readonly createdAtMs: number;
  readonly createdAtNs: bigint;
  readonly triggeredAtMs: number | null;
  /** why the order could not be placed after the trigger, if so */
  readonly triggerError: string | null;
}

export interface SpotFill {
  readonly accountId: string;
  readonly symbol: string;
  readonly tradeId: bigint;
  readonly orderId: string;
  readonly counterOrderId: string;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly tradeType: SpotTradeType;
  readonly price: Decimal;
  readonly size: Decimal;
  readonly funds: Decimal;
  readonly fee: Decimal;
  readonly feeRate: Decimal;
  readonly feeCurrency: string;
  readonly liquidity: Liquidity;
  readonly isForceTaker: boolean;
  readonly stop: 'loss' | 'entry' | '';
  readonly createdAtMs: number;
  readonly createdAtNs: bigint;
}

/** One public trade, once per match. */
export interface SpotPrint {
  readonly symbol: string;
  readonly sequence: bigint;
  readonly tradeId: bigint;
  readonly price: Decimal;
  readonly size: Decimal;
  readonly takerSide: Side;
  readonly takerOrderId: string;
  readonly makerOrderId: string;
  readonly timeNs: bigint;
}

/** What moved; later the websocket feeds are cut from these. Decimal prices and sizes. */
export type SpotEvent =
  | {
      readonly kind: 'level';
      readonly symbol: string;
      readonly sequence: bigint;
      readonly side: Side;
      readonly price: Decimal;
      readonly size: Decimal;
      readonly timeMs: number;
    }
  | { readonly kind: 'print'; readonly print: SpotPrint }
  | {
      readonly kind: 'order';
      readonly change: 'received' | 'open' | 'match' | 'update' | 'filled' | 'canceled';
      readonly order: SpotOrder;
      readonly fill: SpotFill | null;
      /** `update`: by how much the order has shrunk without trading */
      readonly decreasedBy?: Decimal;
    }
  /** a fill of an order with auto-repay; a separate event, so that its listener need not read all orders */
  | { readonly kind: 'repaying-fill'; readonly fill: SpotFill }
  | { readonly kind: 'stop'; readonly change: 'open' | 'triggered' | 'cancel'; readonly stop: SpotStop };

export interface SpotOrderFilter {
  readonly symbol?: string;
  readonly side?: Side;
  readonly type?: 'limit' | 'market' | 'limit_stop' | 'market_stop';
  readonly tradeType?: SpotTradeType;
  readonly startAtMs?: number;
  readonly endAtMs?: number;
}

/** Two stop orders of which one cancels the other (docs/exchange/endpoints.md §4.1). */
export interface OcoPlacement {
  readonly clientOid: string;
  readonly symbol: string;
  readonly side: Side;
  readonly size: Decimal;
  /** where it gains: above the last price for a sell, below it for a buy */
  readonly price: Decimal;
  /** where it stops a loss, on the other side of the last price */
  readonly stopPrice: Decimal;
  /** of the order that the stop places */
  readonly limitPrice: Decimal;
  readonly remark?: string;
}

export interface OcoOrder {
  readonly id: string;
  readonly accountId: string;
  readonly placement: OcoPlacement;
  /** ids of the two stop orders: the one that gains, the one that stops the loss */
  readonly legs: readonly [string, string];
  readonly createdAtMs: number;
}

/** Cancels an account's spot orders unless it is set again in time (docs/exchange/endpoints.md §3.8). */
export interface TimedCancel {
  readonly timeoutS: number;
  /** empty: all pairs */
  readonly symbols: readonly string[];
  readonly triggerAtMs: number;
}

/** What an order is to become; what is not given stays. */
export interface SpotAlteration {
  readonly price?: Decimal;
  /** what has been traded counts towards it */
  readonly size?: Decimal;
}

export interface SpotVenue {
  readonly pairs: readonly SpotPair[];
  pair(symbol: string): SpotPair | null;
  /**
   * Accepted orders have already been matched when this returns. The limits on the number of orders apply to the user
   * only, who is the default source.
   */
  place(accountId: string, placement: SpotPlacement, source?: SpotOrderSource): Outcome<SpotOrder>;
  /** everything that `place` checks but the balance, and what the balance would have to be */
  costOf(accountId: string, placement: SpotPlacement): Outcome<SpotOrderCost>;
  /** checks everything that `place` checks, moves nothing */
  test(accountId: string, placement: SpotPlacement): Outcome<null>;
  cancel(accountId: string, orderId: string): Outcome<SpotOrder>;
  /** cancels so much of an active order, which keeps its place; all of it when that is what is left */
  cancelPart(accountId: string, orderId: string, size: Decimal): Outcome<SpotOrder>;
  /**
   * Cancels the order and places another in its stead, under the same clientOid. null: as much as the new size has been
   * traded already, so there is no new one. When the new one is refused the old one is gone all the same.
   */
  alter(accountId: string, orderId: string, change: SpotAlteration): Outcome<SpotOrder | null>;
  placeOco(accountId: string, placement: OcoPlacement): Outcome<OcoOrder>;
  /** newest first */
  ocos(accountId: string): readonly OcoOrder[];
  /** null takes it off */
  setTimedCancel(accountId: string, timed: Omit<TimedCancel, 'triggerAtMs'> | null): TimedCancel | null;
  timedCancel(accountId: string): TimedCancel | null;
  placeStop(accountId: string, placement: SpotStopPlacement, source?: SpotOrderSource): Outcome<SpotStop>;
  /** only its source may cancel it */
  cancelStop(accountId: string, stopOrderId: string, source?: SpotOrderSource): Outcome<SpotStop>;
  order(accountId: string, orderId: string): SpotOrder | null;
  orderByClientOid(accountId: string, clientOid: string): SpotOrder | null;
  /** newest first */
  orders(accountId: string, state: 'active' | 'done', filter: SpotOrderFilter): readonly SpotOrder[];
  stop(accountId: string, stopOrderId: string): SpotStop | null;
  stopByClientOid(accountId: string, clientOid: string): SpotStop | null;
  /** untriggered ones, newest first */
  stops(accountId: string, filter: SpotOrderFilter & { readonly orderIds?: readonly string[] }): readonly SpotStop[];
  /** newest first */
  fills(accountId: string, sinceMs: number): readonly SpotFill[];
  book(symbol: string, depth: number): BookView | null;
  /** newest first, at most `limit` */
  prints(symbol: string, limit: number): readonly SpotPrint[];
  lastPrice(symbol: string): Decimal | null;
  /** cancels what GTT or a timed cancel has timed out */
  expire(nowMs: number): void;
  /** subscribes to the named kinds, or to all; an event without a subscriber is not even built. Returns its undo */
  /**
   * Puts a trade between outsiders on the tape. False, and nothing happens, when an order on the book may trade at that
   * price: it comes first. Throws for a symbol that is not listed.
   */
  recordTrade(trade: OutsideTrade): boolean;
  /** `fill` runs once, before whatever is read from or done in that book next. Throws for a symbol that is not listed. */
  fillOnUse(symbol: string, fill: () => void): void;
  onEvent(listener: (event: SpotEvent) => void, kinds?: readonly SpotEvent['kind'][]): () => void;
  /** hears of each order that is done: for the simulated traders, who make nearly all of them */
  onOrderEnded(listener: (ended: EndedOrder) => void): () => void;
}
