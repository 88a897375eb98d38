import type { Interval, StreamName } from '#shared/domain/archive/archive.ts';
import type { CoverageLine } from '#archive/archive-store.ts';
import { type IntervalSet, intersect, subtract, unite } from '#archive/coverage/intervals.ts';

/** The times of a span in which a line was not read completely. */
function uncoveredOf({ coverage }: CoverageLine, span: Interval): IntervalSet {
  return subtract([span], coverage.sealed, coverage.read);
}

/** The times of a span in which one of these streams is not known completely; a stream without a line is unknown. */
export function uncoveredTimes(
  lines: readonly CoverageLine[],
  streams: readonly StreamName[],
  span: Interval,
): IntervalSet {
  const sets = streams.flatMap(stream => {
    const ofStream = lines.filter(line => line.stream === stream);
    return ofStream.length === 0 ? [[span]] : ofStream.map(line => uncoveredOf(line, span));
  });
  return unite(...sets);
}

/** The parts of a span that are in none of these times. */
export function coveredParts(uncovered: IntervalSet, span: Interval): IntervalSet {
  return subtract([span], intersect(uncovered, [span]));
}
