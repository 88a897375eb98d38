import type { Decimal } from '#shared/decimal.ts';
import type { FeeRate } from '#shared/domain/account/account.ts';
import type {
  ClosedPosition,
  CurrentFunding,
  FundingPayment,
  FundingRate,
  FuturesLedgerEntry,
  MarginMode,
  MaxOpenSize,
  OpenOrderStatistics,
  PositionMode,
} from '#shared/domain/account/futures-account.ts';
import type { PositionRef } from '#shared/domain/market/position-key.ts';
import type { Page } from '#shared/domain/page.ts';
import type { ClientCall, Collected, Nothing } from '#client/types.ts';
import type { TimeSpan } from '../walks/spans.ts';

type OnContract = { readonly symbol: string };

export interface ClosedPositionsQuery {
  readonly symbol?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** counts from 1 */
  readonly page?: number | undefined;
  /** at most 200 */
  readonly pageSize?: number | undefined;
}

interface MarginModes {
  readonly modes: readonly { readonly symbol: string; readonly marginMode: MarginMode }[];
  /** contracts whose mode could not be changed, in the exchange's words */
  readonly refused: readonly {
    readonly symbol: string;
    readonly code: string | null;
    readonly message: string | null;
  }[];
}

/** docs/exchange/endpoints.md §9.4. */
export interface FuturesSettingCalls {
  readonly marginMode: ClientCall<OnContract, MarginMode>;
  readonly setMarginMode: ClientCall<OnContract & { readonly marginMode: MarginMode }, MarginMode>;
  readonly setMarginModes: ClientCall<
    { readonly symbols: readonly string[]; readonly marginMode: MarginMode },
    MarginModes
  >;
  readonly crossLeverage: ClientCall<OnContract, Decimal>;
  readonly setCrossLeverage: ClientCall<OnContract & { readonly leverage: Decimal }, boolean>;
  readonly positionMode: ClientCall<Nothing, PositionMode>;
  readonly setPositionMode: ClientCall<{ readonly positionMode: PositionMode }, PositionMode>;
  /** in the settlement currency */
  readonly maxWithdrawMargin: ClientCall<PositionRef, Decimal>;
  readonly withdrawMargin: ClientCall<PositionRef & { readonly amount: Decimal }, Decimal>;
  readonly maxOpenSize: ClientCall<OnContract & { readonly price: Decimal; readonly leverage: Decimal }, MaxOpenSize>;
  readonly openOrderStatistics: ClientCall<OnContract, OpenOrderStatistics>;
  /** cancels all active orders of the contract on the way */
  readonly setRiskLimitLevel: ClientCall<OnContract & { readonly level: number }, boolean>;
  readonly tradeFee: ClientCall<OnContract, FeeRate>;
}

/** docs/exchange/endpoints.md §9.7. */
export interface FuturesPastCalls {
  readonly currentFunding: ClientCall<OnContract, CurrentFunding>;
  readonly fundingRates: ClientCall<OnContract & TimeSpan, readonly FundingRate[]>;
  readonly fundingHistory: ClientCall<OnContract & TimeSpan, Collected<FundingPayment>>;
  readonly closedPositions: ClientCall<ClosedPositionsQuery, Page<ClosedPosition>>;
  readonly allClosedPositions: ClientCall<Omit<ClosedPositionsQuery, 'page' | 'pageSize'>, Collected<ClosedPosition>>;
  /** the newest bookings of a currency, whenever they were */
  readonly newestLedger: ClientCall<{ readonly currency: string }, readonly FuturesLedgerEntry[]>;
  readonly ledger: ClientCall<
    TimeSpan & { readonly currency?: string | undefined; readonly type?: string | undefined },
    Collected<FuturesLedgerEntry>
  >;
}

export type FuturesAccountCalls = FuturesSettingCalls & FuturesPastCalls;
