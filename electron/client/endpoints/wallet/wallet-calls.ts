import type { Page } from '#shared/domain/page.ts';
import type { AskedStatus, Withdrawal } from '#shared/domain/account/withdrawal.ts';
import type { ClientCall, PageQuery } from '#client/types.ts';
import type { Spanned, TimeSpan } from '../walks/spans.ts';

export interface WithdrawalFilter {
  readonly currency?: string | undefined;
  readonly status?: AskedStatus | undefined;
}

/** docs/exchange/endpoints.md §6.1; without times the last month. */
export interface WithdrawalsQuery extends WithdrawalFilter, PageQuery {
  readonly startAtMs?: number | undefined;
  readonly endAtMs?: number | undefined;
}

export interface WalletCalls {
  /** newest first; times to the second, and neither chain nor fee */
  readonly oldWithdrawals: ClientCall<WithdrawalsQuery, Page<Withdrawal>>;
  readonly withdrawals: ClientCall<WithdrawalsQuery, Page<Withdrawal>>;
  /** the whole span, newest first, month by month; from the old list where the exchange has no other */
  readonly allWithdrawals: ClientCall<WithdrawalFilter & TimeSpan, Spanned<Withdrawal>>;
}
