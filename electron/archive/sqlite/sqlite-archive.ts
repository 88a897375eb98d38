import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import type { ArchiveDatabase, ArchivedAccount, PageCommit, PageCommitted } from '../archive-store.ts';
import { applyRead } from '../coverage/coverage.ts';
import { isOutdated, outdatedPage, withoutDeleted } from '../records/stored-row.ts';
import { createOldRowCount, createOldRowDeletion } from './deletion/old-rows.ts';
import { createLineTable } from './line-table.ts';
import { type ArchiveFileOptions, freeBytesBeside, openArchiveFile, openArchiveForReading } from './open-database.ts';
import { createPageTable } from './page-table.ts';
import { createRowNames } from './row-names.ts';
import { createRowTable } from './row-table.ts';
import { createRowSearch } from './search/row-search.ts';
import { createSnapshotTable, createThinning } from './snapshot-table.ts';
import { archiveErrorOf } from './sqlite-errors.ts';
import { inTransaction } from './transaction.ts';
import { verifyArchive } from './verify.ts';

const AccountRow = z.object({ account_id: z.number(), profile_id: z.string(), run_id: z.string() });

/** An archive in one file of SQLite. Its methods block, so it runs on a thread of its own. */
export interface SqliteArchive extends ArchiveDatabase {
  readonly close: () => void;
}

/** Deletes all that is kept of an account. Belongs into a transaction. */
const deletions = [
  'DELETE FROM rows WHERE account_id = ?',
  'DELETE FROM pages WHERE account_id = ?',
  'DELETE FROM coverage WHERE account_id = ?',
  'DELETE FROM lines WHERE account_id = ?',
  'DELETE FROM snapshot_balances WHERE snapshot_id IN (SELECT snapshot_id FROM snapshots WHERE account_id = ?)',
  'DELETE FROM snapshots WHERE account_id = ?',
  'DELETE FROM accounts WHERE account_id = ?',
];

function createAccountTable(database: DatabaseSync) {
  const all = () => z.array(AccountRow).parse(database.prepare('SELECT * FROM accounts ORDER BY account_id').all());
  return {
    open({ profileId, runId }: ArchivedAccount): number {
      const known = all().filter(row => row.profile_id === profileId);
      // each run of the practice exchange is another exchange, and the earlier one does not exist any more
      const earlier = runId === null ? [] : known.filter(row => row.run_id !== runId);
      for (const { account_id } of earlier) for (const text of deletions) database.prepare(text).run(account_id);
      const same = known.find(row => row.run_id === (runId ?? ''));
      if (same !== undefined) return same.account_id;
      const insert = database.prepare('INSERT INTO accounts (profile_id, run_id) VALUES (?, ?)');
      return Number(insert.run(profileId, runId ?? '').lastInsertRowid);
    },
    list: () =>
      all().map(({ account_id: accountId, profile_id: profileId, run_id: runId }) => ({
        accountId,
        profileId,
        runId: runId === '' ? null : runId,
      })),
  };
}

function createCommit(database: DatabaseSync): (commit: PageCommit) => PageCommitted {
  const [pages, rows, lines] = [createPageTable(database), createRowTable(database), createLineTable(database)];
  return found => {
    const commit = withoutDeleted(found, lines.deletedUntil(found.line));
    const added = rows.selectAdded(commit);
    if (isOutdated(commit, added)) return outdatedPage;
    // a page that brings nothing new is not kept
    if (added.length > 0) {
      const pageId = pages.add(commit, added.length);
      for (const each of added) rows.add(commit, pageId, each);
    }
    const addedAtMs = added.map(({ row }) => row.timeMs);
    if (commit.read === null) return { addedAtMs, coverage: null, isOutdated: false };
    const read = { ...commit.read, addedAtMs: [...commit.read.addedAtMs, ...addedAtMs] };
    const coverage = applyRead(lines.read(commit.line).coverage, read);
    lines.write(commit.line, coverage, commit.read.readAtMs);
    return { addedAtMs, coverage, isOutdated: false };
  };
}

/** Each method in a shape that throws `ArchiveError` only. */
function guard<I, O>(what: (input: I) => O): (input: I) => O {
  return input => {
    try {
      return what(input);
    } catch (cause) {
      throw archiveErrorOf(cause);
    }
  };
}

/** The methods over an open database. */
export function createSqliteMethods(database: DatabaseSync, path: string): ArchiveDatabase {
  const accounts = createAccountTable(database);
  const lines = createLineTable(database);
  const rows = createRowTable(database);
  const search = createRowSearch(database);
  const names = createRowNames(database);
  const snapshots = createSnapshotTable(database);
  const commit = createCommit(database);
  const write = <I, O>(what: (input: I) => O) => guard((input: I) => inTransaction(database, () => what(input)));
  return {
    openAccount: write(account => accounts.open(account)),
    openLine: write(line => lines.open(line)),
    lines: guard(({ accountId }) => lines.list(accountId)),
    commitPage: write(commit),
    symbols: guard(({ accountId, stream }) => names.symbols(accountId, stream)),
    currencies: guard(({ accountId, streams }) => names.currencies(accountId, streams)),
    rows: guard(rows.list),
    rowsBetween: guard(rows.listBetween),
    searchRows: guard(search.list),
    countRows: guard(search.count),
    versions: guard(rows.versions),
    countOldRows: guard(createOldRowCount(database)),
    beginDeletion: write(({ parts }) => {
      for (const part of parts) lines.moveStarts(part);
      return null;
    }),
    deleteOldRows: write(createOldRowDeletion(database)),
    saveSnapshot: write(snapshot => {
      snapshots.save(snapshot);
      return null;
    }),
    thinSnapshots: write(createThinning(database)),
    newestSnapshot: guard(({ accountId }) => snapshots.newest(accountId)),
    snapshotTimes: guard(snapshots.times),
    snapshotsAt: guard(snapshots.listAt),
    figures: guard(({ accountId }) => ({
      rowsByRecord: rows.count(accountId),
      sizeBytes: statSync(path).size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0),
      freeBytes: freeBytesBeside(path),
    })),
    accounts: guard(accounts.list),
    verify: guard(() => verifyArchive(database)),
  };
}

/** Opens an existing archive for reading, while another thread writes to it. Throws `ArchiveError`. */
export function openSqliteForReading(path: string): SqliteArchive {
  const database = openArchiveForReading(path);
  return { ...createSqliteMethods(database, path), close: () => database.close() };
}

/** Opens the archive's file. Throws `ArchiveError`. */
export function openSqliteArchive(options: ArchiveFileOptions): SqliteArchive {
  const database = openArchiveFile(options);
  return { ...createSqliteMethods(database, options.path), close: () => database.close() };
}
