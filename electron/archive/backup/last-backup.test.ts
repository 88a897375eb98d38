import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { archiveFile } from '../archive-file.ts';
import { runArchiveCommand } from '../command/archive-command.ts';
import { writeDatabaseFile } from '../postgres/connection/database-file.ts';
import { t0 } from '../testing/commits.ts';
import { openRecordedArchive } from '../testing/recorded-archive.ts';
import { noteBackup, readLastBackup } from './last-backup.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-last-backup-'));
});
afterEach(() => removeFolder(dataDir));

const backUp = (target: string, passphrase: string) =>
  runArchiveCommand({
    words: ['backup', '--to', target],
    defaultDataDir: dataDir,
    say: () => {},
    readPassphrase: () => Promise.resolve(passphrase),
    nowMs: () => t0,
    workFactor: 4,
  });

it('last backup is that of the command, and a failed one changes nothing', async () => {
  openRecordedArchive(dataDir).close();
  expect(await backUp(join(dataDir, 'failed.age'), 'short')).toBe(1);
  expect(readLastBackup(dataDir)).toEqual({ state: 'never' });
  const target = join(dataDir, 'backup.age');
  expect(await backUp(target, 'correct horse battery')).toBe(0);
  expect(readLastBackup(dataDir)).toEqual({ state: 'done', finishedAtMs: Math.round(statSync(target).mtimeMs) });
  expect(statSync(join(dataDir, 'archive-backup.json')).mode & 0o777).toBe(0o600);
});

it('last backup is unknown while its note is damaged, and is not that of an archive in a database', () => {
  writeFileSync(join(dataDir, 'archive-backup.json'), '{"version":1');
  expect(readLastBackup(dataDir)).toEqual({ state: 'unknown' });
  writeDatabaseFile(dataDir, { host: 'db.example', port: 5432, database: 'desk', user: 'rows', ca: null });
  expect(readLastBackup(dataDir)).toEqual({ state: 'in-database' });
});

it('last backup stays that before when it cannot be noted', () => {
  expect(() => noteBackup({ archivePath: join(dataDir, archiveFile), target: join(dataDir, 'none') })).not.toThrow();
  expect(readLastBackup(dataDir)).toEqual({ state: 'never' });
});
