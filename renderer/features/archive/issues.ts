import type { Interval, StreamName, StreamStatus, UnprovenWindow } from '#shared/domain/archive/archive.ts';
import { lineTitle } from './archive-texts.ts';

/** A time of which rows are missing, or may be. */
export type DataIssue = Interval & {
  readonly stream: StreamName;
  readonly title: string;
} /** the list of one symbol could not be read since `fromMs` */ & (
    | { readonly kind: 'failing'; readonly reason: string }
    | { readonly kind: 'gap' | 'lost' }
    | (UnprovenWindow & { readonly kind: 'unproven' })
    /** the first row after missing ones */
    | { readonly kind: 'break'; readonly key: string; readonly currency: string }
  );

/** A failure of one symbol, which other symbols of its stream hide. */
function failureOf({ stream, symbol, state, reason, lastReadAtMs, startMs }: StreamStatus, title: string): DataIssue[] {
  if (symbol === null || state !== 'failing') return [];
  const fromMs = lastReadAtMs ?? startMs;
  return [{ stream, title, kind: 'failing', fromMs, toMs: fromMs, reason: reason ?? '' }];
}

/** Failing symbols, coverage gaps, lost time, failed proofs and missing bookings of all streams, the newest first. */
export function issuesOf(streams: readonly StreamStatus[]): readonly DataIssue[] {
  return streams
    .flatMap(line => {
      const title = lineTitle(line);
      const of = { stream: line.stream, title };
      return [
        ...failureOf(line, title),
        ...line.gaps.map((interval): DataIssue => ({ ...of, kind: 'gap', ...interval })),
        ...line.lost.map((interval): DataIssue => ({ ...of, kind: 'lost', ...interval })),
        ...line.unproven.map((window): DataIssue => ({ ...of, kind: 'unproven', ...window })),
        ...line.breaks.map(
          ({ atMs, ...booking }): DataIssue => ({ ...of, kind: 'break', fromMs: atMs, toMs: atMs, ...booking }),
        ),
      ];
    })
    .toSorted((a, b) => b.fromMs - a.fromMs);
}

/** The issues of one stream, the newest first. */
export interface IssueGroup {
  readonly stream: StreamName;
  readonly issues: readonly DataIssue[];
}

/** The issues of each stream together, in the order of their newest ones. */
export function groupIssues(issues: readonly DataIssue[]): readonly IssueGroup[] {
  return [...Map.groupBy(issues, ({ stream }) => stream)].map(([stream, found]) => ({ stream, issues: found }));
}
