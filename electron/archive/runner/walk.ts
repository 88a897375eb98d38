import type { Interval, UnprovenWindow } from '#shared/domain/archive/archive.ts';
import type { Failure } from '#shared/errors.ts';
import type { PastPageCalls } from '#client/endpoints/past-pages/page-calls.ts';
import type { ArchiveFailure, ArchiveResult, ArchiveStore, FoundRow, LineKey } from '../archive-store.ts';
import type { Coverage } from '../coverage/coverage.ts';
import { intersect, type IntervalSet, toIntervalSet, unite } from '../coverage/intervals.ts';
import { keptSince } from '../coverage/plan.ts';
import { areMissingIn, type MissingRows, spanOf } from '../proofs/missing-rows.ts';
import { proveWindow, type WindowProof } from '../proofs/window-proof.ts';
import type { KnownBeside } from '../proofs/witness.ts';
import type { Stream, StreamPage } from '../streams/stream.ts';

export interface Walk {
  readonly stream: Stream;
  readonly line: LineKey;
  readonly window: Interval;
  /** exchange time */
  readonly nowMs: () => number;
  readonly calls: PastPageCalls;
  readonly store: Pick<ArchiveStore, 'commitPage'>;
  /** What the archive has beside these rows of the window; asked for once, before the last page is stored. */
  readonly readBeside: (rows: readonly FoundRow[]) => Promise<ArchiveResult<KnownBeside>>;
  /** Rows of the stream that may still change, as the archive has them; asked for where the stream looks them up. */
  readonly readOpenRows: () => Promise<ArchiveResult<readonly FoundRow[]>>;
  /** Waits until a request may be sent; false: the walk is stopped. */
  readonly waitForShare: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

/**
 * How a walk ended. `done`: the window is read and coverage has moved. In all other cases coverage is as before.
 * `unproven`: rows are missing or cannot be read; `too-long`: the window has more pages than one walk reads.
 */
export type WalkOutcome =
  | {
      readonly kind: 'done';
      readonly coverage: Coverage;
      readonly addedCount: number;
      readonly window: Interval;
      /** later than the start of the window where the exchange cut its answer */
      readonly provenFromMs: number;
      /** parts that may not be sealed */
      readonly unsealed: IntervalSet;
      readonly breaks: readonly MissingRows[];
    }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'not-stored'; readonly failure: ArchiveFailure }
  /** `window` null: the list changed while it was read */
  | { readonly kind: 'unproven'; readonly window: UnprovenWindow | null }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'stopped' };

export const mostPages = 40;

/** What a walk has seen up to now. */
interface Progress {
  readonly keys: Set<string>;
  /** keys with the list that had them */
  readonly listed: Set<string>;
  readonly equals: Map<string, number>;
  readonly addedAtMs: number[];
  /** times of the rows that may still change, by their key */
  readonly openAtMs: Map<string, number>;
  /** rows that may still change, as the archive had them before the walk */
  readonly known: readonly FoundRow[];
  /** all rows by their key, where the stream checks them */
  readonly rows: Map<string, FoundRow>;
  total: number | null;
  unreadableCount: number;
  rowCount: number;
  oldestMs: number;
}

/**
 * The rows with their number among equals. Without an id they are counted over the whole walk. With an id they are counted
 * on one page: ids may repeat, while the same row on two pages has moved from one to the other.
 */
function withKeys(rows: readonly FoundRow[], { isWithoutId }: Stream, progress: Progress): readonly FoundRow[] {
  const equals = isWithoutId ? progress.equals : new Map<string, number>();
  return rows.map(row => {
    const place = equals.get(row.key) ?? 0;
    equals.set(row.key, place + 1);
    return place === 0 ? row : { ...row, key: `${row.key} #${place + 1}` };
  });
}

function takeIn(progress: Progress, page: StreamPage, { isOpen, checkRows }: Stream): boolean {
  const before = progress.listed.size;
  for (const row of page.rows) {
    const { key, timeMs } = row;
    progress.keys.add(key);
    progress.listed.add(JSON.stringify([page.list ?? '', key]));
    progress.oldestMs = Math.min(progress.oldestMs, timeMs);
    if (checkRows !== undefined) progress.rows.set(key, row);
    // a later page knows better
    if (isOpen?.(row) === true) progress.openAtMs.set(key, timeMs);
    else progress.openAtMs.delete(key);
  }
  progress.rowCount += page.rows.length;
  progress.unreadableCount += page.unreadableCount;
  progress.total = page.total;
  return progress.listed.size > before;
}

/** Whether the walk has all rows of its window, as far as the exchange still keeps them. */
function proveWalk({ stream, window, nowMs }: Walk, progress: Progress, isFinished: boolean): WindowProof {
  const { proof, rules, wholeMs = null } = stream;
  // while the walk waited for its share the exchange may have forgotten the oldest rows
  const keptMs = Math.max(keptSince(rules, nowMs()), keptSince({ keptMs: wholeMs }, nowMs()));
  const fromMs = Math.max(window.fromMs, keptMs);
  const { unreadableCount, listed, total, rowCount, oldestMs } = progress;
  const counts = { readCount: listed.size, listedCount: rowCount, unreadableCount, announcedCount: total };
  return proveWindow(proof, { ...counts, isFinished, oldestMs }, fromMs);
}

async function knownRows({ stream, readOpenRows }: Walk): Promise<ArchiveResult<readonly FoundRow[]>> {
  return stream.lookedUpStatuses === undefined ? { ok: true, value: [] } : await readOpenRows();
}

/**
 * Reads one window page by page. Each page is stored in a transaction; coverage moves with the last page, when the walk is
 * proven to be complete.
 */
export async function walkWindow(walk: Walk): Promise<WalkOutcome> {
  const known = await knownRows(walk);
  if (!known.ok) return { kind: 'not-stored', failure: known };
  const progress: Progress = {
    known: known.value,
    keys: new Set(),
    listed: new Set(),
    equals: new Map(),
    addedAtMs: [],
    openAtMs: new Map(),
    rows: new Map(),
    total: null,
    unreadableCount: 0,
    rowCount: 0,
    oldestMs: Infinity,
  };
  const readAtMs = walk.nowMs();
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const step = await readStep(walk, { progress, cursor, readAtMs });
    if (step.kind !== 'next') return step;
    cursor = step.cursor;
  }
  return { kind: 'too-long' };
}

interface StepState {
  readonly progress: Progress;
  readonly cursor: string | undefined;
  readonly readAtMs: number;
}

type NextStep = { readonly kind: 'next'; readonly cursor: string };

async function readStep(walk: Walk, state: StepState): Promise<WalkOutcome | NextStep> {
  const { stream, line, window, calls, signal } = walk;
  if (!(await walk.waitForShare())) return { kind: 'stopped' };
  // both ends of a question belong to the window, and the end of an interval does not
  const unmet = state.progress.known.filter(({ key }) => !state.progress.keys.has(key));
  const query = { fromMs: window.fromMs, toMs: window.toMs - 1, cursor: state.cursor, symbol: line.symbol };
  const askedAtMs = walk.nowMs();
  const read = await stream.readPage(calls, { ...query, unmet, askedAtMs }, { priority: 'background', signal });
  if (!read.ok) return read.error.kind === 'closed' ? { kind: 'stopped' } : { kind: 'failed', failure: read.error };
  // rows without an id that moved to the next page would count twice
  const hasMoved = state.cursor !== undefined && read.value.total !== state.progress.total;
  if (stream.isWithoutId && hasMoved) return { kind: 'unproven', window: null };
  return await storePage(walk, state, { page: read.value, request: JSON.stringify(query), askedAtMs });
}

type Unsealed = Pick<Extract<WalkOutcome, { kind: 'done' }>, 'breaks' | 'unsealed'>;

/** Rows that are missing in the window, by the rows of the walk and what the archive has beside them. */
async function findBreaks(
  { stream: { checkRows }, window, readBeside }: Walk,
  { rows }: Progress,
  readAtMs: number,
): Promise<ArchiveResult<readonly MissingRows[]>> {
  if (checkRows === undefined) return { ok: true, value: [] };
  const walked = [...rows.values()];
  const beside = await readBeside(walked);
  if (!beside.ok) return beside;
  const { witness, span } = beside.value;
  const breaks = checkRows({ rows: [...beside.value.rows, ...walked], witness, span, readAtMs });
  return { ok: true, value: breaks.filter(each => areMissingIn(window, each)) };
}

/** What the walk found at its end of rows that may still change and of proofs that failed. */
async function findUnsealed(walk: Walk, progress: Progress, readAtMs: number): Promise<ArchiveResult<Unsealed>> {
  const { openAtMs, known, keys } = progress;
  const breaks = await findBreaks(walk, progress, readAtMs);
  if (!breaks.ok) return breaks;
  // what was not looked up may have changed as well
  const unmetAtMs = known.filter(({ key }) => !keys.has(key)).map(({ timeMs }) => timeMs);
  const open = [...openAtMs.values(), ...unmetAtMs].map(timeMs => ({ fromMs: timeMs, toMs: timeMs + 1 }));
  const openHere = intersect(toIntervalSet(open), [walk.window]);
  return { ok: true, value: { breaks: breaks.value, unsealed: unite(openHere, breaks.value.map(spanOf)) } };
}

/** A page of the walk; with the last one what the walk proves. */
interface JudgedPage extends Unsealed {
  /** null: the walk continues */
  readonly proof: WindowProof | null;
}

async function judgePage(
  walk: Walk,
  { progress, readAtMs }: StepState,
  { page, hasNew }: { readonly page: StreamPage; readonly hasNew: boolean },
): Promise<ArchiveResult<JudgedPage>> {
  const isLast = page.next === null || (!hasNew && page.mayBeEmpty !== true);
  if (!isLast) return { ok: true, value: { proof: null, breaks: [], unsealed: [] } };
  const proof = proveWalk(walk, progress, page.next === null && page.isUnfinished !== true);
  const found = await findUnsealed(walk, progress, readAtMs);
  return found.ok ? { ok: true, value: { ...found.value, proof } } : found;
}

async function storePage(
  walk: Walk,
  state: StepState,
  { page, request, askedAtMs }: { readonly page: StreamPage; readonly request: string; readonly askedAtMs: number },
): Promise<WalkOutcome | NextStep> {
  const { stream, line, window } = walk;
  const { progress, readAtMs } = state;
  const { endpoint, text, next } = page;
  // no database keeps another time
  const timed = page.rows.filter(({ timeMs }) => Number.isSafeInteger(timeMs));
  const unreadableCount = page.unreadableCount + page.rows.length - timed.length;
  const rows = withKeys(timed, stream, progress);
  const hasNew = takeIn(progress, { ...page, rows, unreadableCount }, stream);
  const judged = await judgePage(walk, state, { page, hasNew });
  if (!judged.ok) return { kind: 'not-stored', failure: judged };
  const { proof, breaks, unsealed } = judged.value;
  const read = { window, readAtMs, addedAtMs: [...progress.addedAtMs], unsealed };
  const committed = await walk.store.commitPage({
    line,
    record: stream.record,
    page: { endpoint, request, text, askedAtMs, receivedAtMs: walk.nowMs(), rows },
    read: proof?.kind === 'proven' ? { ...read, provenFromMs: proof.provenFromMs, isCut: proof.isCut } : null,
  });
  if (!committed.ok) return { kind: 'not-stored', failure: committed };
  const { addedAtMs, coverage, isOutdated } = committed.value;
  if (isOutdated) return { kind: 'unproven', window: null };
  progress.addedAtMs.push(...addedAtMs);
  if (coverage !== null && proof?.kind === 'proven') {
    const { provenFromMs } = proof;
    return { kind: 'done', coverage, addedCount: progress.addedAtMs.length, window, provenFromMs, unsealed, breaks };
  }
  if (proof?.kind === 'unproven') return unprovenOf(window, proof);
  return next === null ? { kind: 'unproven', window: null } : { kind: 'next', cursor: next };
}

function unprovenOf(window: Interval, proof: Extract<WindowProof, { kind: 'unproven' }>): WalkOutcome {
  const { fault, readCount, expectedCount } = proof;
  return { kind: 'unproven', window: { ...window, fault, readCount, expectedCount } };
}
