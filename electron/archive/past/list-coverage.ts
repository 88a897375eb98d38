import type { ArchiveStatus, StreamName, StreamStatus } from '#shared/domain/archive/archive.ts';
import type { ListCoverage } from '#shared/domain/archive/archived-page.ts';
import { type Coverage, coveredToMs } from '../coverage/coverage.ts';
import { type IntervalSet, intersect, unite } from '../coverage/intervals.ts';
import { allStreams } from '../streams/streams.ts';

/** What names the lines of a stream that is asked by symbol; such a stream has a line for each symbol that is known. */
const symbolsFrom: ReadonlyMap<string, string> = new Map(
  allStreams.flatMap(({ name, symbolsFrom: source }) => (source === null ? [] : [[name, source] as const])),
);

const isOffered = ({ state }: StreamStatus) => state === 'working' || state === 'failing';

/** The times that all of these lines cover. */
function coveredBy(lines: readonly StreamStatus[]): IntervalSet {
  const [first, ...others] = lines.map(({ sealed, read }) => unite(sealed, read));
  return others.reduce(intersect, first ?? []);
}

/**
 * The streams that name the symbols of these: a symbol that was traded only before their memory has no line, so their
 * coverage counts as well, unless the symbol that is asked for has its line.
 */
function namingStreams(
  all: readonly StreamStatus[],
  streams: readonly StreamName[],
  symbol: string | null,
): ReadonlySet<string> {
  const named = streams.filter(stream => {
    const lines = all.filter(line => line.stream === stream);
    return lines.length > 0 && (symbol === null || lines.every(line => line.symbol !== symbol));
  });
  return new Set(named.flatMap(stream => symbolsFrom.get(stream) ?? []));
}

/**
 * How much the archive has of a list that these streams make up. `symbol` null: of all symbols. The coverage is that of all
 * lines together; a line that this key or this exchange does not offer is named instead.
 */
export function listCoverage(
  status: ArchiveStatus,
  streams: readonly StreamName[],
  symbol: string | null,
): ListCoverage {
  const naming = namingStreams(status.streams, streams, symbol);
  const lines = status.streams.filter(
    line =>
      naming.has(line.stream) ||
      (streams.includes(line.stream) && (symbol === null || line.symbol === null || line.symbol === symbol)),
  );
  const offered = lines.filter(isOffered);
  const hasAll = streams.every(stream => symbolsFrom.has(stream) || lines.some(line => line.stream === stream));
  const starts = offered.map(({ startMs }) => startMs);
  const failed = lines.filter(({ state }) => state !== 'working');
  return {
    startMs: hasAll && starts.length > 0 ? Math.max(...starts) : null,
    covered: hasAll ? [...coveredBy(offered)] : [],
    queuedWindows: offered.reduce((sum, { queuedWindows }) => sum + queuedWindows, 0),
    obstacle: status.obstacle,
    unread: failed.map(({ stream, reason }) => ({ stream, reason })),
  };
}

/**
 * The times between balance snapshots that are near enough to each other, and the newest snapshot itself. `coverage` null:
 * no snapshots were compared yet.
 */
export function changeCoverage(coverage: Coverage | null, { obstacle }: ArchiveStatus): ListCoverage {
  const known = { queuedWindows: 0, obstacle, unread: [] };
  if (coverage === null) return { startMs: null, covered: [], ...known };
  const covered = unite(coverage.sealed, coverage.read);
  const newestMs = coveredToMs(coverage);
  const isReached = covered.at(-1)?.toMs === newestMs;
  return {
    startMs: coverage.startMs,
    covered: isReached ? [...covered] : [...covered, { fromMs: newestMs, toMs: newestMs }],
    ...known,
  };
}
