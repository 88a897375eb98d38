import { changeStream } from '#shared/domain/archive/archive.ts';
import { isSameChange } from '#shared/domain/overseen/account-details.ts';
import type { NotedChange } from '#shared/domain/overseen/watched-accounts.ts';
import type { BalanceSnapshot, CoverageLine, FoundRow, LineKey } from '../archive-store.ts';
import { coveredToMs, settlingMs, type WindowRead } from '../coverage/coverage.ts';
import { anyRow } from '../runner/read-witness.ts';
import { type RecordedComparison, type Session, take } from '../runner/session.ts';
import { dayMs, minuteMs } from '../streams/stream.ts';
import { toBalanceRow, toChangeRow } from './change-row.ts';
import { commitOf } from './commit-changes.ts';
import { compareDetails, type KnownDetails, listKind, restoreList, toListRow } from './compare-details.ts';
import { compareSnapshot, type KnownBalances } from './compare-snapshots.ts';
import { recordSeenChanges } from './record-seen-changes.ts';

/** Snapshots are taken every 15 minutes: a longer time between two of them is a coverage gap. */
const longestCoveredMs = 30 * minuteMs;
/** Accounts that the last compared snapshot does not know are looked up in those of so long before it. */
const lookBackMs = dayMs / 4;

/** The time between two snapshots as a walk: it is a gap where too much time is between them. */
function walkBetween(fromMs: number, toMs: number): WindowRead {
  const isCut = toMs - fromMs > longestCoveredMs;
  const provenFromMs = isCut ? toMs : fromMs;
  return { window: { fromMs, toMs }, provenFromMs, isCut, readAtMs: toMs + settlingMs, addedAtMs: [] };
}

/** What is known at the end of the coverage. Null: the archive failed. */
async function loadKnown(
  session: Session,
  { accountId, coverage }: CoverageLine,
): Promise<{ readonly value: KnownBalances | null } | null> {
  const { store } = session.options;
  const toMs = coveredToMs(coverage);
  const times = take(session, await store.snapshotTimes({ accountId, fromMs: toMs - lookBackMs, toMs }));
  if (times === null) return null;
  let known: KnownBalances | null = null;
  for (const atMs of times.value) {
    // oxlint-disable-next-line no-await-in-loop -- one snapshot at a time is in memory
    const read = take(session, await store.snapshotsAt({ accountId, times: [atMs], owner: null }));
    if (read === null) return null;
    for (const snapshot of read.value) known = compareSnapshot(known, snapshot).known;
  }
  return { value: known };
}

/** The list of sub-accounts that the last session ended with. Null: the archive failed. */
async function loadDetails(
  session: Session,
  { accountId, coverage }: CoverageLine,
): Promise<{ readonly value: KnownDetails | null } | null> {
  const conditions = { ...anyRow, status: null, kinds: [listKind] };
  const { store } = session.options;
  const found = take(session, await store.searchRows({ accountId, record: changeStream, limit: 1, conditions }));
  if (found === null) return null;
  const details = found.value[0] === undefined ? null : restoreList(found.value[0]);
  // a list that was not marked as old was read again with each snapshot
  const isRead = details !== null && !details.isOld;
  return { value: isRead ? { ...details, atMs: Math.max(details.atMs, coveredToMs(coverage)) } : details };
}

/** The snapshots that are not compared yet, oldest first. Null: the archive failed. */
async function snapshotsAfter(
  session: Session,
  { accountId, fromMs, newest }: { accountId: number; fromMs: number; newest: BalanceSnapshot },
): Promise<readonly BalanceSnapshot[] | null> {
  const { store } = session.options;
  const times = take(session, await store.snapshotTimes({ accountId, fromMs: fromMs + 1, toMs: newest.atMs - 1 }));
  if (times === null) return null;
  const earlier = take(session, await store.snapshotsAt({ accountId, times: times.value, owner: null }));
  return earlier === null ? null : [...earlier.value, newest];
}

/** Reads where the comparison of the last session ended. The first snapshot of an archive begins the coverage. */
async function beginComparison(session: Session, line: LineKey, newest: BalanceSnapshot): Promise<boolean> {
  const opened = take(session, await session.options.store.openLine({ ...line, startMs: newest.atMs }));
  const known = opened === null ? null : await loadKnown(session, opened.value);
  const details = opened === null ? null : await loadDetails(session, opened.value);
  if (opened === null || known === null || details === null) return false;
  const { coverage } = opened.value;
  const [fromMs, toMs] = [coverage.startMs, coveredToMs(coverage)];
  session.compared = { fromMs, toMs, known: known.value, details: details.value, stored: [] };
  return true;
}

interface DetailStep {
  readonly changes: readonly NotedChange[];
  readonly rows: readonly FoundRow[];
  readonly details: KnownDetails | null;
}

/**
 * The changes of names, status, permissions and remarks up to a snapshot. The list is stored when it changed, and when it could
 * not be read for the first time: the next session then knows since when a change may have happened.
 */
function detailsAfter({ details, stored }: RecordedComparison, { subAccountList, atMs }: BalanceSnapshot): DetailStep {
  if (subAccountList === undefined) {
    if (details === null || details.isOld) return { changes: [], rows: [], details };
    const old = { ...details, isOld: true };
    return { changes: [], rows: [toListRow(old, atMs)], details: old };
  }
  const { changes: found, known } = compareDetails(details, subAccountList);
  const changes = found.filter(change => !stored.some(each => isSameChange(each, change)));
  const isKept = details !== null && !details.isOld && found.length === 0;
  return {
    changes,
    rows: [...changes.map(toChangeRow), ...(isKept ? [] : [toListRow(known, known.atMs)])],
    details: known,
  };
}

/** Stores the list that came with the first snapshot, which has no change. False: the archive failed. */
async function storeFirstList(session: Session, line: LineKey, newest: BalanceSnapshot): Promise<boolean> {
  const { compared } = session;
  const { subAccountList, atMs } = newest;
  if (compared === null || compared.toMs !== atMs || compared.details !== null || subAccountList === undefined)
    return true;
  const { rows, details } = detailsAfter(compared, newest);
  const commit = commitOf(line, { source: 'listed-accounts', rows, read: null });
  if (take(session, await session.options.store.commitPage(commit)) === null) return false;
  session.compared = { ...compared, details };
  return true;
}

/** So many of the newest changes are compared with what windows saw. */
const mostStored = 1000;

/**
 * Compares the balance snapshots that were not compared yet and stores the changes of the sub-accounts: each snapshot with its
 * changes and its coverage in one transaction, so that a program that ends in between continues there. After a failure of the
 * archive the same snapshots are compared again.
 */
async function recordSnapshotChanges(session: Session, line: LineKey): Promise<void> {
  const { snapshot: newest } = session.state;
  if (newest === null || (session.compared === null && !(await beginComparison(session, line, newest)))) return;
  if (!(await storeFirstList(session, line, newest))) return;
  const { accountId } = line;
  const fromMs = session.compared?.toMs ?? newest.atMs;
  const snapshots = newest.atMs > fromMs ? await snapshotsAfter(session, { accountId, fromMs, newest }) : [];
  for (const snapshot of snapshots ?? []) {
    if (session.compared === null) return;
    const { changes, known } = compareSnapshot(session.compared.known, snapshot);
    const next = detailsAfter(session.compared, snapshot);
    const rows = [...changes.map(toBalanceRow), ...next.rows];
    const read = walkBetween(session.compared.toMs, snapshot.atMs);
    const commit = commitOf(line, { source: 'compared-snapshots', rows, read });
    // oxlint-disable-next-line no-await-in-loop -- each snapshot is compared with the one before
    if (take(session, await session.options.store.commitPage(commit)) === null) return;
    const stored = [...session.compared.stored, ...next.changes].slice(-mostStored);
    session.compared = { ...session.compared, toMs: snapshot.atMs, known, details: next.details, stored };
  }
}

/** Stores the changes of the sub-accounts that came since the last call. */
export async function recordAccountChanges(session: Session, accountId: number): Promise<void> {
  const line = { accountId, stream: changeStream, symbol: '' } as const;
  await recordSnapshotChanges(session, line);
  await recordSeenChanges(session, line);
}
