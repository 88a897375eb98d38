import { changeStream } from '#shared/domain/archive/archive.ts';
import type { NotedChange } from '#shared/domain/overseen/watched-accounts.ts';
import type { BalanceSnapshot, CoverageLine, FoundRow, LineKey, PageCommit } from '../archive-store.ts';
import { coveredToMs, settlingMs, type WindowRead } from '../coverage/coverage.ts';
import { type Session, take } from '../runner/session.ts';
import { dayMs, minuteMs } from '../streams/stream.ts';
import { toBalanceRow, toSeenRow } from './change-row.ts';
import { compareSnapshot, type KnownBalances } from './compare-snapshots.ts';

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

function commitOf(line: LineKey, rows: readonly FoundRow[], read: WindowRead | null): PageCommit {
  const atMs = Math.max(0, ...rows.map(({ timeMs }) => timeMs), read?.window.toMs ?? 0);
  const source = read === null ? 'seen-by-windows' : 'compared-snapshots';
  const text = JSON.stringify(rows.map(({ rest }) => rest));
  const page = { endpoint: source, request: '{}', text, askedAtMs: atMs, receivedAtMs: atMs, rows };
  return { line, record: changeStream, page, read };
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
  if (opened === null || known === null) return false;
  const { coverage } = opened.value;
  session.compared = { fromMs: coverage.startMs, toMs: coveredToMs(coverage), known: known.value };
  return true;
}

/**
 * Compares the balance snapshots that were not compared yet and stores the changes of the sub-accounts: each snapshot with its
 * changes and its coverage in one transaction, so that a program that ends in between continues there. After a failure of the
 * archive the same snapshots are compared again.
 */
async function recordBalanceChanges(session: Session, line: LineKey): Promise<void> {
  const { snapshot: newest } = session.state;
  if (newest === null || (session.compared === null && !(await beginComparison(session, line, newest)))) return;
  const { accountId } = line;
  const fromMs = session.compared?.toMs ?? newest.atMs;
  const snapshots = newest.atMs > fromMs ? await snapshotsAfter(session, { accountId, fromMs, newest }) : [];
  for (const snapshot of snapshots ?? []) {
    if (session.compared === null) return;
    const { changes, known } = compareSnapshot(session.compared.known, snapshot);
    const walked = walkBetween(session.compared.toMs, snapshot.atMs);
    const commit = commitOf(line, changes.map(toBalanceRow), walked);
    // oxlint-disable-next-line no-await-in-loop -- each snapshot is compared with the one before
    if (take(session, await session.options.store.commitPage(commit)) === null) return;
    session.compared = { ...session.compared, toMs: snapshot.atMs, known };
  }
}

/**
 * Moves what windows saw into the archive: stored first, then removed. Ended in between, it stores the same rows again, which
 * changes nothing. A balance change that the snapshots cover is in the archive as they have it, and is removed only.
 */
async function recordSeenChanges(session: Session, line: LineKey): Promise<void> {
  const { account, store } = session.options;
  const { compared } = session;
  const seen = account.seenChanges?.list() ?? [];
  const isCovered = ({ kind, sinceMs }: NotedChange) =>
    kind === 'balance' && (compared === null || sinceMs >= compared.fromMs);
  const stored = seen.filter(change => !isCovered(change));
  const dropped = seen.filter(change => isCovered(change) && compared !== null && change.atMs <= compared.toMs);
  if (stored.length > 0) {
    const commit = commitOf(line, stored.map(toSeenRow), null);
    if (take(session, await store.commitPage(commit)) === null) return;
  }
  const done = [...stored, ...dropped].map(({ key }) => key);
  if (done.length > 0) account.seenChanges?.remove(new Set(done));
}

/** Stores the changes of the sub-accounts that came since the last call. */
export async function recordAccountChanges(session: Session, accountId: number): Promise<void> {
  const line = { accountId, stream: changeStream, symbol: '' } as const;
  await recordBalanceChanges(session, line);
  await recordSeenChanges(session, line);
}
