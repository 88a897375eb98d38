import type { Decimal } from '#shared/decimal.ts';

/** What the private topics say of wallets and margin accounts. */

/** A spot-side wallet's balance as it now is. */
export interface BalanceChange {
  /** null in an older form: a read identifies the wallet */
  readonly accountId: string | null;
  readonly currency: string;
  readonly total: Decimal;
  readonly available: Decimal | null;
  readonly held: Decimal | null;
  /** `trade.hold`, `main.transfer`, …: the part before the point names the wallet or business */
  readonly event: string | null;
  readonly eventId: string | null;
  readonly symbol: string | null;
  readonly orderId: string | null;
  readonly timeMs: number;
}

/** The futures wallet of one settlement currency. Older subjects contain a part only: null means missing. */
export interface WalletChange {
  readonly currency: string;
  readonly walletBalance: Decimal | null;
  readonly availableBalance: Decimal | null;
  readonly holdBalance: Decimal | null;
  readonly equity: Decimal | null;
  readonly isolatedOrderMargin: Decimal | null;
  readonly isolatedPositionMargin: Decimal | null;
  readonly isolatedUnrealisedPnl: Decimal | null;
  readonly isolatedFundingFeeMargin: Decimal | null;
  readonly crossOrderMargin: Decimal | null;
  readonly crossPositionMargin: Decimal | null;
  readonly crossUnrealisedPnl: Decimal | null;
  readonly totalCrossMargin: Decimal | null;
  /** rises with each change; null where missing */
  readonly version: string | null;
  readonly timeMs: number;
}

export interface MarginAsset {
  readonly currency: string;
  readonly total: Decimal;
  readonly available: Decimal | null;
  readonly held: Decimal | null;
}

export type MarginPositionUpdate =
  | {
      readonly kind: 'debt';
      readonly debtRatio: Decimal;
      readonly totalAsset: Decimal | null;
      readonly totalDebt: Decimal | null;
      readonly assets: readonly MarginAsset[];
      readonly debts: readonly { readonly currency: string; readonly amount: Decimal }[];
      readonly timeMs: number;
    }
  | { readonly kind: 'status'; readonly status: string; readonly timeMs: number };

/** An isolated-margin pair's status changed; ask REST for the figures. */
export interface IsolatedPositionUpdate {
  readonly symbol: string;
  readonly status: string;
  readonly reason: string;
  readonly timeMs: number;
}
