import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ArchiveStore } from '../archive-store.ts';
import { noColumns } from '../records/columns.ts';
import { commitOf, hourMs, row, t0 } from '../testing/commits.ts';
import { valueOf } from '../testing/local-store.ts';
import { describeArchiveStore } from '../testing/contract/store-contract.ts';
import type { DatabaseConnection } from './connection/database-connection.ts';
import { createWorkerStore, startArchiveThread } from '../worker/worker-store.ts';
import { openPostgresArchive } from './postgres-archive.ts';
import {
  clusterStartMs,
  computerId,
  hasPostgres,
  type PostgresCluster,
  rolePassword,
  startCluster,
} from './testing/postgres-cluster.ts';

const workerFile = fileURLToPath(new URL('../worker/archive-worker.ts', import.meta.url));

let cluster: PostgresCluster;

function openStore(connection: DatabaseConnection, computer = computerId) {
  return openPostgresArchive({ connection, password: rolePassword, computerId: computer });
}

async function openRecorded(connection: DatabaseConnection, change: Parameters<typeof row>[1] = {}) {
  const store = openStore(connection);
  const accountId = await valueOf(store.openAccount({ profileId: 'p', runId: null }));
  const line = { accountId, stream: 'account-ledger', symbol: '' } as const;
  await valueOf(store.openLine({ ...line, startMs: t0 }));
  await valueOf(store.commitPage(commitOf(line, [row('a', change), row('b', change)])));
  return { store, line, accountId };
}

/** Opens a practice run with one row. */
async function openPractice(store: ArchiveStore, runId: string): Promise<number> {
  const accountId = await valueOf(store.openAccount({ profileId: 'practice', runId }));
  const line = { accountId, stream: 'account-ledger', symbol: '' } as const;
  await valueOf(store.openLine({ ...line, startMs: t0 }));
  await valueOf(store.commitPage(commitOf(line, [row('a')])));
  return accountId;
}

/** Deletes the rows of a table while a reader waits for the table. Resolves when the table is locked. */
async function removeBehindReader(connection: DatabaseConnection, table: string): Promise<{ done: Promise<unknown> }> {
  const ofTable = `relation = 'fathom.${table}'::regclass`;
  const done = cluster.run(
    `LOCK TABLE fathom.${table};
     DO $$ BEGIN WHILE NOT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND ${ofTable})
       LOOP PERFORM pg_sleep(0.01); END LOOP; END $$;
     DELETE FROM fathom.${table}`,
    connection.database,
  );
  const isLocked = `SELECT FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock' AND ${ofTable}`;
  await vi.waitUntil(async () => (await cluster.run(isLocked, connection.database)).length > 0, 30_000);
  return { done };
}

// skipped where the Debian package postgresql-15 is not installed
describe.skipIf(!hasPostgres)('the archive in PostgreSQL', () => {
  beforeAll(async () => {
    cluster = await startCluster();
  }, clusterStartMs);
  afterAll(() => cluster.stop(), clusterStartMs);

  describeArchiveStore('PostgreSQL', async () => {
    const connection = await cluster.createDatabase();
    let store = openStore(connection);
    return {
      store,
      reopen: async () => {
        await store.close();
        store = openStore(connection);
        return store;
      },
      remove: () => store.close(),
    };
  });

  it('answers on its own thread, which has no PG* variable', async () => {
    const connection = await cluster.createDatabase();
    const place = { kind: 'database', connection, password: rolePassword, computerId } as const;
    vi.stubEnv('PGOPTIONS', '-c search_path=wrong');
    const store = createWorkerStore(() => Promise.resolve({ ok: true, value: place }), startArchiveThread(workerFile));
    const accountId = await valueOf(store.openAccount({ profileId: 'p', runId: null }));
    expect(await valueOf(store.accounts({}))).toEqual([{ accountId, profileId: 'p', runId: null }]);
    expect(await store.rows({ accountId, record: 'ledger', limit: -1 })).toMatchObject({ fault: 'database-failed' });
    await store.close();
    vi.unstubAllEnvs();
  });

  it('keeps texts with tabs, line ends and backslashes as they came', async () => {
    const kind = '\\N a\tb\nc\r\\.';
    const { store, accountId } = await openRecorded(await cluster.createDatabase(), {
      columns: { ...noColumns, kind, status: '' },
      rest: { memo: '\n' },
    });
    const [kept] = await valueOf(store.rows({ accountId, record: 'ledger', limit: 1 }));
    expect([kept?.columns.kind, kept?.columns.status, kept?.columns.price, kept?.rest]).toEqual([
      kind,
      '',
      null,
      { memo: '\n' },
    ]);
    await store.close();
  });

  it('derives sort keys of plain decimals only', async () => {
    const connection = await cluster.createDatabase();
    const columns = { ...noColumns, price: '-10.50', size: '1e999', amount: '', fee: `0.${'0'.repeat(400)}1` };
    const { store } = await openRecorded(connection, { columns });
    const [keys] = await cluster.run(
      'SELECT price_key, size_key, amount_key, fee_key FROM fathom.rows',
      connection.database,
    );
    expect(keys).toEqual({ price_key: -10.5, size_key: null, amount_key: null, fee_key: null });
    await store.close();
  });

  it('keeps the rows of each month in its partition, and moves rows into a partition that comes later', async () => {
    const connection = await cluster.createDatabase();
    const { store, line, accountId } = await openRecorded(connection);
    const later = t0 + 100 * 24 * hourMs;
    await valueOf(store.commitPage(commitOf(line, [row('later', { timeMs: later })])));
    const partitions = () =>
      cluster.run('SELECT key, tableoid::regclass::text AS part FROM fathom.rows ORDER BY key', connection.database);
    const before = await partitions();
    expect(before.map(({ key, part }) => `${String(key)} ${String(part)}`)).toEqual([
      'a fathom.rows_2023_11',
      'b fathom.rows_2023_11',
      'later fathom.rows_other',
    ]);
    await cluster.run("SELECT fathom.add_months('2023-12-01', 6)", connection.database);
    expect((await partitions()).at(-1)).toEqual({ key: 'later', part: 'fathom.rows_2024_02' });
    expect(await valueOf(store.rows({ accountId, record: 'ledger', limit: 9 }))).toHaveLength(3);
    await store.close();
  });

  it('keeps nothing of a page that the server rejects', async () => {
    const { store, line, accountId } = await openRecorded(await cluster.createDatabase());
    const refused = commitOf(line, [row('c'), row('d', { timeMs: 0.5 })]);
    expect(await store.commitPage(refused)).toMatchObject({ ok: false, fault: 'database-failed' });
    expect(await valueOf(store.rows({ accountId, record: 'ledger', limit: 9 }))).toHaveLength(2);
    expect(await valueOf(store.verify({}))).toEqual({ pages: 1, rows: 2, faults: [] });
    await store.close();
  });

  it('reads a snapshot and its balances as they are at one moment', async () => {
    const connection = await cluster.createDatabase();
    const { store, accountId } = await openRecorded(connection);
    const amounts = { total: '1', available: null, held: null, owed: null, unrealised: null };
    const rows = [{ owner: '', wallet: 'main', currency: 'BTC', ...amounts }];
    const snapshot = { accountId, atMs: t0, rows, positions: null, missing: [] };
    await valueOf(store.saveSnapshot(snapshot));
    const removed = await removeBehindReader(connection, 'snapshot_balances');
    expect(await valueOf(store.newestSnapshot({ accountId }))).toEqual(snapshot);
    await removed.done;
    await store.close();
  });

  it('counts the rows and measures their size at one moment', async () => {
    const connection = await cluster.createDatabase();
    const { store, accountId } = await openRecorded(connection);
    // its size is measured before its rows are counted
    const removed = await removeBehindReader(connection, 'rows_2023_11');
    const { rowsByRecord } = await valueOf(store.figures({ accountId }));
    expect(rowsByRecord).toEqual([{ record: 'ledger', rows: 2 }]);
    await removed.done;
    await store.close();
  });

  it('keeps the practice runs of another computer, and shares real accounts with it', async () => {
    const connection = await cluster.createDatabase();
    const desk = openStore(connection);
    const laptop = openStore(connection, randomUUID());
    const [first, other] = [await openPractice(desk, 'run'), await openPractice(laptop, 'run')];
    expect(other).not.toBe(first);
    const second = await openPractice(desk, 'next run');
    const account = { profileId: 'practice', runId: 'run' };
    expect(await valueOf(laptop.accounts({}))).toEqual([{ ...account, accountId: other }]);
    expect(await valueOf(desk.accounts({}))).toEqual([{ ...account, runId: 'next run', accountId: second }]);
    expect(await valueOf(laptop.rows({ accountId: other, record: 'ledger', limit: 9 }))).toHaveLength(1);
    expect(await valueOf(desk.rows({ accountId: first, record: 'ledger', limit: 9 }))).toEqual([]);
    const real = { profileId: 'p', runId: null };
    expect(await valueOf(laptop.openAccount(real))).toBe(await valueOf(desk.openAccount(real)));
    expect(await valueOf(laptop.verify({}))).toEqual({ pages: 2, rows: 2, faults: [] });
    await Promise.all([desk.close(), laptop.close()]);
  });

  it('keeps rows once and coverage whole while two computers record the same stream at once', async () => {
    const connection = await cluster.createDatabase();
    const { store: desk, line, accountId } = await openRecorded(connection);
    const laptop = openStore(connection, randomUUID());
    const windows = Array.from({ length: 12 }, (_, index) => ({
      fromMs: t0 + index * hourMs,
      toMs: t0 + (index + 1) * hourMs,
    }));
    const readAtMs = t0 + 24 * hourMs;
    const readAll = async (store: ArchiveStore, order: typeof windows) => {
      for (const window of order) {
        const rows = [0, 1, 2].map(n => row(`${window.fromMs} ${n}`, { timeMs: window.fromMs + n }));
        const read = { window, provenFromMs: window.fromMs, readAtMs, addedAtMs: [] };
        // oxlint-disable-next-line no-await-in-loop -- each computer reads one window at a time
        await valueOf(store.commitPage(commitOf(line, rows, { read })));
      }
    };
    await Promise.all([readAll(desk, windows), readAll(laptop, windows), readAll(laptop, windows.toReversed())]);
    const [kept] = await valueOf(laptop.lines({ accountId }));
    const all = { fromMs: t0, toMs: t0 + 12 * hourMs };
    expect(kept?.coverage).toEqual({ startMs: t0, sealed: [all], read: [], gaps: [] });
    expect(await valueOf(desk.rows({ accountId, record: 'ledger', limit: 99 }))).toHaveLength(2 + 3 * windows.length);
    expect(await valueOf(desk.verify({}))).toEqual({ pages: 13, rows: 38, faults: [] });
    await Promise.all([desk.close(), laptop.close()]);
  });

  it('continues after the server ended the connection', async () => {
    const connection = await cluster.createDatabase();
    const { store, accountId } = await openRecorded(connection);
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${connection.database}'`;
    await cluster.run(end);
    await store.figures({ accountId });
    expect(await valueOf(store.rows({ accountId, record: 'ledger', limit: 9 }))).toHaveLength(2);
    await store.close();
  });

  it.each([
    ['UPDATE fathom.pages SET sha256 = upper(sha256)', 'was changed'],
    ["UPDATE fathom.pages SET body = '\\x00ff'", 'cannot be decompressed'],
    ["DELETE FROM fathom.rows WHERE key = 'a'", 'has 1 rows and should have 2'],
    ["UPDATE fathom.rows SET is_current = false WHERE key = 'a'", 'lacks a version'],
    [
      "INSERT INTO fathom.coverage VALUES (1, 'account-ledger', '', 'sealed', 0, 10), (1, 'account-ledger', '', 'read', 5, 9)",
      'contradicts itself',
    ],
    ['DELETE FROM fathom.pages', '2 rows without their page'],
  ])('verify finds what %s did', async (damage, words) => {
    const connection = await cluster.createDatabase();
    const { store } = await openRecorded(connection);
    await cluster.run(damage, connection.database);
    const { faults } = await valueOf(store.verify({}));
    expect(faults.join('\n')).toContain(words);
    await store.close();
  });
});
