import { useCallback, useMemo } from 'react';
import type { Completeness, MissingPart } from '#shared/domain/answers/missing-part.ts';
import type { ArchivedPlace } from '#shared/domain/archive/archived-page.ts';
import { completenessOf, missingOf } from '#shared/domain/completeness.ts';
import type { Withdrawal } from '#shared/domain/money/withdrawal.ts';
import { call } from '#bridge/call.ts';
import type { PastHead } from '#bridge/history/past-rows.ts';
import { type PastState, unreadablePast, usePast } from '#bridge/history/use-past.ts';
import { useRead } from '#bridge/use-read.ts';
import { formatMoment } from '#lib/time.ts';
import { useNow } from '#ui/clock.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { isUnderWay } from './withdrawal-ageing.ts';
import { namedWithdrawals, type NamedWithdrawal, type WithdrawalRow, withdrawalRows } from './withdrawal-rows.ts';
import { t } from '#shared/words/t.ts';

const dayMs = 86_400_000;
/** what is asked often fits into one question: 30 days (docs/exchange/endpoints.md §6.1) */
const recentDays = 29;
const pastDays = 180;
const whileUnderWayMs = 10_000;
const pastEveryMs = 1_800_000;

export interface WithdrawalsRead {
  readonly read: PanelRead<readonly WithdrawalRow[]>;
  /** nothing before this moment is known; epoch ms */
  readonly sinceMs: number;
  /** older ones in the archive; null: those of the half year are not all known yet */
  readonly past: PastState | null;
}

const everything = { currency: null, status: null } as const;

/**
 * The withdrawals of half a year: the last month again and again, what lies before it now and then. Older ones from the
 * archive as far as was scrolled.
 */
export function useWithdrawals(profileId: string): WithdrawalsRead {
  const today = useToday();
  const recentMs = today - recentDays * dayMs;
  const sinceMs = today - pastDays * dayMs;
  const [recent, intervalMs] = useRecent(profileId, recentMs);
  const before = useRead(
    'withdrawals.list',
    { profileId, ...everything, fromMs: sinceMs, toMs: recentMs - 1 },
    { intervalMs: pastEveryMs },
  );
  const currencies = useRead('currencies.list', { profileId }).data;
  const missing = [...missingOf(recent.data?.completeness), ...missingBefore(before, recentMs)];
  const newest = useMemo(
    () => namedWithdrawals([...(recent.data?.items ?? []), ...(before.data?.items ?? [])]),
    [recent.data, before.data],
  );
  const asOfMs = recent.data?.asOfMs ?? null;
  const isWhole = missing.length === 0 && asOfMs !== null;
  const older = useOlder(profileId, isWhole ? { rows: newest, sinceMs } : null);
  const rows = useMemo(() => {
    const all = new Map([...older.rows, ...newest].map(row => [row.name, row]));
    return asOfMs === null ? undefined : withdrawalRows([...all.values()], currencies ?? []);
  }, [older.rows, newest, asOfMs, currencies]);
  const { reachedMs } = older.state;
  return {
    read: {
      ...recent,
      data: rows,
      intervalMs,
      updatedAtMs: asOfMs,
      completeness: completenessOf([...missing, ...unreadablePast(older.state)]),
    },
    sinceMs: Math.min(sinceMs, reachedMs ?? sinceMs),
    past: isWhole ? older.state : null,
  };
}

/** When the day began, epoch ms. */
function useToday(): number {
  return Math.floor(useNow(60_000) / dayMs) * dayMs;
}

const nameOf = ({ name }: NamedWithdrawal) => name;

/** What lies before the half year, from the archive. */
function useOlder(profileId: string, head: PastHead<NamedWithdrawal> | null) {
  const heads = useMemo(
    () => [head],
    // oxlint-disable-next-line react/exhaustive-deps -- the parts of the head stand for it
    [head?.rows, head?.sinceMs],
  );
  const readPage = useCallback(
    async (after: ArchivedPlace | null) => {
      const page = await call('history.withdrawals', { profileId, after });
      return { ...page, items: namedWithdrawals(page.items) };
    },
    [profileId],
  );
  const scope = { profileId, of: 'withdrawals', venue: null, symbol: null } as const;
  return usePast<NamedWithdrawal>({ scope, heads, keyOf: nameOf, readPage });
}

const recentInput = (profileId: string, fromMs: number) => ({ profileId, ...everything, fromMs, toMs: null });

/** The withdrawals of the last month, for readers of new ones alone. */
export function useRecentWithdrawals(profileId: string, isEnabled: boolean): readonly Withdrawal[] | undefined {
  const fromMs = useToday() - recentDays * dayMs;
  return useRead('withdrawals.list', recentInput(profileId, fromMs), { isEnabled }).data?.items;
}

/** The last month; more often while something is under way. */
function useRecent(profileId: string, fromMs: number) {
  const input = recentInput(profileId, fromMs);
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
  const part = t`withdrawals before ${formatMoment(recentMs, Date.now())}`;
  return [{ part, reason: error?.message ?? t`They are being read.`, asOfMs: null }];
}
