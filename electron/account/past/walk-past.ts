import type { PastPosition, PastStep } from '#shared/domain/account/past.ts';
import { missingOfCoverage, type SpotCoverage } from '#shared/domain/answers/spot-coverage.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import type { Page } from '#shared/domain/page.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { rowCountOf } from '#client/endpoints/pages.ts';

/** A span of time that one request may ask for, and where in it; both ends in epoch ms. */
interface PastWindow {
  readonly fromMs: number;
  readonly toMs: number;
  readonly after: string | null;
}

/** Rows of a window, newest first; `next`: where the same window goes on, null when all of it was told. */
interface PastBatch<T> {
  readonly items: readonly T[];
  readonly next: string | null;
  /** which spot lists the rows are from; absent where there is one list only */
  readonly coverage?: SpotCoverage | undefined;
}

/** How one list of the exchange is walked into the past. */
export interface PastList<T> {
  /** the longest span of one request, ms */
  readonly windowMs: number;
  /** how far back the exchange answers, epoch ms */
  readonly sinceMs: number;
  /** why it answers no further, as a sentence */
  readonly end: string;
  /** `after` is the name of a row, right whatever comes above it; else it is the number of a page */
  readonly goesOnById?: boolean;
  /** what it has forgotten of a span */
  readonly forgotten: (fromMs: number, toMs: number) => readonly MissingPart[];
  /** what its rows are called where a spot family or a pair is missing; absent where there is one list only */
  readonly rows?: 'orders' | 'fills';
  readonly read: (window: PastWindow) => Promise<Result<PastBatch<T>>>;
}

interface Walk {
  /** no further back than this */
  readonly fromMs: number;
  readonly at: PastPosition;
  readonly nowMs: number;
}

interface Made {
  readonly createdAtMs: number;
}

/** The oldest moment of rows that come newest first; null when they do not, or there is none. */
function oldestMs(items: readonly Made[]): number | null {
  const isSorted = items.every(
    ({ createdAtMs }, index) => createdAtMs <= (items[index - 1]?.createdAtMs ?? createdAtMs),
  );
  return isSorted ? (items.at(-1)?.createdAtMs ?? null) : null;
}

/**
 * Where a window that was not told whole goes on: at the moment of its oldest row, so that rows which come or go meanwhile
 * shift nothing; that moment is asked for again, for it may have been cut. A page full of one moment goes on by its number:
 * only a row of that very moment that goes meanwhile can hide one from this walk, and the next walk finds it.
 */
function within(items: readonly Made[], { toMs, after }: PastPosition, goesOnById: boolean): PastPosition {
  const oldest = oldestMs(items);
  // an end that does not count in must not lose the row at it
  return oldest === null || oldest + 1 >= toMs
    ? { toMs, after }
    : { toMs: oldest + 1, after: goesOnById ? after : null };
}

/** One request: the next rows into the past, and where it goes on. docs/exchange/endpoints.md §1.4. */
export async function walkPast<T extends Made>(
  list: PastList<T>,
  { fromMs, at, nowMs }: Walk,
): Promise<Result<PastStep<T>>> {
  const lowestMs = Math.max(fromMs, list.sinceMs);
  const end = lowestMs > fromMs ? list.end : null;
  const windowMs = Math.max(lowestMs, at.toMs - list.windowMs);
  if (at.toMs < lowestMs) return succeed({ items: [], next: null, end, forgotten: [], asOfMs: nowMs });
  const read = await list.read({ fromMs: windowMs, toMs: at.toMs, after: at.after });
  if (!read.ok) return read;
  const { items, next: after } = read.value;
  const uncovered = list.rows === undefined ? [] : missingOfCoverage(list.rows, read.value.coverage);
  const older = windowMs > lowestMs ? { toMs: windowMs + 1, after: null } : null;
  const next = after === null ? older : within(items, { toMs: at.toMs, after }, list.goesOnById === true);
  return succeed({
    items,
    next,
    end: next === null ? end : null,
    forgotten: [...list.forgotten(next?.toMs ?? lowestMs, at.toMs), ...uncovered],
    asOfMs: nowMs,
  });
}

const firstPage = 1;

/** A list with numbered pages. A short page that claims to be the last is the end, and so is an empty one. */
export async function pageBatch<T>(
  after: string | null,
  pageSize: number,
  fetchPage: (page: number) => Promise<Result<Page<T>>>,
): Promise<Result<PastBatch<T>>> {
  const page = after === null ? firstPage : Number(after);
  const read = await fetchPage(page);
  if (!read.ok) return read;
  const { items, totalPages, coverage } = read.value;
  const full = read.value.pageSize > 0 ? Math.min(read.value.pageSize, pageSize) : pageSize;
  const count = rowCountOf(read.value);
  const isLast = count === 0 || (count < full && page >= totalPages);
  return succeed({ items, next: isLast ? null : String(page + 1), coverage });
}
