import type { Interval } from '#shared/domain/archive/archive.ts';
import type { ArchivedPage, ListCoverage } from '#shared/domain/archive/archived-page.ts';
import type { Created } from '#shared/rules/newest-first.ts';

/** The newest rows of one list, as they are live: all that were made at `sinceMs` or later. */
export interface PastHead<Row> {
  readonly rows: readonly Row[];
  readonly sinceMs: number;
}

export interface PastRow extends Created {
  /** when it changed last, where it is known */
  readonly updatedAtMs?: number | null;
}

/** The lists that are shown as one, and the archived pages that have been read. */
export interface PastSources<Row> {
  /** null: the newest rows of that list are not known yet */
  readonly heads: readonly (PastHead<Row> | null)[];
  readonly pages: readonly ArchivedPage<Row>[];
}

/** Archived rows from here on have been read, epoch ms; null: all of them. */
export function loadedMs<Row>({ pages }: Pick<PastSources<Row>, 'pages'>): number | null {
  const next = pages.at(-1)?.next ?? null;
  return next === null ? null : next.timeMs + 1;
}

/**
 * Each row once, in no order; a live row counts more than the archived one. Live rows that are older than the archived pages
 * wait for them, so that rows appear at the end only; a row that changed since, or of unknown time, is shown.
 */
export function mergeRows<Row extends PastRow>(
  { heads, pages }: PastSources<Row>,
  keyOf: (row: Row) => string,
): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const { items } of pages) for (const row of items) rows.set(keyOf(row), row);
  const fromMs = loadedMs({ pages }) ?? 0;
  for (const head of heads)
    for (const row of head?.rows ?? [])
      if (row.createdAtMs === null || Math.max(row.createdAtMs, row.updatedAtMs ?? 0) >= fromMs)
        rows.set(keyOf(row), row);
  return [...rows.values()];
}

/** Since when all live lists are complete, epoch ms; null: one of them is not known yet. */
function liveSinceMs<Row>(heads: PastSources<Row>['heads']): number | null {
  const known = heads.filter(head => head !== null);
  if (known.length < heads.length || known.length === 0) return null;
  return Math.max(...known.map(({ sinceMs }) => sinceMs));
}

/** Down to this moment no row is missing, epoch ms; null: not even the newest are known. */
export function reachedMs<Row>({ heads, pages }: PastSources<Row>): number | null {
  let reached = liveSinceMs(heads);
  if (reached === null) return null;
  for (const { fromMs, toMs } of (pages[0]?.coverage.covered ?? []).toReversed())
    if (toMs >= reached) reached = Math.min(reached, fromMs);
  return reached;
}

/** The times between the start of the archive and the live rows that it does not cover. */
export function gapsOf<Row>({ heads, pages }: PastSources<Row>): readonly Interval[] {
  const coverage: ListCoverage | undefined = pages[0]?.coverage;
  const endMs = liveSinceMs(heads);
  if (coverage === undefined || coverage.startMs === null || endMs === null) return [];
  const gaps: Interval[] = [];
  let atMs = coverage.startMs;
  for (const { fromMs, toMs } of coverage.covered) {
    if (fromMs > atMs) gaps.push({ fromMs: atMs, toMs: Math.min(fromMs, endMs) });
    atMs = Math.max(atMs, toMs);
  }
  if (atMs < endMs) gaps.push({ fromMs: atMs, toMs: endMs });
  return gaps.filter(({ fromMs, toMs }) => fromMs < toMs);
}
