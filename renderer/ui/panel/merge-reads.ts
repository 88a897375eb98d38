import { completenessOf, type MissingPart, missingOf } from '#shared/domain/completeness.ts';
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
    data: arrived.length === 0 ? undefined : arrived.flatMap(read => read.data ?? []).toSorted(compare),
    error: failed?.error ?? null,
    isLoading: arrived.length === 0 && failed === undefined,
    isRefreshing: reads.some(read => read.isRefreshing),
    updatedAtMs: times.length === 0 ? null : Math.min(...times),
    nextAttemptAtMs: failed?.nextAttemptAtMs ?? null,
    intervalMs: intervals.length === 0 ? null : Math.max(...intervals),
    feed: mergeFeeds(reads.map(read => read.feed ?? null)),
    completeness: completenessOf(reads.flatMap(missingFrom)),
    cost: reads[0]?.cost ?? null,
    retry: () => {
      for (const read of reads) read.retry();
    },
  };
}

/** What a read lacks, or that all of it has not come. */
function missingFrom({ data, error, completeness, part = t`a part` }: PanelRead<unknown>): readonly MissingPart[] {
  if (data !== undefined) return missingOf(completeness);
  return [{ part, reason: error?.message ?? t`It has not arrived yet.`, asOfMs: null }];
}

/** A list of several places is live when all of them are. */
function mergeFeeds(feeds: readonly (PanelFeed | null)[]): PanelFeed | null {
  const known = feeds.filter(feed => feed !== null);
  return known.find(feed => feed.state === 'polled') ?? known[0] ?? null;
}
