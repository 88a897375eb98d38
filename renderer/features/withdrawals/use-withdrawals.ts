import { useMemo } from 'react';
import { type Completeness, completenessOf, type MissingPart, missingOf } from '#shared/domain/completeness.ts';
import type { Withdrawal } from '#shared/domain/money/withdrawal.ts';
import { useRead } from '#bridge/use-read.ts';
import { useNow } from '#ui/clock.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { isUnderWay } from './withdrawal-ageing.ts';
import { type WithdrawalRow, withdrawalRows } from './withdrawal-rows.ts';
import { t } from '#shared/words/t.ts';

const dayMs = 86_400_000;
/** what is asked often fits into one question: 30 days (docs/exchange/endpoints.md §6.1) */
const recentDays = 29;
const pastDays = 180;
const whileUnderWayMs = 10_000;
const pastEveryMs = 1_800_000;

export interface WithdrawalsRead {
  readonly read: PanelRead<readonly WithdrawalRow[]>;
  /** nothing before this moment was asked for; epoch ms */
  readonly sinceMs: number;
}

const everything = { currency: null, status: null } as const;

/** The withdrawals of half a year: the last month again and again, what lies before it now and then. */
export function useWithdrawals(profileId: string): WithdrawalsRead {
  const today = Math.floor(useNow(60_000) / dayMs) * dayMs;
  const recentMs = today - recentDays * dayMs;
  const sinceMs = today - pastDays * dayMs;
  const [recent, intervalMs] = useRecent(profileId, recentMs);
  const past = useRead(
    'withdrawals.list',
    { profileId, ...everything, fromMs: sinceMs, toMs: recentMs - 1 },
    { intervalMs: pastEveryMs },
  );
  const currencies = useRead('currencies.list', { profileId }).data;
  const rows = useMemo(
    () =>
      recent.data === undefined
        ? undefined
        : withdrawalRows([...recent.data.items, ...(past.data?.items ?? [])], currencies ?? []),
    [recent.data, past.data, currencies],
  );
  const missing = [...missingOf(recent.data?.completeness), ...missingBefore(past, recentMs)];
  return {
    read: {
      ...recent,
      data: rows,
      intervalMs,
      updatedAtMs: recent.data?.asOfMs ?? null,
      completeness: completenessOf(missing),
    },
    sinceMs,
  };
}

/** The last month; more often while something is under way. */
function useRecent(profileId: string, fromMs: number) {
  const input = { profileId, ...everything, fromMs, toMs: null };
  const known = useRead('withdrawals.list', input, { isEnabled: false }).data;
  const isMoving = known?.items.some((each: Withdrawal) => isUnderWay(each)) === true;
  const recent = useRead('withdrawals.list', input, isMoving ? { intervalMs: whileUnderWayMs } : {});
  return [recent, recent.intervalMs] as const;
}

interface Past {
  readonly data: { readonly completeness: Completeness } | undefined;
  readonly error: { readonly message: string } | null;
}

/** What is not known of the time before the last month. */
function missingBefore({ data, error }: Past, recentMs: number): readonly MissingPart[] {
  if (data !== undefined) return missingOf(data.completeness);
  const part = t`withdrawals before ${new Date(recentMs).toISOString().slice(0, 10)}`;
  return [{ part, reason: error?.message ?? t`They are being read.`, asOfMs: null }];
}
