import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { completenessOf, missingOf } from '#shared/domain/completeness.ts';
import type { PanelFeed, PanelRead } from './panel-read.ts';
import { t } from '#shared/words/t.ts';

/**
 * Lists of the same kind from several places shown as one: what has arrived is shown at once, in the given order, as old
 * as the oldest; a place that fails is named by its error while the others stay.
 */
export function mergeReads<T>(
  reads: readonly PanelRead<readonly T[]>[],
  compare: (a: T, b: T) => number,
): PanelRead<readonly T[]> {
  const arrived = reads.filter(read => read.data !== undefined);
  const failed = reads.find(read => read.error !== null);
  const times = arrived.map(read => read.updatedAtMs).filter(time => time !== null);
  const intervals = reads.map(read => read.intervalMs).filter(interval => interval !== null);
  return {
    data: mergeRows(
      arrived.map(read => read.data ?? []),
      compare,
    ),
    error: failed?.error ?? null,
    isLoading: arrived.length === 0 && failed === undefined,
    isRefreshing: reads.some(read => read.isRefreshing),
    updatedAtMs: times.length === 0 ? null : Math.min(...times),
    nextAttemptAtMs: failed?.nextAttemptAtMs ?? null,
    intervalMs: intervals.length === 0 ? null : Math.max(...intervals),
    feed: mergeFeeds(reads.map(read => read.feed ?? null)),
    completeness: completenessOf(reads.flatMap(missingFrom)),
    sources: mergeSources(reads),
    cost: reads[0]?.cost ?? null,
    retry: () => {
      for (const read of reads) read.retry();
    },
  };
}

type Compare<T> = (a: T, b: T) => number;

interface Merged<T> {
  readonly lists: readonly (readonly T[])[];
  readonly rows: readonly T[];
}

// what is in it has the type of the very comparison under which it is kept
const mergedBy = new WeakMap<Compare<never>, WeakMap<readonly unknown[], Merged<never>>>();

/**
 * The rows of all lists in the given order; undefined without a list. The same lists give the same array: a table with
 * another array is sorted and drawn again, and most changes of a read are not about rows.
 */
function mergeRows<T>(lists: readonly (readonly T[])[], compare: Compare<T>): readonly T[] | undefined {
  const [first] = lists;
  if (first === undefined) return undefined;
  const byFirst = mergedBy.get(compare) ?? new WeakMap<readonly unknown[], Merged<never>>();
  mergedBy.set(compare, byFirst);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  const kept = byFirst.get(first) as Merged<T> | undefined;
  if (kept?.lists.length === lists.length && kept.lists.every((list, at) => list === lists[at])) return kept.rows;
  const rows = lists.flat().toSorted(compare);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  byFirst.set(first, { lists, rows } as unknown as Merged<never>);
  return rows;
}

/** What a read lacks, or that all of it has not come. */
function missingFrom({ data, error, completeness, part = t`a part` }: PanelRead<unknown>): readonly MissingPart[] {
  if (data !== undefined) return missingOf(completeness);
  return [{ part, reason: error?.message ?? t`Not loaded yet`, asOfMs: null }];
}

/** The sources that the reads name, each once; null when none does. */
function mergeSources(reads: readonly PanelRead<unknown>[]): string | null {
  const named = new Set(reads.flatMap(({ sources = null }) => (sources === null ? [] : [sources])));
  return named.size === 0 ? null : [...named].join(' ');
}

/** A list of several places is live when all of them are. */
function mergeFeeds(feeds: readonly (PanelFeed | null)[]): PanelFeed | null {
  const known = feeds.filter(feed => feed !== null);
  return known.find(feed => feed.state === 'polled') ?? known[0] ?? null;
}
