import type { PanelFeed, PanelReading } from './reading.ts';

/**
 * Lists of the same kind from several places shown as one: what has arrived is shown at once, in the given order, as old
 * as the oldest; a place that fails is named by its error while the others stay.
 */
export function mergeReadings<T>(
  readings: readonly PanelReading<readonly T[]>[],
  compare: (a: T, b: T) => number,
): PanelReading<readonly T[]> {
  const arrived = readings.filter(reading => reading.data !== undefined);
  const failed = readings.find(reading => reading.error !== null);
  const times = arrived.map(reading => reading.updatedAtMs).filter(time => time !== null);
  const intervals = readings.map(reading => reading.intervalMs).filter(interval => interval !== null);
  return {
    data: arrived.length === 0 ? undefined : arrived.flatMap(reading => reading.data ?? []).toSorted(compare),
    error: failed?.error ?? null,
    isLoading: arrived.length === 0 && failed === undefined,
    isRefreshing: readings.some(reading => reading.isRefreshing),
    updatedAtMs: times.length === 0 ? null : Math.min(...times),
    nextAttemptAtMs: failed?.nextAttemptAtMs ?? null,
    intervalMs: intervals.length === 0 ? null : Math.max(...intervals),
    feed: mergeFeeds(readings.map(reading => reading.feed ?? null)),
    cost: readings[0]?.cost ?? null,
    retry: () => {
      for (const reading of readings) reading.retry();
    },
  };
}

/** A list of several places is live when all of them are. */
function mergeFeeds(feeds: readonly (PanelFeed | null)[]): PanelFeed | null {
  const known = feeds.filter(feed => feed !== null);
  return known.find(feed => feed.state === 'polled') ?? known[0] ?? null;
}
