import type { Decimal } from '#shared/decimal.ts';

/** One network on which a currency is paid in and out; amounts in that currency (docs/exchange/records.md §11.1). */
export interface ChainRecord {
  /** `trx`: what a withdrawal is asked for by */
  readonly chainId: string;
  /** `TRC20` */
  readonly chainName: string;
  readonly depositMinSize: Decimal | null;
  /** only some chains charge for a deposit */
  readonly depositFeeRate?: Decimal;
  readonly maxDeposit: Decimal | null;
  readonly withdrawalMinSize: Decimal;
  readonly withdrawalMinFee: Decimal;
  readonly withdrawFeeRate: Decimal;
  /** only some chains limit the fee */
  readonly withdrawMaxFee?: Decimal;
  readonly maxWithdraw: Decimal | null;
  readonly withdrawPrecision: number;
  readonly isDepositEnabled: boolean;
  readonly isWithdrawEnabled: boolean;
  /** blocks until a deposit is there */
  readonly confirms: number;
  /** blocks until it is shown in advance */
  readonly preConfirms: number;
  /** empty on a coin's own chain */
  readonly contractAddress: string;
  /** a deposit needs a memo beside the address */
  readonly needsTag: boolean;
  /** roughly how long one block takes, ms: how quickly payments on this chain go through here */
  readonly blockMs: number;
}

export interface CurrencyRecord {
  /** never changes */
  readonly currency: string;
  readonly name: string;
  readonly fullName: string;
  /** digits after the point */
  readonly precision: number;
  readonly isMarginEnabled: boolean;
  readonly isDebitEnabled: boolean;
  /** the first one is the default */
  readonly chains: readonly ChainRecord[];
}
