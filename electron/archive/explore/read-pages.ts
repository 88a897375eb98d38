import { type ArchiveFilter, compareExplored } from '#shared/domain/archive/explore.ts';
import type { ArchivedRow, ArchiveResult, ArchiveStore, RowConditions } from '../archive-store.ts';
import type { RecordName } from '../records/columns.ts';
import { exploredViews } from './explored-views.ts';
import type { PagePlaces } from './page-cursor.ts';

/** Reads on a thread of its own, so that recording does not wait for a search. */
export type ExploredArchive = Pick<
  ArchiveStore,
  'accounts' | 'lines' | 'searchRows' | 'rowsBetween' | 'countRows' | 'versions' | 'close'
>;

/** Thrown where the archive's database fails; the explorer answers it as a failure. */
export class ExploreFailure extends Error {}

/** The value of an answer. Throws `ExploreFailure`. */
export async function valueOf<T>(answer: Promise<ArchiveResult<T>>): Promise<T> {
  const result = await answer;
  if (!result.ok) throw new ExploreFailure(result.detail);
  return result.value;
}

/** What a filter asks of the rows of its view. */
export function conditionsOf(wholeFilter: ArchiveFilter): RowConditions {
  const { view, kind, profileId: _, fees: _fees, ...filter } = wholeFilter;
  const { kinds } = exploredViews[view];
  const wanted = kind === null ? kinds : kinds === null || kinds.includes(kind) ? [kind] : [];
  return { ...filter, kinds: wanted, orderId: null };
}

/** A row with the record that it is of. */
export interface FoundRecord {
  readonly record: RecordName;
  readonly row: ArchivedRow;
}

/** Rows of the records of a view in one order, and where the page behind them begins. */
export interface RowPage {
  readonly rows: readonly FoundRecord[];
  /** null: there are no older rows */
  readonly next: PagePlaces | null;
}

interface PageQuestion {
  readonly accountId: number;
  readonly filter: ArchiveFilter;
  readonly places: PagePlaces;
  readonly limit: number;
}

const placed = ({ record, row }: FoundRecord) => ({ record, key: row.key, createdAtMs: row.timeMs });

function placesAfter(places: PagePlaces, rows: readonly FoundRecord[]): PagePlaces {
  const last = rows.map(({ record, row: { timeMs, key } }) => [record, { timeMs, key }] as const);
  return { ...places, ...Object.fromEntries(last) };
}

/** One page of the rows that meet a filter, newest first. Throws `ExploreFailure`. */
export async function readPage(
  archive: Pick<ExploredArchive, 'searchRows'>,
  { accountId, filter, places, limit }: PageQuestion,
): Promise<RowPage> {
  const conditions = conditionsOf(filter);
  const found = exploredViews[filter.view].records.map(async record => {
    const question = { accountId, record, conditions, limit: limit + 1, after: places[record] };
    return (await valueOf(archive.searchRows(question))).map(row => ({ record, row }));
  });
  const merged = (await Promise.all(found)).flat().toSorted((a, b) => compareExplored(placed(a), placed(b)));
  const rows = merged.slice(0, limit);
  return { rows, next: merged.length > limit ? placesAfter(places, rows) : null };
}
