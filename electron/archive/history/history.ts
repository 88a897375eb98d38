import type { DeletedHistory, HistoryCount, HistoryPart, HistoryRecord } from '#shared/domain/archive/history.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { notRecorded, unreadableArchive } from '../archive-failures.ts';
import type { ArchiveStore, CoverageLine, DeletedRows, OldRowCount } from '../archive-store.ts';
import { intersect, unite } from '../coverage/intervals.ts';
import { streamsOfRecord } from '../streams/streams.ts';
import { findInterrupted } from './interrupted-deletion.ts';

/** Rows of one record before a time. */
export interface HistoryCut {
  readonly record: HistoryRecord;
  readonly beforeMs: number;
}

export interface HistoryOptions {
  readonly store: Pick<ArchiveStore, 'accounts' | 'lines' | 'countOldRows' | 'beginDeletion' | 'deleteOldRows'>;
  /** a deletion began, or a step of it was done: coverage begins later from its beginning on */
  readonly onDeleted: () => void;
  /** rows of one step, which is one transaction: others wait for some milliseconds. Tests take fewer */
  readonly rowsOfStep?: number | undefined;
}

/** Counts and deletes recorded history. `profileId` null: of all accounts of the archive. */
export interface History {
  /** Kinds `not-found` where the account is not recorded, and `storage`. */
  readonly count: (profileId: string | null, cuts: readonly HistoryCut[]) => Promise<Result<HistoryCount>>;
  /**
   * Deletes step by step, while recording continues. Kind `storage`: the archive failed; what is deleted stays deleted, and
   * `finish` deletes the rest.
   */
  readonly remove: (profileId: string | null, cuts: readonly HistoryCut[]) => Promise<Result<DeletedHistory>>;
  /** Deletes what interrupted deletions have left, of all accounts. Kind `storage`, as above. */
  readonly finish: () => Promise<Result<DeletedHistory>>;
}

const usualRowsOfStep = 500;

const stopped = fail(
  'storage',
  'The archive failed while history was deleted. What is deleted stays deleted. Check the archive. Fathom deletes the rest at its next start.',
);

function coveredBefore({ coverage: { sealed, read } }: CoverageLine, beforeMs: number): number {
  const covered = intersect(unite(sealed, read), [{ fromMs: -Infinity, toMs: beforeMs }]);
  return covered.reduce((total, { fromMs, toMs }) => total + toMs - fromMs, 0);
}

/** What the streams of a record have before the time. A stream that has nothing is left out. */
function partsOf(
  { record, beforeMs }: HistoryCut,
  counts: readonly OldRowCount[],
  lines: readonly CoverageLine[],
): readonly HistoryPart[] {
  return streamsOfRecord(record).flatMap(stream => {
    const found = counts.filter(count => count.stream === stream);
    const rows = found.reduce((total, count) => total + count.rows, 0);
    const coveredMs = lines
      .filter(line => line.stream === stream)
      .reduce((total, line) => total + coveredBefore(line, beforeMs), 0);
    if (rows === 0 && coveredMs === 0) return [];
    const [fromMs, toMs] =
      rows === 0
        ? [null, null]
        : [Math.min(...found.map(count => count.fromMs)), Math.max(...found.map(count => count.toMs))];
    return [{ stream, rows, fromMs, toMs, coveredMs }];
  });
}

async function findAccounts(
  store: HistoryOptions['store'],
  profileId: string | null,
): Promise<Result<readonly number[]>> {
  const all = await store.accounts({});
  if (!all.ok) return unreadableArchive;
  const found = all.value.filter(account => profileId === null || account.profileId === profileId);
  return found.length === 0 ? notRecorded : succeed(found.map(({ accountId }) => accountId));
}

/** Deletes one record of one account. `isDone` false: the archive failed. */
async function removeRecord(
  { store, onDeleted, rowsOfStep = usualRowsOfStep }: HistoryOptions,
  part: DeletedRows,
): Promise<{ readonly rows: number; readonly isDone: boolean }> {
  let rows = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each step deletes the oldest rows that are left
    const deleted = await store.deleteOldRows({ ...part, limit: rowsOfStep });
    if (!deleted.ok) return { rows, isDone: false };
    onDeleted();
    rows += deleted.value;
    if (deleted.value < rowsOfStep) return { rows, isDone: true };
  }
}

/** A kill after the first transaction leaves a deletion that `finish` completes; before it nothing is deleted. */
async function removeParts(options: HistoryOptions, parts: readonly DeletedRows[]): Promise<Result<DeletedHistory>> {
  const begun = await options.store.beginDeletion({ parts });
  if (!begun.ok) return unreadableArchive;
  options.onDeleted();
  let rows = 0;
  for (const part of parts) {
    // oxlint-disable-next-line no-await-in-loop -- one record after the other, so that recording continues
    const removed = await removeRecord(options, part);
    rows += removed.rows;
    if (!removed.isDone) return stopped;
  }
  return succeed({ rows });
}

async function countOld(
  { store }: HistoryOptions,
  profileId: string | null,
  cuts: readonly HistoryCut[],
): Promise<Result<HistoryCount>> {
  const accounts = await findAccounts(store, profileId);
  if (!accounts.ok) return accounts;
  const questions = accounts.value.map(async accountId => ({
    lines: await store.lines({ accountId }),
    counts: await Promise.all(cuts.map(cut => store.countOldRows({ accountId, ...cut }))),
  }));
  const answers = await Promise.all(questions);
  const lines = answers.flatMap(answer => (answer.lines.ok ? answer.lines.value : []));
  const counts = answers.flatMap(answer => answer.counts);
  if (answers.some(answer => !answer.lines.ok) || counts.some(count => !count.ok)) return unreadableArchive;
  const found = counts.flatMap(count => (count.ok ? count.value : []));
  const parts = cuts.flatMap(cut => partsOf(cut, found, lines));
  const rows = parts.reduce((total, part) => total + part.rows, 0);
  return succeed({ accounts: accounts.value.length, rows, parts });
}

export function createHistory(options: HistoryOptions): History {
  const { store } = options;
  let running: Promise<unknown> = Promise.resolve();
  /** One deletion at a time: what a running one has left is not interrupted. */
  const inTurn = (work: () => Promise<Result<DeletedHistory>>): Promise<Result<DeletedHistory>> => {
    const done = running.then(work);
    running = done;
    return done;
  };
  return {
    count: (profileId, cuts) => countOld(options, profileId, cuts),
    remove: (profileId, cuts) =>
      inTurn(async () => {
        const accounts = await findAccounts(store, profileId);
        if (!accounts.ok) return accounts;
        const parts = accounts.value.flatMap(accountId =>
          cuts.map(cut => ({ accountId, ...cut, streams: streamsOfRecord(cut.record) })),
        );
        return removeParts(options, parts);
      }),
    finish: () =>
      inTurn(async () => {
        const parts = await findInterrupted(store);
        if (!parts.ok) return parts;
        return parts.value.length === 0 ? succeed({ rows: 0 }) : removeParts(options, parts.value);
      }),
  };
}
