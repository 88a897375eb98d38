import type { Completeness } from '#shared/domain/answers/missing-part.ts';
import { missingOf } from '#shared/domain/completeness.ts';
import type { PastState } from '#bridge/history/use-past.ts';
import { formatMoment } from '#lib/time.ts';
import { t } from '#shared/words/t.ts';

/** Older events are not listed here; the histories have them. */
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
  readonly past: Pick<PastState, 'reachedMs' | 'loadedMs' | 'isReading' | 'error'>;
  readonly toMs: number;
  readonly nowMs: number;
}

const words = {
  fills: {
    failed: (before: string, why: string) => t`Fills before ${before} are unknown: ${why}`,
    reading: (before: string) => t`Loading fills before ${before}.`,
    many: (before: string) => t`Fills before ${before} are not loaded: there are more than ${mostRows} newer ones.`,
    notCovered: (before: string) => t`Fills before ${before} may be missing: they are not in the archive.`,
  },
  orders: {
    failed: (before: string, why: string) => t`Orders placed before ${before} are unknown: ${why}`,
    reading: (before: string) => t`Loading orders placed before ${before}.`,
    many: (before: string) =>
      t`Orders placed before ${before} are not loaded: there are more than ${mostRows} newer ones.`,
    notCovered: (before: string) => t`Orders placed before ${before} may be missing: they are not in the archive.`,
  },
} as const;

/** What is not known of a list as far back as this, as sentences. */
export function pastCuts(list: keyof typeof words, { past, toMs, nowMs }: AskedPast): readonly string[] {
  const { loadedMs, reachedMs, isReading, error } = past;
  // the newest rows are not known yet: the list itself says so
  if (reachedMs === null) return [];
  const { failed, reading, many, notCovered } = words[list];
  const isCut = loadedMs !== null && loadedMs > Math.max(toMs, reachedMs);
  const knownMs = isCut ? loadedMs : reachedMs;
  if (knownMs <= toMs) return [];
  const before = formatMoment(knownMs, nowMs);
  if (isReading) return [reading(before)];
  if (error !== null) return [failed(before, error.message)];
  return [isCut ? many(before) : notCovered(before)];
}

/** What a list lacks by its own word. */
export function missingCuts(completeness: Completeness | null | undefined): readonly string[] {
  return missingOf(completeness).map(({ part, reason }) => t`${part}: ${reason}`);
}
