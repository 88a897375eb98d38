import type { Interval, StreamStatus } from '#shared/domain/archive/archive.ts';

/** State of one part of the time: proved complete, read once, cut by the exchange, lost at the exchange, not read yet, or deleted. */
export const partKinds = ['sealed', 'read', 'gap', 'lost', 'unread', 'deleted'] as const;
export type PartKind = (typeof partKinds)[number];

export interface CoveragePart extends Interval {
  readonly kind: PartKind;
}

const lengthOf = ({ fromMs, toMs }: Interval): number => toMs - fromMs;

function clip({ fromMs, toMs }: Interval, axis: Interval): readonly Interval[] {
  const clipped = { fromMs: Math.max(fromMs, axis.fromMs), toMs: Math.min(toMs, axis.toMs) };
  return clipped.fromMs < clipped.toMs ? [clipped] : [];
}

/** What is left of a span once the parts, which do not overlap, are taken out. */
function restOf(span: Interval, parts: readonly CoveragePart[]): readonly CoveragePart[] {
  const rest: CoveragePart[] = [];
  let fromMs = span.fromMs;
  for (const part of parts) {
    if (part.fromMs > fromMs) rest.push({ kind: 'unread', fromMs, toMs: part.fromMs });
    fromMs = Math.max(fromMs, part.toMs);
  }
  if (fromMs < span.toMs) rest.push({ kind: 'unread', fromMs, toMs: span.toMs });
  return rest;
}

const byStart = (a: Interval, b: Interval): number => a.fromMs - b.fromMs;

/**
 * All parts of a stream on a time axis, oldest first. The time before the stream begins belongs to none, except what was deleted of it. A part that is both
 * a gap and read counts as a gap: the exchange cut its answer.
 */
export function coverageParts(
  stream: Pick<StreamStatus, 'startMs' | 'sealed' | 'read' | 'gaps' | 'lost' | 'deleted'>,
  axis: Interval,
): readonly CoveragePart[] {
  const { startMs, sealed, read, gaps, lost } = stream;
  const deleted = (stream.deleted === null ? [] : clip(stream.deleted, axis)).map(
    ({ fromMs, toMs }): CoveragePart => ({ kind: 'deleted', fromMs, toMs }),
  );
  const [span] = clip({ fromMs: startMs, toMs: axis.toMs }, axis);
  if (span === undefined) return deleted;
  let parts: readonly CoveragePart[] = [];
  const lists = [
    ['gap', gaps],
    ['lost', lost],
    ['sealed', sealed],
    ['read', read],
  ] as const;
  for (const [kind, intervals] of lists)
    for (const interval of intervals) {
      const free = restOf(span, parts);
      const added = free
        .flatMap(each => clip(interval, each))
        .map(({ fromMs, toMs }): CoveragePart => ({ kind, fromMs, toMs }));
      parts = [...parts, ...added].toSorted(byStart);
    }
  return [...deleted, ...parts, ...restOf(span, parts)].toSorted(byStart);
}

/** How long the parts of each kind are together, in ms. */
export function coverageLengths(parts: readonly CoveragePart[]): Readonly<Record<PartKind, number>> {
  const lengths = { sealed: 0, read: 0, gap: 0, lost: 0, unread: 0, deleted: 0 };
  for (const part of parts) lengths[part.kind] += lengthOf(part);
  return lengths;
}

/** Sealed and read once as a share of all that is not deleted, 0 to 1; null: the axis has nothing of the stream. */
export function coveredShare(parts: readonly CoveragePart[]): number | null {
  const all = parts.reduce((total, part) => total + (part.kind === 'deleted' ? 0 : lengthOf(part)), 0);
  const { sealed, read } = coverageLengths(parts);
  return all === 0 ? null : (sealed + read) / all;
}

/** Where a part is on the axis, in percent of its length. */
export function placeOnAxis(part: Interval, axis: Interval): { readonly left: number; readonly width: number } {
  const percent = (ms: number) => (100 * ms) / lengthOf(axis);
  return { left: percent(part.fromMs - axis.fromMs), width: percent(lengthOf(part)) };
}
