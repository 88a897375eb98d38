import type { Completeness } from '#shared/domain/answers/missing-part.ts';
import { missingOf } from '#shared/domain/completeness.ts';
import type { PastState } from '#bridge/history/use-past.ts';
import { formatMoment } from '#lib/time.ts';
import { t } from '#shared/words/t.ts';

/** Further back nobody is told here what happened: the histories go on. */
export const mostDays = 7;
/** Of one list: more rows cost more requests than a look at the overview is worth. */
export const mostRows = 2000;
export const dayMs = 86_400_000;
/** The moment from which something is asked stays the same for so long. */
export const reachStepMs = 21_600_000;

/** As far back as is asked. */
export function reachOf(sinceMs: number, nowMs: number): number {
  return Math.max(sinceMs, Math.floor((nowMs - mostDays * dayMs) / reachStepMs) * reachStepMs);
}

interface AskedPast {
  readonly past: Pick<PastState, 'reachedMs' | 'reading' | 'error'>;
  readonly toMs: number;
  readonly nowMs: number;
}

const words = {
  fills: {
    failed: (before: string, why: string) => t`Fills before ${before} are not known: ${why}`,
    reading: (before: string) => t`Fills before ${before} are being read.`,
    many: (before: string) => t`Fills before ${before} are not asked for: there are more than ${mostRows} after that.`,
  },
  orders: {
    failed: (before: string, why: string) => t`Orders placed before ${before} are not known: ${why}`,
    reading: (before: string) => t`Orders placed before ${before} are being read.`,
    many: (before: string) =>
      t`Orders placed before ${before} are not asked for: there are more than ${mostRows} after that.`,
  },
} as const;

/** What is not known of a list that is walked back, as sentences. */
export function pastCuts(list: keyof typeof words, { past, toMs, nowMs }: AskedPast): readonly string[] {
  const { reachedMs, reading, error } = past;
  if (reachedMs === null || reachedMs <= toMs) return [];
  const before = formatMoment(reachedMs, nowMs);
  const { failed, reading: isRead, many } = words[list];
  if (reading !== null) return [isRead(before)];
  return [error === null ? many(before) : failed(before, error.message)];
}

/** What a list lacks by its own word. */
export function missingCuts(completeness: Completeness | null | undefined): readonly string[] {
  return missingOf(completeness).map(({ part, reason }) => t`${part}: ${reason}`);
}
