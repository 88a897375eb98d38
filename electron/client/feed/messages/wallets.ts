import type { Decimal } from '#shared/decimal.ts';

/** What the private topics say of wallets and margin accounts. */

/** A spot-side wallet's balance as it now is. */
export interface BalanceChange {
  /** null in an older form: which wallet it is, a read tells */
  readonly accountId: string | null;
  readonly currency: string;
  readonly total: Decimal;
  readonly available: Decimal;
  readonly held: Decimal;
  /** `trade.hold`, `main.transfer`, …: the part before the point names the wallet or business */
  readonly event: string;
  readonly eventId: string | null;
  readonly symbol: string | null;
  readonly orderId: string | null;
  readonly timeMs: number;
}

/** The futures wallet of one settlement currency. Older subjects say only some of it: what is null was not said. */
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
  /** rises with each change; null where not said */
  readonly version: string | null;
  readonly timeMs: number;
}

export interface MarginAsset {
  readonly currency: string;
  readonly total: Decimal;
  readonly available: Decimal;
  readonly held: Decimal;
}

export type MarginPositionUpdate =
  | {
      readonly kind: 'debt';
      readonly debtRatio: Decimal;
      readonly totalAsset: Decimal;
      readonly totalDebt: Decimal;
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
