import { compareExplored, type ExploredRow } from '#shared/domain/archive/explore.ts';

/** The rows that were read so far, newest first, without a gap. */
export interface KnownRows {
  readonly rows: readonly ExploredRow[];
  /** continues behind them; null: there are no older rows */
  readonly next: string | null;
}

export const exploredKey = ({ record, key }: Pick<ExploredRow, 'record' | 'key'>): string => `${record} ${key}`;

/**
 * The known rows after the first page was read again. When more rows came than one page has, the page alone is kept, because
 * there would be a gap behind it.
 */
export function takeFirstPage(known: KnownRows, page: KnownRows): KnownRows {
  const last = page.rows.at(-1);
  const newest = known.rows[0];
  if (page.next === null || last === undefined || newest === undefined || compareExplored(newest, last) > 0)
    return page;
  const older = known.rows.filter(row => compareExplored(last, row) < 0);
  // rows that backfill brought are behind the page where nothing else is
  return { rows: [...page.rows, ...older], next: older.length === 0 ? page.next : known.next };
}

/** The known rows with the page behind them. */
export function takeOlderPage(known: KnownRows, page: KnownRows): KnownRows {
  return { rows: [...known.rows, ...page.rows], next: page.next };
}
