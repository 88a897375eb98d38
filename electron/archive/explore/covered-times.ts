import type { ArchiveCount } from '#shared/domain/archive/explore.ts';
import type { CoverageLine } from '../archive-store.ts';
import { subtract, toIntervalSet, unite } from '../coverage/intervals.ts';

/** A page shows no more of them. */
const shownGaps = 20;

function endOf({ coverage }: CoverageLine): number {
  return unite(coverage.sealed, coverage.read).at(-1)?.toMs ?? coverage.startMs;
}

/** When each stream begins. One that is asked for by symbol begins with the first of its symbols. */
function startsOf(lines: readonly CoverageLine[]): readonly number[] {
  const streams = Map.groupBy(lines, ({ stream }) => stream);
  return [...streams.values()].map(some => Math.min(...some.map(({ coverage }) => coverage.startMs)));
}

/**
 * Which times these lines have: from the first start to the oldest end, and what is missing in between. A stream that begins
 * later than another one is missing until then.
 */
export function coveredTimes(lines: readonly CoverageLine[]): Omit<ArchiveCount, 'rows' | 'feeAudit'> {
  if (lines.length === 0) return { fromMs: null, toMs: null, gaps: [], gapCount: 0 };
  const starts = startsOf(lines);
  const fromMs = Math.min(...starts);
  const missing = lines.flatMap(line => {
    const { startMs, sealed, read } = line.coverage;
    return subtract([{ fromMs: startMs, toMs: endOf(line) }], sealed, read);
  });
  const before = starts.filter(startMs => startMs > fromMs).map(startMs => ({ fromMs, toMs: startMs }));
  const gaps = toIntervalSet([...missing, ...before]);
  return {
    fromMs,
    toMs: Math.min(...lines.map(endOf)),
    gaps: gaps.slice(-shownGaps),
    gapCount: gaps.length,
  };
}
