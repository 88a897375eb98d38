import type { RecordName } from '../records/columns.ts';
import { recordAccountChanges } from '../changes/record-changes.ts';
import { takeSnapshot } from '../snapshots/take-snapshot.ts';
import { dayMs, minuteMs } from '../streams/stream.ts';
import { type Job, jobsOf } from './jobs.ts';
import { afterWalk } from './line-state.ts';
import { refreshHeldCoins } from './held-coins.ts';
import { openLines, refreshPositions, reloadLines } from './open-lines.ts';
import {
  change,
  type RecorderOptions,
  type RecorderState,
  type Session,
  sharePauseMs,
  take,
  waitForShare,
} from './session.ts';
import { walkWindow } from './walk.ts';
import { readBeside } from './read-beside.ts';
import { readRowsOfStatus } from './read-witness.ts';

export interface Recorder {
  readonly state: () => RecorderState;
  /** the exchange's time */
  readonly nowMs: () => number;
  /** Coverage changed in the database: it is read again before the next window. */
  readonly reloadCoverage: () => void;
  /** Ends what is under way; resolves when nothing is written any more. */
  readonly stop: () => Promise<void>;
}

/** After a profile was opened its panels come first. */
const startPauseMs = 20_000;
const idlePauseMs = 5_000;
const betweenWindowsMs = 200;
const failurePauseMs = minuteMs;
/** Counting takes some milliseconds below this many rows, so that a first backfill is seen to grow. */
const fewRows = 100_000;
const figuresEveryMs = { few: 10_000, many: minuteMs } as const;
const snapshotEveryMs = 15 * minuteMs;
/** After a movement a snapshot is taken when no other one follows for so long, and not more often than each minute. */
const quietAfterMovementMs = 10_000;
const leastBetweenSnapshotsMs = minuteMs;
const thinEveryMs = dayMs;
/** Rows of these records change no balance by themselves. */
const stillRecords: ReadonlySet<RecordName> = new Set([
  'candles',
  'fee-rates',
  'spot-orders',
  'futures-orders',
  'stop-orders',
]);
/** Below this, old windows wait: the newest rows need little. */
const leastFreeBytes = 256 * 1024 * 1024;

async function openAccount(session: Session): Promise<boolean> {
  const { account, store } = session.options;
  const { profileId, runId } = account;
  const opened = take(session, await store.openAccount({ profileId, runId }));
  if (opened === null) return false;
  const snapshot = take(session, await store.newestSnapshot({ accountId: opened.value }));
  if (snapshot === null) return false;
  session.accountId = opened.value;
  change(session, { snapshot: snapshot.value, failure: null });
  return true;
}

/** How long counted figures are shown before they are counted again. */
function figuresLastMs({ figures }: RecorderState): number {
  const rows = figures?.rowsByRecord.reduce((total, { rows: added }) => total + added, 0) ?? 0;
  return rows < fewRows ? figuresEveryMs.few : figuresEveryMs.many;
}

/** Counts again when it is time. A count that fails, as one that takes too long, stops no recording. */
async function refreshFigures(session: Session, accountId: number): Promise<void> {
  if (session.nowMs() < session.figuresNotBeforeMs) return;
  const { store, log } = session.options;
  const figures = await store.figures({ accountId });
  if (figures.ok) change(session, { figures: figures.value });
  else log.warn('archive.uncounted', { fault: figures.fault, detail: figures.detail });
  session.figuresNotBeforeMs = session.nowMs() + (figures.ok ? figuresLastMs(session.state) : figuresEveryMs.many);
}

/** Opens what is not open yet. False: the archive failed. */
async function prepare(session: Session): Promise<boolean> {
  if (session.accountId === null && !(await openAccount(session))) return false;
  const { accountId } = session;
  if (accountId === null) return false;
  if (session.isCoverageOld && !(await reloadLines(session, accountId))) return false;
  await refreshPositions(session);
  await refreshHeldCoins(session, accountId);
  const isOpenDue = session.mayHaveSymbols && session.nowMs() >= session.symbolsNotBeforeMs;
  if (isOpenDue && !(await openLines(session, accountId))) return false;
  await refreshFigures(session, accountId);
  return true;
}

function isSnapshotDue({ state: { snapshot }, movedAtMs, nowMs }: Session): boolean {
  if (snapshot === null) return true;
  const ageMs = nowMs() - snapshot.atMs;
  if (ageMs >= snapshotEveryMs) return true;
  const isQuiet = movedAtMs !== null && nowMs() - movedAtMs >= quietAfterMovementMs;
  return isQuiet && ageMs >= leastBetweenSnapshotsMs;
}

/** Takes a snapshot when it is time, and soon after a movement was found. */
async function snapshotWhenDue(session: Session, accountId: number): Promise<void> {
  if (!isSnapshotDue(session)) return;
  session.movedAtMs = null;
  const { account, store } = session.options;
  const taken = await takeSnapshot({
    client: account.client,
    accountId,
    nowMs: session.nowMs,
    waitForShare: cost => waitForShare(session, cost),
    signal: session.signal,
  });
  if (taken !== null && take(session, await store.saveSnapshot(taken)) !== null) {
    // it may name coins that no booking has
    if (session.state.snapshot === null) session.coinsNotBeforeMs = -Infinity;
    change(session, { snapshot: taken, failure: null });
  }
}

/** The days of the user and those of the exchange keep their last balance snapshot. */
function dayZones(): readonly string[] {
  return ['UTC', Intl.DateTimeFormat().resolvedOptions().timeZone];
}

/** Deletes old balance snapshots and what the retention rules no longer keep, once a day. */
async function thinWhenDue(session: Session, accountId: number): Promise<void> {
  const nowMs = session.nowMs();
  if (nowMs - session.thinnedAtMs < thinEveryMs) return;
  const { store } = session.options;
  if (take(session, await store.thinSnapshots({ accountId, nowMs, zones: dayZones() })) === null) return;
  session.thinnedAtMs = nowMs;
  await session.options.applyRetention();
}

/** Also while nothing may be recorded: what is left of a deletion was to be deleted before. */
async function finishDeletion(session: Session): Promise<void> {
  const nowMs = session.nowMs();
  if (nowMs < session.deletionNotBeforeMs) return;
  const isFinished = await session.options.finishDeletion();
  session.deletionNotBeforeMs = isFinished ? Infinity : nowMs + failurePauseMs;
}

async function readWindow(session: Session, { line, planned }: Job): Promise<void> {
  const { account, store, log } = session.options;
  const { stream } = line;
  const { symbol } = line.line;
  change(session, { current: { stream: stream.name, symbol, window: planned.window } });
  const outcome = await walkWindow({
    stream,
    line: line.line,
    window: planned.window,
    nowMs: session.nowMs,
    calls: account.client.pastPages,
    store,
    readBeside: rows => readBeside(session, { line, window: planned.window, rows }),
    readOpenRows: () => readRowsOfStatus(session, line.line, stream),
    waitForShare: () => waitForShare(session, stream.cost),
    signal: session.signal,
  });
  if (outcome.kind === 'not-stored') take(session, { ok: false, ...outcome.failure });
  if (outcome.kind === 'done') {
    change(session, { failure: null });
    session.mayHaveSymbols ||= outcome.addedCount > 0;
    const hasMoved = outcome.addedCount > 0 && planned.kind === 'tail' && !stillRecords.has(stream.record);
    if (hasMoved) session.movedAtMs = session.nowMs();
  }
  const next = afterWalk(line, outcome, session.nowMs());
  if (next.state !== 'working') log.warn('archive.unread', { stream: stream.name, reason: next.reason });
  const lines = session.state.lines.map(each => (each === line ? next : each));
  change(session, { lines, current: null });
}

function isDiskLow({ figures }: RecorderState): boolean {
  return figures !== null && figures.freeBytes !== null && figures.freeBytes < leastFreeBytes;
}

/** Does what is due. Returns the pause before the next step, in ms. */
async function step(session: Session): Promise<number> {
  const { obstacle, share, account } = session.options;
  await finishDeletion(session);
  const reason = obstacle();
  change(session, { obstacle: reason });
  if (reason !== null) {
    change(session, { phase: 'stopped' });
    return idlePauseMs;
  }
  if (!(await prepare(session)) || session.accountId === null) {
    change(session, { phase: 'stopped' });
    return failurePauseMs;
  }
  const isLow = isDiskLow(session.state);
  change(session, { obstacle: isLow ? 'disk-low' : null });
  await snapshotWhenDue(session, session.accountId);
  await recordAccountChanges(session, session.accountId);
  await thinWhenDue(session, session.accountId);
  const jobs = jobsOf(session.state.lines, session.nowMs()).filter(({ planned }) => !isLow || planned.kind === 'tail');
  const job = jobs.find(({ line }) => share.mayRequest(line.stream.cost, account.client.link().pools));
  if (job === undefined) {
    change(session, { phase: jobs.length > 0 ? 'waiting' : 'idle' });
    return jobs.length > 0 ? sharePauseMs : idlePauseMs;
  }
  await readWindow(session, job);
  return session.state.failure === null ? betweenWindowsMs : failurePauseMs;
}

async function record(session: Session): Promise<void> {
  const { wait } = session.options;
  await wait(startPauseMs, session.signal);
  while (!session.signal.aborted) {
    const pauseMs = await step(session);
    await wait(pauseMs, session.signal);
  }
}

/**
 * Records the past of one account, with no window open as well: one window at a time, within the share of the rate-limit
 * pools. When the archive fails, the state says so, and it is tried again.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const stopping = new AbortController();
  const nowMs = () => options.nowMs() + (options.account.client.link().clock.offsetMs ?? 0);
  const session: Session = {
    options,
    nowMs,
    signal: stopping.signal,
    accountId: null,
    mayHaveSymbols: true,
    symbolsNotBeforeMs: -Infinity,
    positionSymbols: [],
    positionsNotBeforeMs: -Infinity,
    coinSymbols: [],
    coinsNotBeforeMs: -Infinity,
    figuresNotBeforeMs: -Infinity,
    movedAtMs: null,
    isCoverageOld: false,
    deletionNotBeforeMs: -Infinity,
    thinnedAtMs: -Infinity,
    compared: null,
    state: {
      phase: 'starting',
      lines: [],
      failure: null,
      obstacle: null,
      current: null,
      snapshot: null,
      figures: null,
      unknownSymbols: new Map(),
    },
  };
  const recording = record(session);
  return {
    state: () => session.state,
    nowMs,
    reloadCoverage: () => {
      session.isCoverageOld = true;
    },
    stop: async () => {
      stopping.abort();
      await recording;
    },
  };
}
