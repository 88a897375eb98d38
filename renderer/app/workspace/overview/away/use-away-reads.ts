import { useEffect, useMemo } from 'react';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { LedgerEntry } from '#shared/domain/money/transfer.ts';
import type { PastState } from '#bridge/history/use-past.ts';
import { useRead } from '#bridge/use-read.ts';
import { useFills } from '#features/fills/use-fills.ts';
import { useDoneOrders } from '#features/orders/use-done-orders.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { dayMs, missingCuts, mostRows, pastCuts, reachStepMs } from './away-cuts.ts';
import { t } from '#shared/words/t.ts';

interface Reach {
  /** no further back than this */
  readonly toMs: number;
  readonly nowMs: number;
}

const none: readonly never[] = [];
const pace = { spot: 'glance', futures: 'glance' } as const;
/** Recent movements of money are asked for again and again, in steps of time that let the question stay the same. */
const spanStepMs = 900_000;
const againMs = 60_000;

/** Reads older pages of the archive while they do not go back far enough; a minute after a failure again. */
function useReadBack({ loadedMs, isReading, error, more }: PastState, rows: number, toMs: number): void {
  const isWanted = loadedMs !== null && loadedMs > toMs && rows < mostRows && !isReading;
  const waitMs = error === null ? 0 : againMs;
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setTimeout(more, waitMs);
    return () => clearTimeout(timer);
  }, [isWanted, more, waitMs]);
}

interface PastRows<T> {
  readonly rows: readonly T[];
  /** what is not in it, as sentences */
  readonly cuts: readonly string[];
}

export function useFillsSince(
  profileId: string,
  { toMs, nowMs }: Reach,
): PastRows<Fill> & { read: PanelRead<unknown> } {
  const { read, past } = useFills({ profileId, market: null, pace, reader: 'overview' });
  const rows = read.data ?? none;
  useReadBack(past, rows.length, toMs);
  return { read, rows, cuts: pastCuts('fills', { past, toMs, nowMs }) };
}

/** Done orders are listed by when they were made: those made up to a day before may have ended since. */
export function useDoneSince(profileId: string, { toMs, nowMs }: Reach): PastRows<Order> {
  const { read, past } = useDoneOrders({ profileId, market: null, reader: 'overview' });
  const rows = read.data ?? none;
  const madeMs = toMs - dayMs;
  useReadBack(past, rows.length, madeMs);
  const failed = read.error === null ? [] : [t`Order history: ${read.error.message}`];
  return {
    rows,
    cuts: [...failed, ...missingCuts(read.completeness), ...pastCuts('orders', { past, toMs: madeMs, nowMs })],
  };
}

/** What came in and went out of the wallets, trades left aside. */
export function useMoneySince(profileId: string, { toMs: fromMs, nowMs }: Reach): PastRows<LedgerEntry> {
  const untilMs = (Math.floor(nowMs / spanStepMs) + 1) * spanStepMs;
  const oldUntilMs = Math.floor((nowMs - dayMs) / reachStepMs + 1) * reachStepMs;
  const span = { profileId, currency: null, isHf: false };
  const recent = useRead('ledger.list', { ...span, fromMs: Math.max(fromMs, oldUntilMs), toMs: untilMs });
  const old = useRead(
    'ledger.list',
    { ...span, fromMs: Math.min(fromMs, oldUntilMs), toMs: oldUntilMs },
    { isEnabled: fromMs < oldUntilMs, intervalMs: null },
  );
  const hasOld = fromMs < oldUntilMs;
  const rows = useMemo(() => {
    const all = [...(recent.data?.items ?? none), ...(hasOld ? (old.data?.items ?? none) : none)];
    return all.filter(({ bizType }) => /transfer|deposit|withdraw/iu.test(bizType));
  }, [recent.data, old.data, hasOld]);
  const asked = hasOld ? [recent, old] : [recent];
  const failed = asked.flatMap(({ error }) => (error === null ? [] : [t`Transfers and ledger: ${error.message}`]));
  const cuts = [...failed, ...asked.flatMap(({ data }) => missingCuts(data?.completeness))];
  return { rows, cuts };
}
