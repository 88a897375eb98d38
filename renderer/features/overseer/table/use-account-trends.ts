import { useMemo } from 'react';
import type { AccountTrend } from '#shared/domain/portfolio/account-trends.ts';
import { useRead } from '#bridge/use-read.ts';
import { t } from '#shared/words/t.ts';

/** Recorded values of sub-accounts by user id. */
export interface TrendLookup {
  readonly trendOf: (userId: string) => AccountTrend | null;
  /** when the newest balances were read; null: nothing is known */
  readonly asOfMs: number | null;
  /** why an account has no trend */
  readonly unknownReason: string;
}

/** Value and changes of each sub-account in the last 7 days, from the archive. */
export function useAccountTrends(profileId: string, currency: string): TrendLookup {
  const { data, error } = useRead('portfolio.accounts', { profileId, currency }, { isEnabled: currency !== '' });
  const message = error?.message;
  return useMemo(() => {
    const byOwner = new Map((data?.accounts ?? []).map(trend => [trend.owner, trend]));
    const missing =
      data === undefined ? t`Recorded balances are not loaded yet.` : t`No balances of this account are recorded.`;
    return {
      trendOf: userId => byOwner.get(userId) ?? null,
      asOfMs: data?.asOfMs ?? null,
      unknownReason: data === undefined && message !== undefined ? message : missing,
    };
  }, [data, message]);
}
