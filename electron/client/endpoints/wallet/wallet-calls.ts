import type {
  Deposit,
  LedgerEntry,
  Transferable,
  TransferRequest,
  TransferWallet,
} from '#shared/domain/money/transfer.ts';
import type { Page } from '#shared/domain/page.ts';
import type { WithdrawalStatusFilter, Withdrawal } from '#shared/domain/money/withdrawal.ts';
import type { ClientCall, PageQuery } from '#client/types.ts';
import type { Spanned, TimeSpan } from '../walks/spans.ts';

export interface WithdrawalFilter {
  readonly currency?: string | undefined;
  readonly status?: WithdrawalStatusFilter | undefined;
}

/** docs/exchange/endpoints.md §6.1; without times the last month. */
export interface WithdrawalsQuery extends WithdrawalFilter, PageQuery {
  readonly startAtMs?: number | undefined;
  readonly endAtMs?: number | undefined;
}

export interface WithdrawalCalls {
  /** newest first; times to the second, and neither chain nor fee */
  readonly oldWithdrawals: ClientCall<WithdrawalsQuery, Page<Withdrawal>>;
  readonly withdrawals: ClientCall<WithdrawalsQuery, Page<Withdrawal>>;
  /** the whole span, newest first, month by month; from the old list where the exchange has no other */
  readonly allWithdrawals: ClientCall<WithdrawalFilter & TimeSpan, Spanned<Withdrawal>>;
}

interface PastQuery {
  readonly currency?: string | undefined;
  readonly startAtMs?: number | undefined;
  readonly endAtMs?: number | undefined;
}

interface LedgerFilter {
  readonly currency?: string | undefined;
  readonly direction?: 'in' | 'out' | undefined;
  /** the exchange's word: `TRANSFER`, `TRADE_EXCHANGE`, … */
  readonly bizType?: string | undefined;
}

/** docs/exchange/endpoints.md §6.4. */
export type LedgerQuery = LedgerFilter & PastQuery & PageQuery;

export interface LedgerBatchQuery extends LedgerFilter, PastQuery {
  readonly lastId?: string | undefined;
  /** at most 200 */
  readonly limit?: number | undefined;
}

/** docs/exchange/endpoints.md §6.3 and §6.4. */
export interface TransferCalls {
  /** `symbol` names the pair of an isolated wallet */
  readonly transferable: ClientCall<
    { readonly currency: string; readonly wallet: TransferWallet; readonly symbol?: string | undefined },
    Transferable
  >;
  readonly transfer: ClientCall<TransferRequest, { readonly orderId: string }>;
  readonly deposits: ClientCall<PastQuery & PageQuery, Page<Deposit>>;
  readonly allDeposits: ClientCall<TimeSpan & { readonly currency?: string | undefined }, Spanned<Deposit>>;
  /** all wallets but the high-frequency one */
  readonly ledger: ClientCall<LedgerQuery, Page<LedgerEntry>>;
  readonly allLedger: ClientCall<LedgerFilter & TimeSpan, Spanned<LedgerEntry>>;
  readonly hfLedger: ClientCall<LedgerBatchQuery, readonly LedgerEntry[]>;
  readonly allHfLedger: ClientCall<LedgerFilter & TimeSpan, Spanned<LedgerEntry>>;
  readonly marginLedger: ClientCall<LedgerBatchQuery, readonly LedgerEntry[]>;
}

export type WalletCalls = WithdrawalCalls & TransferCalls;
