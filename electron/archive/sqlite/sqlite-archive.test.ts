import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StreamName } from '#shared/domain/archive/archive.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { findFile } from '../archive-place.ts';
import { ArchiveError } from '../archive-store.ts';
import { archivedColumns, columnName, recordNames } from '../records/columns.ts';
import { openLocalStore, valueOf } from '../testing/local-store.ts';
import { commitOf, row, t0 } from '../testing/commits.ts';
import { describeArchiveStore } from '../testing/contract/store-contract.ts';
import { createWorkerStore, startArchiveThread } from '../worker/worker-store.ts';
import { migrations } from './migrations.ts';
import { backupPath, openArchiveForReading } from './open-database.ts';
import { openSqliteArchive } from './sqlite-archive.ts';

const workerFile = fileURLToPath(new URL('../worker/archive-worker.ts', import.meta.url));

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-archive-'));
  path = join(folder, 'archive.sqlite');
});
afterEach(() => removeFolder(folder));

describeArchiveStore('SQLite in this thread', async () => {
  let store = openLocalStore(path);
  return {
    store,
    reopen: async () => {
      await store.close();
      store = openLocalStore(path);
      return store;
    },
    remove: () => store.close(),
  };
});

describeArchiveStore('SQLite on its own thread', async () => {
  let store = createWorkerStore(findFile(path), startArchiveThread(workerFile));
  return {
    store,
    reopen: async () => {
      await store.close();
      store = createWorkerStore(findFile(path), startArchiveThread(workerFile));
      return store;
    },
    remove: () => store.close(),
  };
});

function faultOf(what: () => unknown): string | null {
  try {
    what();
    return null;
  } catch (cause) {
    return cause instanceof ArchiveError ? cause.fault : String(cause);
  }
}

describe('the file of the archive', () => {
  it('the file of the archive is readable by its owner only', () => {
    openSqliteArchive({ path }).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('has a column for each archived column, and a sort key for each decimal', () => {
    openSqliteArchive({ path }).close();
    const database = new DatabaseSync(path);
    const names = database.prepare('SELECT name FROM pragma_table_xinfo(?)').all('rows');
    database.close();
    const wanted = archivedColumns.map(columnName);
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining([...wanted, 'price_key', 'balance_key']));
  });

  it('the file of the archive is copied before each migration, with all rows in the copy', () => {
    const next = 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;';
    const archive = openSqliteArchive({ path });
    const accountId = archive.openAccount({ profileId: 'p', runId: null });
    const line = { accountId, stream: 'account-ledger', symbol: '' } as const;
    archive.openLine({ ...line, startMs: t0 });
    archive.commitPage(commitOf(line, [row('a')]));
    archive.close();
    openSqliteArchive({ path, migrations: [...migrations, next] }).close();
    const copy = backupPath(path, migrations.length);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const before = openSqliteArchive({ path: copy });
    expect(before.rows({ accountId, record: 'ledger', limit: 9 })).toHaveLength(1);
    before.close();
    expect(faultOf(() => openSqliteArchive({ path }))).toBe('newer-version');
    expect(faultOf(() => openArchiveForReading(path))).toBe('newer-version');
  });

  it('the file of the archive is left as it was when it has a stream that this version does not know', () => {
    const archive = openSqliteArchive({ path });
    archive.openAccount({ profileId: 'p', runId: null });
    archive.close();
    const database = new DatabaseSync(path);
    database.exec("INSERT INTO lines (account_id, stream, symbol, start_ms) VALUES (1, 'later-list', '', 0)");
    database.close();
    const before = readFileSync(path);
    for (const open of [() => openSqliteArchive({ path }), () => openArchiveForReading(path)])
      expect(faultOf(open)).toBe('newer-version');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('the file of the archive has a version of its own for each set of names of streams and records', () => {
    const names = [...StreamName.options, ...recordNames].toSorted().join(' ');
    // names that were added need a step in migrations.ts: an earlier version cannot read them
    expect([migrations.length, createHash('sha256').update(names).digest('hex').slice(0, 16)]).toEqual([
      4,
      'd7d497b901f56c25',
    ]);
  });

  it('the file of the archive is left as it was when the disk is too full for a migration', () => {
    openSqliteArchive({ path }).close();
    const options = { path, migrations: [...migrations, 'CREATE TABLE later (id INTEGER) STRICT;'] };
    expect(faultOf(() => openSqliteArchive({ ...options, freeBytes: () => 1000 }))).toBe('disk-full');
    expect(faultOf(() => openSqliteArchive({ path }).close())).toBeNull();
    expect(faultOf(() => openSqliteArchive({ ...options, freeBytes: () => null }).close())).toBeNull();
  });

  it('the file of the archive is left as it was when a migration fails', () => {
    openSqliteArchive({ path }).close();
    const options = { path, migrations: [...migrations, 'CREATE TABLE later (id INTEGER) STRICT; NONSENSE;'] };
    expect(faultOf(() => openSqliteArchive(options))).toBe('unwritable');
    expect(faultOf(() => openSqliteArchive({ path }).close())).toBeNull();
  });

  it('the file of the archive is reported as damaged and stays where it is when it is no database', () => {
    writeFileSync(path, 'not a database, but as long as one'.repeat(200));
    expect(faultOf(() => openSqliteArchive({ path }))).toBe('damaged');
    expect(readFileSync(path, 'utf8')).toContain('not a database');
  });

  it('the file of the archive is reported as unwritable when its folder is missing', async () => {
    const store = createWorkerStore(findFile(join(folder, 'missing', 'a.sqlite')), startArchiveThread(workerFile));
    expect(await store.openAccount({ profileId: 'p', runId: null })).toMatchObject({ ok: false, fault: 'unwritable' });
    await store.close();
    expect(await store.figures({ accountId: 1 })).toMatchObject({ ok: false, detail: 'the archive is closed' });
  });

  it('reports a full disk, and keeps nothing of the page that did not fit (12)', () => {
    const archive = openSqliteArchive({ path });
    const accountId = archive.openAccount({ profileId: 'p', runId: null });
    const line = { accountId, stream: 'account-ledger', symbol: '' } as const;
    archive.openLine({ ...line, startMs: t0 });
    archive.close();
    const small = openSqliteArchive({ path, maxPages: 60 });
    const many = Array.from({ length: 2000 }, (_, index) => row(`row ${index}`));
    expect(faultOf(() => small.commitPage(commitOf(line, many)))).toBe('disk-full');
    expect(small.rows({ accountId, record: 'ledger', limit: 9 })).toEqual([]);
    expect(small.verify({})).toEqual({ pages: 0, rows: 0, faults: [] });
    small.close();
  });
});

describe('verify', () => {
  it.each([
    ['UPDATE pages SET sha256 = upper(sha256)', 'was changed'],
    ["UPDATE pages SET body = x'00ff'", 'cannot be decompressed'],
    ["DELETE FROM rows WHERE key = 'a'", 'has 1 rows and should have 2'],
    ["UPDATE rows SET is_current = 0 WHERE key = 'a'", 'lacks a version'],
    [
      "INSERT INTO coverage VALUES (1, 'account-ledger', '', 'sealed', 0, 10), (1, 'account-ledger', '', 'read', 5, 9)",
      'contradicts itself',
    ],
    ['PRAGMA foreign_keys = OFF; DELETE FROM lines; DELETE FROM pages', 'without its'],
  ])('finds what %s did', async (damage, words) => {
    const store = openLocalStore(path);
    const accountId = await valueOf(store.openAccount({ profileId: 'p', runId: null }));
    const line = { accountId, stream: 'account-ledger', symbol: '' } as const;
    await valueOf(store.openLine({ ...line, startMs: t0 }));
    await valueOf(store.commitPage(commitOf(line, [row('a'), row('b')])));
    await store.close();
    const database = new DatabaseSync(path);
    database.exec(damage);
    database.close();
    const damaged = openLocalStore(path);
    const { faults } = await valueOf(damaged.verify({}));
    expect(faults.join('\n')).toContain(words);
    await damaged.close();
  });
});
