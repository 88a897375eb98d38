import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { commitOf, row, t0 } from '../../testing/commits.ts';
import { migrations } from '../migrations.ts';
import { openArchiveFile } from '../open-database.ts';
import { createSqliteMethods, openSqliteArchive } from '../sqlite-archive.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-old-rows-'));
  path = join(folder, 'archive.sqlite');
});
afterEach(() => removeFolder(folder));

const line = { accountId: 1, stream: 'account-ledger', symbol: '' } as const;
const deletion = { accountId: 1, record: 'ledger', streams: ['account-ledger'], limit: 100 } as const;

function writeMany(archive: ReturnType<typeof openSqliteArchive>): void {
  archive.openAccount({ profileId: 'p', runId: null });
  archive.openLine({ ...line, startMs: t0 });
  const memo = 'x'.repeat(2_000);
  archive.commitPage(
    commitOf(
      line,
      Array.from({ length: 300 }, (_, place) => row(String(place), { timeMs: t0 + place, rest: { memo } })),
    ),
  );
}

it('row deletion returns the space of deleted rows to the system', () => {
  const first = openSqliteArchive({ path });
  writeMany(first);
  first.close();
  const before = statSync(path).size;
  const archive = openSqliteArchive({ path });
  while (archive.deleteOldRows({ ...deletion, beforeMs: t0 + 300 }) > 0);
  archive.close();
  expect(before).toBeGreaterThan(500_000);
  expect(statSync(path).size).toBeLessThan(before / 2);
});

it('row deletion keeps no text of an answer of which a row was deleted', () => {
  const archive = openSqliteArchive({ path });
  writeMany(archive);
  archive.deleteOldRows({ ...deletion, beforeMs: t0 + 1 });
  archive.close();
  const database = openArchiveFile({ path });
  expect(database.prepare('SELECT row_count, text_bytes FROM pages').all()).toEqual([
    { row_count: 299, text_bytes: 0 },
  ]);
  database.close();
});

it('deletes from a file of an earlier version after its migration', () => {
  const earlier = openArchiveFile({ path, migrations: migrations.slice(0, 2) });
  earlier.exec(`INSERT INTO accounts VALUES (1, 'p', '');
    INSERT INTO lines VALUES (1, 'account-ledger', '', ${t0}, NULL);`);
  expect(createSqliteMethods(earlier, path).lines(line)).toMatchObject([{ deleted: null }]);
  earlier.close();
  const archive = openSqliteArchive({ path });
  archive.deleteOldRows({ ...deletion, beforeMs: t0 + 1 });
  expect(archive.lines(line)).toMatchObject([{ deleted: { fromMs: t0, toMs: t0 + 1 } }]);
  archive.close();
});
