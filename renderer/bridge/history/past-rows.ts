import type { PastPosition, PastStep } from '#shared/domain/account/past.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';

/**
 * What is known of the past of several lists that are shown as one. Each list is known without a hole from its newest rows
 * down to where its walk stands; what was seen stays, whatever the newest rows are now.
 */
export interface PastRows<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly walks: Readonly<Record<string, PastWalk>>;
  readonly forgotten: readonly MissingPart[];
  /** rows that may still move into the past, as orders that are active do */
  readonly open: ReadonlyMap<string, OpenRow>;
  /** those that ended, and have not been seen in the past yet */
  readonly ended: ReadonlyMap<string, OpenRow>;
}

/** How far one list is known. */
export interface PastWalk {
  /** all rows up to here were known when its newest were told last; our clock */
  readonly topMs: number;
  /** where the walk into the past goes on; null: it has come to the end */
  readonly next: PastPosition | null;
  /** why there is nothing older */
  readonly end: string | null;
  /** spans that nobody has told: the newest rows did not reach back to those before */
  readonly gaps: readonly PastGap[];
  /** what was told last: it is taken once, even if two lists tell the same row in different words */
  readonly head: PastHead<unknown>;
}

export interface PastGap {
  readonly fromMs: number;
  readonly at: PastPosition;
}

/** The newest rows of a list: all that were made at `sinceMs` or later, as it was at `asOfMs`. */
export interface PastHead<Row> {
  readonly rows: readonly Row[];
  readonly sinceMs: number;
  readonly asOfMs: number;
}

export interface OpenRow {
  readonly list: string;
  readonly createdAtMs: number;
}

export interface PastRow {
  readonly createdAtMs: number;
  /** when it changed last, where it is known */
  readonly updatedAtMs?: number | null;
}

/** Clocks differ, and what a frame told may reach a list a little later: this much is asked for twice. */
const slackMs = 60_000;

export function emptyPast<Row>(): PastRows<Row> {
  return { rows: new Map(), walks: {}, forgotten: [], open: new Map(), ended: new Map() };
}

function withRows<Row>(
  known: ReadonlyMap<string, Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, Row> {
  const fresh = rows.filter(row => known.get(keyOf(row)) !== row);
  if (fresh.length === 0) return known;
  const next = new Map(known);
  for (const row of fresh) next.set(keyOf(row), row);
  return next;
}

function headWalk(walk: PastWalk | undefined, head: PastHead<unknown>): PastWalk {
  const { sinceMs, asOfMs } = head;
  const topMs = asOfMs - slackMs;
  if (walk === undefined) return { topMs, next: { toMs: sinceMs, after: null }, end: null, gaps: [], head };
  if (topMs <= walk.topMs) return { ...walk, head };
  const gap = { fromMs: walk.topMs, at: { toMs: sinceMs, after: null } };
  return { ...walk, topMs, gaps: sinceMs > walk.topMs ? [...walk.gaps, gap] : walk.gaps, head };
}

/** Rows that ended and are not in the list though it was read since: the list is asked for the moment they were made. */
function lookFor<Row>(past: PastRows<Row>, list: string): PastRows<Row> {
  const mine = [...past.ended].filter(([, row]) => row.list === list);
  const walk = past.walks[list];
  if (mine.length === 0 || walk === undefined) return past;
  const ended = new Map([...past.ended].filter(([, row]) => row.list !== list));
  const lost = mine.filter(([key]) => !past.rows.has(key)).map(([, { createdAtMs }]) => createdAtMs);
  const gaps = [...new Set(lost)].map(fromMs => ({ fromMs, at: { toMs: fromMs + 1, after: null } }));
  return { ...past, ended, walks: { ...past.walks, [list]: { ...walk, gaps: [...walk.gaps, ...gaps] } } };
}

/** A list that is narrowed is another array at every drawing. */
function isSame(a: PastHead<unknown>, b: PastHead<unknown>): boolean {
  if (a.asOfMs !== b.asOfMs || a.sinceMs !== b.sinceMs || a.rows.length !== b.rows.length) return false;
  return a.rows.every((row, index) => row === b.rows[index]);
}

/** The newest rows of a list were told. The same object when it has been taken before. */
export function takeHead<Row>(
  past: PastRows<Row>,
  { list, head, keyOf }: { readonly list: string; readonly head: PastHead<Row>; readonly keyOf: (row: Row) => string },
): PastRows<Row> {
  const before = past.walks[list];
  if (before !== undefined && isSame(before.head, head)) return past;
  const walk = headWalk(before, head);
  const taken = { ...past, rows: withRows(past.rows, head.rows, keyOf), walks: { ...past.walks, [list]: walk } };
  return walk.topMs === before?.topMs ? taken : lookFor(taken, list);
}

/** The rows that may still move into the past, all of them. */
export function takeOpen<Row>(past: PastRows<Row>, open: ReadonlyMap<string, OpenRow>): PastRows<Row> {
  const left = [...past.open].filter(([key]) => !open.has(key));
  if (left.length === 0 && open.size === past.open.size) return past;
  return { ...past, open, ended: new Map([...past.ended, ...left]) };
}

/** The next request: a gap before what is older, and of what is older that which is known the least far back. */
export interface PastJob {
  readonly list: string;
  readonly fromMs: number;
  readonly at: PastPosition;
  readonly isGap: boolean;
}

export function gapJob<Row>({ walks }: PastRows<Row>): PastJob | null {
  for (const [list, { gaps }] of Object.entries(walks)) {
    const [gap] = gaps;
    if (gap !== undefined) return { list, ...gap, isGap: true };
  }
  return null;
}

function leastFar<Row>({ walks }: PastRows<Row>): readonly [string, PastPosition] | null {
  const going = Object.entries(walks).flatMap(([list, { next }]) => (next === null ? [] : [[list, next] as const]));
  return going.toSorted(([, a], [, b]) => b.toMs - a.toMs)[0] ?? null;
}

export function nextJob<Row>(past: PastRows<Row>): PastJob | null {
  const older = leastFar(past);
  return gapJob(past) ?? (older === null ? null : { list: older[0], fromMs: 0, at: older[1], isGap: false });
}

/** What a job brought. */
export function takeStep<Row>(
  past: PastRows<Row>,
  { job, step, keyOf }: { readonly job: PastJob; readonly step: PastStep<Row>; readonly keyOf: (row: Row) => string },
): PastRows<Row> {
  const walk = past.walks[job.list];
  if (walk === undefined) return past;
  // what is known may be newer than what an older page says of the same row
  const unknown = step.items.filter(row => !past.rows.has(keyOf(row)));
  const rows = withRows(past.rows, unknown, keyOf);
  const [gap, ...others] = walk.gaps;
  const filled = step.next === null || gap === undefined ? others : [{ ...gap, at: step.next }, ...others];
  const moved = job.isGap ? { ...walk, gaps: filled } : { ...walk, next: step.next, end: step.end };
  // the first time tells from when on; later ones are further back
  const news = step.forgotten.filter(({ reason }) => past.forgotten.every(each => each.reason !== reason));
  return {
    ...past,
    rows,
    walks: { ...past.walks, [job.list]: moved },
    forgotten: news.length === 0 ? past.forgotten : [...past.forgotten, ...news],
  };
}

/** A list that cannot be walked, for a reason that a retry does not change. */
export function endWalk<Row>(past: PastRows<Row>, list: string, end: string): PastRows<Row> {
  const walk = past.walks[list];
  return walk === undefined
    ? past
    : { ...past, walks: { ...past.walks, [list]: { ...walk, next: null, end, gaps: [] } } };
}

/** All lists are known without a hole down to this moment; null: down to their ends. */
export function reachedMs<Row>(past: PastRows<Row>): number | null {
  return leastFar(past)?.[1].toMs ?? null;
}

/**
 * The rows down to where all lists are known: below that some would be missing among others. One that ended since is shown
 * however long ago it was made.
 */
export function shownRows<Row extends PastRow>(past: PastRows<Row>): readonly Row[] {
  const limitMs = reachedMs(past);
  const rows = [...past.rows.values()];
  return limitMs === null
    ? rows
    : rows.filter(({ createdAtMs, updatedAtMs }) => Math.max(createdAtMs, updatedAtMs ?? 0) >= limitMs);
}
