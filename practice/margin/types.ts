import type { Decimal } from '#shared/decimal.ts';
import type { Outcome } from '../kernel/kernel.ts';
import type { SpotOrder, SpotPair, SpotPlacement } from '../spot/types.ts';

/**
 * Written from docs/exchange/endpoints.md §5, docs/exchange/states.md §9 and docs/exchange/matching.md §11. All amounts
 * are decimal strings.
 */
export type MarginTradeType = 'MARGIN_TRADE' | 'MARGIN_ISOLATED_TRADE';

/** Which margin account of a user: the cross account, or the isolated one of a pair. */
export interface MarginScope {
  readonly accountId: string;
  /** null: the cross account */
  readonly symbol: string | null;
}

export type MarginStatus = 'EFFECTIVE' | 'BORROW' | 'REPAY' | 'LIQUIDATION' | 'BANKRUPTCY';

/** Why a status was entered, in the service's words (docs/exchange/feeds.md §6.4). */
export type MarginStatusReason =
  | 'USER_BORROW'
  | 'TRADE_AUTO_BORROW'
  | 'USER_REPAY'
  | 'AUTO_REPAY'
  | 'FORCE_LIQUIDATION'
  | 'DEFAULT_DEBT'
  | 'DEFAULT_CLEAR';

/** On what terms a currency is lent. */
export interface MarginCurrency {
  readonly currency: string;
  /** interest of a day, as a fraction of the principal */
  readonly dailyRate: Decimal;
  readonly borrowMinimum: Decimal;
  readonly borrowIncrement: Decimal;
  /** the most that one user may owe, over all of his margin accounts */
  readonly borrowLimit: Decimal;
}

export interface IsolatedPair {
  readonly symbol: string;
  readonly maxLeverage: number;
}

export interface MarginTerms {
  readonly maxLeverage: number;
  readonly warningDebtRatio: Decimal;
  readonly liquidationDebtRatio: Decimal;
  readonly currencies: readonly MarginCurrency[];
  readonly isolatedPairs: readonly IsolatedPair[];
}

export interface MarginAsset {
  readonly currency: string;
  readonly total: Decimal;
  readonly available: Decimal;
  readonly held: Decimal;
  readonly principal: Decimal;
  readonly interest: Decimal;
  readonly maxBorrow: Decimal;
}

export interface MarginAccount extends MarginScope {
  readonly status: MarginStatus;
  /** debts over assets, by mark prices */
  readonly debtRatio: Decimal;
  /** in USDT */
  readonly assetValue: Decimal;
  /** in USDT, interest included */
  readonly debtValue: Decimal;
  readonly assets: readonly MarginAsset[];
}

export interface BorrowRecord {
  readonly orderNo: string;
  /** null: cross margin */
  readonly symbol: string | null;
  readonly currency: string;
  readonly size: Decimal;
  readonly actualSize: Decimal;
  readonly status: 'SUCCESS' | 'FAILED';
  readonly createdAtMs: number;
}

export interface RepayRecord {
  readonly orderNo: string;
  readonly symbol: string | null;
  readonly currency: string;
  readonly size: Decimal;
  readonly principal: Decimal;
  readonly interest: Decimal;
  readonly status: 'SUCCESS';
  readonly createdAtMs: number;
}

export interface InterestRecord {
  readonly symbol: string | null;
  readonly currency: string;
  readonly dailyRate: Decimal;
  readonly amount: Decimal;
  readonly createdAtMs: number;
}

/** What has been borrowed, repaid and charged; newest first. */
export interface DebtHistory {
  readonly borrows: readonly BorrowRecord[];
  readonly repays: readonly RepayRecord[];
  readonly interests: readonly InterestRecord[];
}

/** A placement of which the trade type says the account; the exchange sets it, not the user. */
export interface MarginPlacement extends Omit<SpotPlacement, 'tradeType'> {
  readonly isIsolated?: boolean;
  /** borrows what the account lacks for the order */
  readonly isAutoBorrow?: boolean;
}

export interface MarginOrder {
  readonly order: SpotOrder;
  /** what was borrowed for it; null: nothing was */
  readonly loan: BorrowRecord | null;
}

export interface BorrowRequest {
  readonly currency: string;
  readonly size: Decimal;
  /** IOC borrows what can be borrowed, FOK all or nothing */
  readonly timeInForce: 'IOC' | 'FOK';
}

export interface RepayRequest {
  readonly currency: string;
  readonly size: Decimal;
}

/** An account's status, published on a change. */
export interface MarginEvent extends MarginScope {
  readonly kind: 'status';
  readonly status: MarginStatus;
  readonly before: MarginStatus;
  readonly reason: MarginStatusReason;
}

/** What may be moved between a margin account and the other wallets of its user. */
export interface MarginTransfers {
  /** the most that may leave without pushing the account under water; `0` while it is frozen */
  transferable(scope: MarginScope, currency: string): Decimal;
  /** whether this amount may leave */
  mayLeave(scope: MarginScope, money: { readonly currency: string; readonly amount: Decimal }): Outcome<null>;
  /** whether this currency may come in */
  mayEnter(scope: MarginScope, currency: string): Outcome<null>;
}

export interface MarginVenue extends MarginTransfers {
  readonly terms: MarginTerms;
  /** the pairs of cross margin */
  crossPairs(): readonly SpotPair[];
  /** accepted orders have already been matched when this returns */
  place(accountId: string, placement: MarginPlacement): Outcome<MarginOrder>;
  /** checks everything that `place` checks, moves nothing; answers what would be borrowed */
  test(accountId: string, placement: MarginPlacement): Outcome<Decimal>;
  /** whether orders of the account may be placed: not while it is being liquidated or bankrupt */
  mayTrade(scope: MarginScope): Outcome<null>;
  borrow(scope: MarginScope, request: BorrowRequest): Outcome<BorrowRecord>;
  repay(scope: MarginScope, request: RepayRequest): Outcome<RepayRecord>;
  /** the leverage up to which the account borrows; answers it */
  changeLeverage(scope: MarginScope, leverage: Decimal): Outcome<Decimal>;
  account(scope: MarginScope): Outcome<MarginAccount>;
  history(accountId: string): DebtHistory;
  /** the price of a currency in USDT by its mark price; null: unknown */
  priceOf(currency: string): Decimal | null;
  /** charges the interest of the hours that are over, warns and liquidates; once a second */
  tick(nowMs: number): void;
  onEvent(listener: (event: MarginEvent) => void): () => void;
}
