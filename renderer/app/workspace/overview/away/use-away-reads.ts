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

/** Reads on into the past while it is not known far enough; a while after it failed again. */
function useReadBack({ reachedMs, reading, error, readBack }: PastState, rows: number, toMs: number): void {
  const isWanted = reachedMs !== null && reachedMs > toMs && rows < mostRows && reading === null;
  const waitMs = error === null ? 0 : againMs;
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setTimeout(() => readBack({ toMs, mostRows }), waitMs);
    return () => clearTimeout(timer);
  }, [isWanted, readBack, toMs, waitMs]);
}

interface Told<T> {
  readonly rows: readonly T[];
  /** what is not in it, as sentences */
  readonly cuts: readonly string[];
}

export function useFillsSince(profileId: string, { toMs, nowMs }: Reach): Told<Fill> & { read: PanelRead<unknown> } {
  const { read, past } = useFills({ profileId, market: null, pace, reader: 'overview' });
  const rows = read.data ?? none;
  useReadBack(past, rows.length, toMs);
  return { read, rows, cuts: pastCuts('fills', { past, toMs, nowMs }) };
}

/** Done orders are listed by when they were made: those made up to a day before may have ended since. */
export function useDoneSince(profileId: string, { toMs, nowMs }: Reach): Told<Order> {
  const { read, past } = useDoneOrders({ profileId, market: null, reader: 'overview' });
  const rows = read.data ?? none;
  const madeMs = toMs - dayMs;
  useReadBack(past, rows.length, madeMs);
  const failed = read.error === null ? [] : [t`Done orders: ${read.error.message}`];
  return {
    rows,
    cuts: [...failed, ...missingCuts(read.completeness), ...pastCuts('orders', { past, toMs: madeMs, nowMs })],
  };
}

/** What came in and went out of the wallets, trades left aside. */
export function useMoneySince(profileId: string, { toMs: fromMs, nowMs }: Reach): Told<LedgerEntry> {
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
  const failed = asked.flatMap(({ error }) => (error === null ? [] : [t`Movements of money: ${error.message}`]));
  const cuts = [...failed, ...asked.flatMap(({ data }) => missingCuts(data?.completeness))];
  return { rows, cuts };
}
