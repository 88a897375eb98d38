import * as z from 'zod/mini';
import { type Interval, StreamName } from '#shared/domain/archive/archive.ts';
import { ArchiveError, type CoverageLine, type LineKey } from '../archive-store.ts';
import type { Coverage } from '../coverage/coverage.ts';
import { type IntervalSet, toIntervalSet, unite } from '../coverage/intervals.ts';
import { fromStoredText } from './stored-text.ts';

/** How every database stores coverage: one row for each line, and one for each interval of it. */

const LineRow = z.object({
  account_id: z.number(),
  stream: z.string(),
  symbol: z.string(),
  start_ms: z.number(),
  last_read_at_ms: z.nullable(z.number()),
  /** absent in the copy of an earlier version */
  deleted_from_ms: z.optional(z.nullable(z.number())),
});
const coverageStates = ['sealed', 'read', 'gaps'] as const;
const IntervalRows = z.array(z.object({ state: z.enum(coverageStates), from_ms: z.number(), to_ms: z.number() }));

/** The stream of this name. Throws `ArchiveError`: a newer version of Fathom records a list that this one does not know. */
export function toStreamName(name: string): StreamName {
  const stream = StreamName.safeParse(name);
  if (stream.success) return stream.data;
  throw new ArchiveError('newer-version', `the archive has the stream ${name}`);
}

/** A line as the database gave it; `intervalsOf` reads its intervals. Throws what the check of their shape throws. */
export function toLine(line: unknown, intervalsOf: (line: LineKey) => unknown): CoverageLine {
  const { account_id: accountId, stream: name, symbol: stored, start_ms: startMs, ...facts } = LineRow.parse(line);
  const stream = toStreamName(name);
  const symbol = fromStoredText(stored);
  const rows = IntervalRows.parse(intervalsOf({ accountId, stream, symbol }));
  const of = (state: string): Interval[] =>
    rows.filter(row => row.state === state).map(row => ({ fromMs: row.from_ms, toMs: row.to_ms }));
  const coverage = { startMs, sealed: of('sealed'), read: of('read'), gaps: of('gaps') };
  const { last_read_at_ms: lastReadAtMs, deleted_from_ms: deletedFromMs = null } = facts;
  const deleted = deletedFromMs === null ? null : { fromMs: deletedFromMs, toMs: startMs };
  return { accountId, stream, symbol, coverage, lastReadAtMs, deleted };
}

/** State, start and end of each interval. */
export function intervalValues(coverage: Coverage): readonly (readonly [string, number, number])[] {
  return coverageStates.flatMap(state => coverage[state].map(({ fromMs, toMs }) => [state, fromMs, toMs] as const));
}

function lengthOf(set: IntervalSet): number {
  return set.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
}

/** A sentence for each line whose intervals overlap or are out of order. */
export function coverageFaults(lines: readonly CoverageLine[]): readonly string[] {
  return lines.flatMap(({ stream, symbol, coverage: { sealed, read, gaps } }) => {
    const parts = [sealed, read, gaps];
    const isDisjoint = lengthOf(unite(...parts)) === parts.reduce((sum, part) => sum + lengthOf(part), 0);
    const isSorted = parts.every(part => JSON.stringify(part) === JSON.stringify(toIntervalSet(part)));
    return isDisjoint && isSorted ? [] : [`The coverage of ${stream} ${symbol} contradicts itself.`];
  });
}
