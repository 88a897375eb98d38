import * as z from 'zod/mini';
import type { DatabasePlace } from '../archive-place.ts';
import type { ArchiveFigures, ArchiveStore, DeletedRows, PageCommit, PageCommitted } from '../archive-store.ts';
import { applyRead } from '../coverage/coverage.ts';
import { listAccounts, openAccount } from './account-table.ts';
import { type DatabaseClient, openDatabaseSession } from './connection/database-session.ts';
import { longestCheckMs } from './connection/work-limits.ts';
import { isOutdated, outdatedPage, withoutDeleted } from '../records/stored-row.ts';
import { listLines, moveStarts, openLine, readDeletedUntil, readLine, writeCoverage } from './line-table.ts';
import { countOldRows, deleteOldRows } from './old-rows.ts';
import { addPage } from './page-table.ts';
import {
  addRows,
  countRows,
  findAdded,
  listCurrencies,
  listRows,
  listRowsBetween,
  listSymbols,
  listVersions,
} from './row-table.ts';
import { countSearched, searchRows } from './row-search.ts';
import { addSnapshot, findNewest, listAt, listTimes, thinSnapshots } from './snapshot-table.ts';
import { verifyDatabase } from './verify.ts';

/** Writers of one account take turns: versions and coverage follow from what is stored. */
const lockSpace = 0x66_74_68;

async function lockAccount(client: DatabaseClient, accountId: number): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [lockSpace, accountId]);
}

async function commitPage(client: DatabaseClient, found: PageCommit): Promise<PageCommitted> {
  await lockAccount(client, found.line.accountId);
  const commit = withoutDeleted(found, await readDeletedUntil(client, found.line));
  const added = await findAdded(client, commit);
  if (isOutdated(commit, added)) return outdatedPage;
  // a page that brings nothing new is not kept
  if (added.length > 0) await addRows(client, commit, { pageId: await addPage(client, commit, added.length), added });
  const addedAtMs = added.map(({ row }) => row.timeMs);
  if (commit.read === null) return { addedAtMs, coverage: null, isOutdated: false };
  const before = await readLine(client, commit.line);
  const read = { ...commit.read, addedAtMs: [...commit.read.addedAtMs, ...addedAtMs] };
  const coverage = applyRead(before.coverage, read);
  await writeCoverage(client, commit.line, { coverage, readAtMs: read.readAtMs });
  return { addedAtMs, coverage, isOutdated: false };
}

async function beginDeletion(client: DatabaseClient, parts: readonly DeletedRows[]): Promise<null> {
  // in one order, so that two computers never wait for each other
  for (const part of parts.toSorted((a, b) => a.accountId - b.accountId)) {
    // oxlint-disable-next-line no-await-in-loop -- one connection answers one question at a time
    await lockAccount(client, part.accountId);
    // oxlint-disable-next-line no-await-in-loop -- the same
    await moveStarts(client, part);
  }
  return null;
}

const Size = z.object({ bytes: z.number() });

async function readFigures(client: DatabaseClient, accountId: number): Promise<ArchiveFigures> {
  const size = await client.query(
    `SELECT coalesce(sum(pg_total_relation_size(pg_class.oid)), 0)::bigint AS bytes FROM pg_class
     JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'fathom' AND relkind = 'r'`,
  );
  const { bytes: sizeBytes } = Size.parse(size.rows[0]);
  return { rowsByRecord: await countRows(client, accountId), sizeBytes, freeBytes: null };
}

/** The archive in a PostgreSQL database. Connects with the first question. */
export function openPostgresArchive({ connection, password, computerId }: Omit<DatabasePlace, 'kind'>): ArchiveStore {
  const { read, write, readMoment, close } = openDatabaseSession({ connection, password });
  return {
    openAccount: account =>
      write(async client => {
        await lockAccount(client, 0);
        return openAccount(client, computerId, account);
      }),
    openLine: line => write(client => openLine(client, line)),
    lines: ({ accountId }) => readMoment(client => listLines(client, accountId)),
    commitPage: commit => write(client => commitPage(client, commit)),
    symbols: line => read(client => listSymbols(client, line)),
    currencies: question => read(client => listCurrencies(client, question)),
    rows: selection => read(client => listRows(client, selection)),
    rowsBetween: span => read(client => listRowsBetween(client, span)),
    searchRows: search => read(client => searchRows(client, search)),
    countRows: search => read(client => countSearched(client, search)),
    versions: row => read(client => listVersions(client, row)),
    countOldRows: question => read(client => countOldRows(client, question)),
    beginDeletion: ({ parts }) => write(client => beginDeletion(client, parts)),
    deleteOldRows: deletion =>
      write(async client => {
        await lockAccount(client, deletion.accountId);
        return deleteOldRows(client, deletion);
      }),
    saveSnapshot: snapshot => write(client => addSnapshot(client, snapshot)),
    thinSnapshots: question => write(client => thinSnapshots(client, question)),
    newestSnapshot: ({ accountId }) => readMoment(client => findNewest(client, accountId)),
    snapshotTimes: span => read(client => listTimes(client, span)),
    snapshotsAt: moments => readMoment(client => listAt(client, moments)),
    figures: ({ accountId }) => readMoment(client => readFigures(client, accountId)),
    accounts: () => read(client => listAccounts(client, computerId)),
    verify: () => readMoment(verifyDatabase, longestCheckMs),
    close,
  };
}
