import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import type { BackupStatus } from '#shared/domain/archive/backup.ts';
import { archiveFile } from '../archive-file.ts';
import { writeDatabaseFile } from '../postgres/connection/database-file.ts';
import { commitOf, row } from '../testing/commits.ts';
import { openRecordedArchive } from '../testing/recorded-archive.ts';
import { temporaryFiles } from './back-up.ts';
import { type BackupJob, startBackupThread } from './backup-job.ts';
import { type BackupsOptions, createBackups } from './backups.ts';
import { restoreArchive } from './restore.ts';

const passphrase = 'correct horse battery';
const workerFile = fileURLToPath(new URL('backup-worker.ts', import.meta.url));

let dataDir: string;
let archivePath: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-backups-'));
  archivePath = join(dataDir, archiveFile);
});
afterEach(() => removeFolder(dataDir));

function build(change: Partial<BackupsOptions>) {
  const ended = Promise.withResolvers<BackupStatus>();
  const backups = createBackups({
    dataDir,
    start: () => {
      throw new Error('no backup begins in this test');
    },
    nowMs: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6),
    monotonicMs: () => 7,
    // scrypt with 2^18 takes seconds
    workFactor: 4,
    ...change,
  });
  const begin = () => backups.begin(passphrase, (_file, status) => ended.resolve(status));
  return { backups, begin, ended: ended.promise };
}

/** A thread that the test plays: it has written both temporary files. */
function playThread() {
  const jobs: BackupJob[] = [];
  const thread = { answer: (_raw: unknown) => {}, end: (_reason: string) => {} };
  /** what the thread does while it is being ended */
  const last = { moment: () => {} };
  const start: BackupsOptions['start'] = job => {
    jobs.push(job);
    const { copy, partial } = temporaryFiles(job);
    for (const file of [copy, partial]) writeFileSync(file, '');
    return {
      onAnswer: listener => (thread.answer = listener),
      onEnd: listener => (thread.end = listener),
      end: async () => last.moment(),
    };
  };
  return { jobs, thread, last, start };
}

const backupsIn = () => readdirSync(join(dataDir, 'backups'));
const hasTemporaryFile = () =>
  [...readdirSync(dataDir), ...backupsIn()].some(name => /\.(?:partial|backup-copy)/.test(name));

describe('backup on its thread', () => {
  it('writes one private file that restores, while the archive is written to', async () => {
    const archive = openRecordedArchive(dataDir);
    const { backups, begin, ended } = build({ start: startBackupThread(workerFile) });
    const begun = begin();
    archive.commitPage(commitOf({ accountId: 1, stream: 'hf-fills', symbol: 'BTC-USDT' }, [row('later')]));
    const file = join(dataDir, 'backups', 'archive-2026-01-02T03-04-05-006Z.age');
    expect(begun).toEqual({ ok: true, value: { file } });
    expect(begin()).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    const status = await ended;
    archive.close();
    expect(status).toMatchObject({ state: 'done', file, sizeBytes: statSync(file).size });
    expect(backups.status()).toEqual(status);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'backups')).mode & 0o777).toBe(0o700);
    expect(hasTemporaryFile()).toBe(false);
    const restored = await restoreArchive({ backup: file, folder: join(dataDir, 'restored'), passphrase });
    expect(restored).toMatchObject({ ok: true, value: { rows: status.state === 'done' ? status.rows : 0 } });
  });

  it('fails with a sentence for a file that is no archive, and leaves no file', async () => {
    writeFileSync(archivePath, 'no database, but as long as a page of one'.repeat(100));
    const { begin, ended } = build({ start: startBackupThread(workerFile) });
    begin();
    expect(await ended).toMatchObject({ state: 'failed', reason: expect.stringContaining('could not be copied') });
    expect(backupsIn()).toEqual([]);
    expect(hasTemporaryFile()).toBe(false);
  });
});

describe('running backup', () => {
  it('shows the step and the percentage that the thread reports, and ignores what is no report', () => {
    openRecordedArchive(dataDir).close();
    const { thread, start } = playThread();
    const { backups, begin } = build({ start });
    begin();
    expect(backups.status()).toEqual({ state: 'running', step: 'copy', percent: null });
    thread.answer({ kind: 'progress', step: 'encrypt', percent: 40 });
    thread.answer('nonsense');
    expect(backups.status()).toEqual({ state: 'running', step: 'encrypt', percent: 40 });
  });

  it('leaves no file when its thread ends before the backup is complete, and can begin again', async () => {
    openRecordedArchive(dataDir).close();
    const { thread, start } = playThread();
    const { begin, ended } = build({ start });
    begin();
    thread.end('the thread ended with code 1');
    expect(await ended).toMatchObject({ state: 'failed', reason: expect.stringContaining('ended with code 1') });
    expect(hasTemporaryFile()).toBe(false);
    expect(begin().ok).toBe(true);
  });

  it('leaves no file when it is cancelled, also when the backup got its name in that moment', async () => {
    openRecordedArchive(dataDir).close();
    const { jobs, thread, last, start } = playThread();
    const { backups, begin, ended } = build({ start });
    begin();
    last.moment = () => {
      writeFileSync(jobs[0]?.target ?? '', 'whole');
      thread.answer({ kind: 'ended', result: { ok: true, value: { pages: 1, rows: 2 } } });
      thread.end('the thread ended with code 1');
    };
    await Promise.all([backups.cancel(), backups.cancel()]);
    expect(await ended).toEqual({ state: 'cancelled' });
    expect(backups.status()).toEqual({ state: 'cancelled' });
    expect(backupsIn()).toEqual([]);
    expect(hasTemporaryFile()).toBe(false);
    expect(existsSync(archivePath)).toBe(true);
  });

  it('keeps a finished backup when it is cancelled too late', async () => {
    openRecordedArchive(dataDir).close();
    const { jobs, thread, start } = playThread();
    const { backups, begin } = build({ start });
    begin();
    const target = jobs[0]?.target ?? '';
    writeFileSync(target, 'whole');
    rmSync(`${target}.${process.pid}.partial`);
    thread.answer({ kind: 'ended', result: { ok: true, value: { pages: 1, rows: 2 } } });
    await backups.cancel();
    expect(backups.status()).toMatchObject({ state: 'done', rows: 2, answers: 1, sizeBytes: 5 });
    expect(backupsIn()).toEqual([basename(target)]);
  });

  it('ends when Fathom closes, and none begins afterwards', async () => {
    openRecordedArchive(dataDir).close();
    const { start } = playThread();
    const { backups, begin, ended } = build({ start });
    begin();
    await backups.close();
    expect(await ended).toEqual({ state: 'cancelled' });
    expect(backups.check()).toMatchObject({ ok: false, error: { kind: 'closed' } });
  });
});

describe('check before a backup', () => {
  it('names pg_dump for an archive in PostgreSQL', () => {
    writeDatabaseFile(dataDir, { host: 'db.example', port: 5432, database: 'desk', user: 'rows', ca: null });
    const checked = build({}).backups.check();
    expect(checked).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    expect(checked.ok ? '' : checked.error.message).toContain('db.example:5432/desk). Back it up');
  });

  it('finds that there is no archive', () => {
    expect(build({}).backups.check()).toMatchObject({ ok: false, error: { kind: 'not-found' } });
  });

  it('begins no backup while the disk is too full (12)', () => {
    openRecordedArchive(dataDir).close();
    const { begin } = build({ freeBytes: () => 1000 });
    expect(begin()).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(existsSync(join(dataDir, 'backups'))).toBe(false);
  });
});
