import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { archiveFile } from '../archive-file.ts';
import { migrations } from '../sqlite/migrations.ts';
import { openSqliteArchive } from '../sqlite/sqlite-archive.ts';
import { commitOf, row } from '../testing/commits.ts';
import { openRecordedArchive } from '../testing/recorded-archive.ts';
import { encryptFile } from './age-file.ts';
import { backUpArchive } from './back-up.ts';
import { restoreArchive } from './restore.ts';

const passphrase = 'correct horse battery';
/** scrypt with 2^18 takes seconds */
const workFactor = 4;

let folder: string;
let archivePath: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-backup-'));
  archivePath = join(folder, archiveFile);
  target = join(folder, 'backup.age');
});
afterEach(() => removeFolder(folder));

/** Without what SQLite puts beside an archive that is read. */
const namesIn = () =>
  readdirSync(folder)
    .filter(name => !/-(?:wal|shm)$/.test(name))
    .toSorted();

const backUp = (change: Partial<Parameters<typeof backUpArchive>[0]> = {}) =>
  backUpArchive({ archivePath, target, passphrase, workFactor, ...change });
const restore = (change: Partial<Parameters<typeof restoreArchive>[0]> = {}) =>
  restoreArchive({ backup: target, folder: join(folder, 'restored'), passphrase, ...change });

describe('backup', () => {
  it('restores every row into a new folder while the archive is written to', async () => {
    const archive = openRecordedArchive(folder);
    expect(await backUp()).toEqual({ ok: true, value: { pages: 1, rows: 2 } });
    const line = { accountId: 1, stream: 'hf-fills', symbol: 'BTC-USDT' } as const;
    archive.commitPage(commitOf(line, [row('later')]));
    const rows = archive.rows({ accountId: 1, record: 'ledger', limit: 9 });
    const lines = archive.lines({ accountId: 1 });
    archive.close();
    expect(await restore()).toEqual({ ok: true, value: { pages: 1, rows: 2 } });
    const restored = openSqliteArchive({ path: join(folder, 'restored', archiveFile) });
    expect(restored.rows({ accountId: 1, record: 'ledger', limit: 9 })).toEqual(
      rows.filter(({ key }) => key !== 'later'),
    );
    expect(restored.lines({ accountId: 1 })).toEqual(lines);
    restored.close();
  });

  it('backup is an age file of its owner, and leaves no plain copy behind', async () => {
    openRecordedArchive(folder).close();
    await backUp();
    expect(readFileSync(target, 'latin1').slice(0, 40)).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(namesIn()).toEqual(['archive-backup.json', archiveFile, 'backup.age']);
  });

  it('is complete when another process writes one at the same moment', async () => {
    const archive = openRecordedArchive(folder);
    const other = join(folder, 'other.age');
    let second: ReturnType<typeof backUp> | undefined;
    const onProgress = ({ step }: { readonly step: string }) => {
      if (step !== 'check') return;
      archive.commitPage(commitOf({ accountId: 1, stream: 'hf-fills', symbol: 'BTC-USDT' }, [row('later')]));
      second = backUp({ pid: 2, target: other });
    };
    expect(await backUp({ pid: 1, onProgress })).toEqual({ ok: true, value: { pages: 1, rows: 2 } });
    expect(await second).toEqual({ ok: true, value: { pages: 2, rows: 3 } });
    archive.close();
    expect(namesIn()).toEqual(['archive-backup.json', archiveFile, 'backup.age', 'other.age']);
    expect((await restore({ backup: other })).ok).toBe(true);
  });

  it('reports its four steps in their order, the last two up to 100 percent', async () => {
    openRecordedArchive(folder).close();
    const seen: string[] = [];
    await backUp({ onProgress: ({ step, percent }) => void seen.push(`${step} ${percent ?? '-'}`) });
    expect(seen).toEqual(['copy -', 'check -', 'encrypt 100', 'compare 100']);
  });

  it('overwrites no file', async () => {
    openRecordedArchive(folder).close();
    writeFileSync(target, 'mine');
    expect(await backUp()).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });

  it('rejects a short passphrase', async () => {
    openRecordedArchive(folder).close();
    expect(await backUp({ passphrase: '12345678901' })).toMatchObject({ ok: false });
    expect(existsSync(target)).toBe(false);
  });

  it.each([
    ['archive', archiveFile],
    ['backup', 'backup.age'],
  ])('writes nothing when the disk of the %s is too full (12)', async (_, full) => {
    openRecordedArchive(folder).close();
    const freeBytes = (path: string) => (path.endsWith(full) ? 1000 : null);
    expect(await backUp({ freeBytes })).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(namesIn()).toEqual([archiveFile]);
  });

  it('rejects an archive with faults, and leaves no file', async () => {
    openRecordedArchive(folder).close();
    const database = new DatabaseSync(archivePath);
    database.exec("UPDATE pages SET sha256 = ''");
    database.close();
    const done = await backUp();
    expect(done.ok ? '' : done.error.message).toContain('was changed after it was stored');
    expect(namesIn()).toEqual([archiveFile]);
  });
});

describe('restore', () => {
  it('overwrites no archive', async () => {
    const archive = openRecordedArchive(folder);
    await backUp();
    archive.commitPage(commitOf({ accountId: 1, stream: 'hf-fills', symbol: 'BTC-USDT' }, [row('later')]));
    archive.close();
    expect(await restore({ folder })).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    const kept = openSqliteArchive({ path: archivePath });
    expect(kept.rows({ accountId: 1, record: 'ledger', limit: 9 })).toHaveLength(3);
    kept.close();
  });

  it('names a wrong passphrase, and leaves no archive', async () => {
    openRecordedArchive(folder).close();
    await backUp();
    const done = await restore({ passphrase: 'another passphrase' });
    expect(done.ok ? '' : done.error.message).toContain('does not open');
    expect(readdirSync(join(folder, 'restored'))).toEqual([]);
  });

  it('leaves no archive when the backup is truncated, or is not a backup', async () => {
    openRecordedArchive(folder).close();
    await backUp();
    const whole = readFileSync(target);
    for (const damaged of [whole.subarray(0, -5), Buffer.from('no backup')]) {
      writeFileSync(target, damaged);
      const done = await restore();
      expect(done.ok ? '' : done.error.message).toContain('is not a whole backup');
      expect(readdirSync(join(folder, 'restored'))).toEqual([]);
    }
  });

  it('checks the rows before the archive gets its name', async () => {
    openRecordedArchive(folder).close();
    const database = new DatabaseSync(archivePath);
    database.exec("DELETE FROM rows WHERE key = 'a'; PRAGMA wal_checkpoint(TRUNCATE);");
    database.close();
    await encryptFile({ from: archivePath, to: target, passphrase, workFactor });
    const done = await restore();
    expect(done.ok ? '' : done.error.message).toContain('has 1 rows and should have 2');
    expect(readdirSync(join(folder, 'restored'))).toEqual([]);
  });

  it('throws for the backup of a newer version, and leaves no archive', async () => {
    openSqliteArchive({
      path: archivePath,
      migrations: [...migrations, 'CREATE TABLE later (id INTEGER) STRICT;'],
    }).close();
    await encryptFile({ from: archivePath, to: target, passphrase, workFactor });
    await expect(restore()).rejects.toMatchObject({ fault: 'newer-version' });
    expect(readdirSync(join(folder, 'restored'))).toEqual([]);
  });

  it('writes nothing when the disk is too full (12)', async () => {
    openRecordedArchive(folder).close();
    await backUp();
    expect(await restore({ freeBytes: () => 1000 })).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(readdirSync(join(folder, 'restored'))).toEqual([]);
  });
});
