import type { Decimal } from '#shared/decimal.ts';
import type { Outcome } from '#practice/kernel/kernel.ts';

/** docs/exchange/states.md §7 */
export type WithdrawalStatus = 'REVIEW' | 'PROCESSING' | 'WALLET_PROCESSING' | 'SUCCESS' | 'FAILURE';

export type WithdrawalFailure = 'ADDRESS_INVALID' | 'RECIPIENT_UNKNOWN' | 'CANCELED';

export interface WithdrawalRecord {
  /** 24 hex digits */
  readonly id: string;
  readonly accountId: string;
  readonly currency: string;
  /** chain id; empty for a payment within the exchange */
  readonly chain: string;
  readonly chainName: string;
  readonly address: string;
  readonly memo: string;
  /** to another customer of the exchange: no chain, no fee */
  readonly isInner: boolean;
  /** what arrives */
  readonly amount: Decimal;
  /** what it costs beside that */
  readonly fee: Decimal;
  readonly remark: string;
  readonly status: WithdrawalStatus;
  /** of the chain's transaction; null until there is one */
  readonly walletTxId: string | null;
  readonly failure: WithdrawalFailure | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export type AddressKind = 'ADDRESS' | 'UID' | 'MAIL' | 'PHONE';

export interface WithdrawalRequest {
  readonly currency: string;
  readonly amount: Decimal;
  readonly address: string;
  readonly addressKind: AddressKind;
  /** id or name; without one the currency's first */
  readonly chain?: string;
  readonly memo?: string;
  readonly isInner?: boolean;
  readonly remark?: string;
  /** INTERNAL: the fee comes out of the amount; EXTERNAL: on top; else on top when the wallet can pay it */
  readonly feeDeductType?: 'INTERNAL' | 'EXTERNAL';
}

/** One of the past: its state is listed, and only money still held for it is moved. */
export interface PastWithdrawal extends WithdrawalRequest {
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly status: WithdrawalStatus;
  readonly failure?: WithdrawalFailure;
}

export interface WithdrawalFilter {
  readonly currency?: string;
  readonly statuses?: readonly WithdrawalStatus[];
  readonly startAtMs: number;
  readonly endAtMs: number;
}

/** What an account may still send today, in USDT; it is counted over the last 24 hours. */
export interface WithdrawalQuota {
  readonly limitUsdt: Decimal;
  readonly usedUsdt: Decimal;
}

/**
 * Payments out of the exchange. What is asked for is held in the main wallet and ages with the exchange's own clock
 * until it is paid out or given back (docs/exchange/states.md §7).
 */
export interface Withdrawals {
  request(accountId: string, request: WithdrawalRequest): Outcome<WithdrawalRecord>;
  /** while it is REVIEW or PROCESSING, and never within the exchange */
  cancel(accountId: string, id: string): Outcome<WithdrawalRecord>;
  find(accountId: string, id: string): WithdrawalRecord | null;
  /** newest first */
  list(accountId: string, filter: WithdrawalFilter): readonly WithdrawalRecord[];
  quota(accountId: string): WithdrawalQuota;
  /** puts one of the past on record; throws when its money is not there */
  remember(accountId: string, past: PastWithdrawal): void;
  /** moves everything on that is due */
  tick(nowMs: number): void;
}
