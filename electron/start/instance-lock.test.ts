import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectMode } from '#os/testing/file-mode.ts';
import { mountSmallDisk, whyNoSmallDisk } from '#log/testing/small-disk.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { lockDataDir } from './instance-lock.ts';

let folder: string;
const holderFile = () => join(folder, 'fathom.lock');
const lockPath = () => join(folder, 'instance.lock');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-lock-'));
});
afterEach(() => {
  removeFolder(folder);
});

function hold() {
  const outcome = lockDataDir(folder);
  if (outcome.kind !== 'held') throw new Error('taken');
  return outcome.lock;
}

describe('lockDataDir', () => {
  it('takes a free folder and releases it', () => {
    const lock = hold();
    expect(JSON.parse(readFileSync(holderFile(), 'utf8'))).toEqual({ pid: process.pid, startedAt: null });
    expectMode(holderFile(), 0o600);
    lock.release();
    lock.release();
    expect(readdirSync(folder)).toEqual(['instance.lock']);
  });

  it('names the process that holds it', () => {
    const lock = hold();
    expect(lockDataDir(folder)).toEqual({ kind: 'taken', pid: process.pid });
    expect(existsSync(holderFile())).toBe(true);
    lock.release();
  });

  it('names no process when the number could not be written', () => {
    mkdirSync(holderFile());
    const lock = hold();
    expect(lockDataDir(folder)).toEqual({ kind: 'taken', pid: null });
    lock.release();
  });

  it.each([
    [
      'of a process that is alive now under a number used again',
      JSON.stringify({ pid: process.ppid, startedAt: null }),
    ],
    ['that names process 0', '{"pid":0}'],
    ['that is torn', '{"pid":'],
    ['that is empty', ''],
    ['that is foreign', '[]'],
  ])('replaces a file %s', (_, text) => {
    writeFileSync(holderFile(), text);
    const lock = hold();
    expect(readFileSync(holderFile(), 'utf8')).toContain(`"pid":${process.pid},`);
    lock.release();
  });

  it('does not release a lock that another process has taken after the release', () => {
    const first = hold();
    first.release();
    const second = hold();
    first.release();
    expect(lockDataDir(folder).kind).toBe('taken');
    expect(existsSync(holderFile())).toBe(true);
    second.release();
  });

  it.skipIf(process.platform === 'win32')('fails with a sentence when a named pipe is in its place', () => {
    execFileSync('mkfifo', [lockPath()]);
    expect(() => lockDataDir(folder)).toThrow(`${lockPath()} is not a regular file. Move it away`);
  });

  it('fails with a sentence when another file is in its place', () => {
    writeFileSync(lockPath(), 'x'.repeat(10_000));
    expect(() => lockDataDir(folder)).toThrow(`the lock ${lockPath()} cannot be taken: file is not a database`);
  });

  it('fails when the folder is missing', () => {
    expect(() => lockDataDir(join(folder, 'missing'))).toThrow('ENOENT');
  });
});

const why = whyNoSmallDisk();

describe.skipIf(why !== null)(why === null ? 'on a real full disk' : `on a real full disk (skipped: ${why})`, () => {
  it('instance lock is taken without disk space, and leaves the space reserved for cancels (fault 12)', () => {
    const disk = mountSmallDisk('1m');
    try {
      const reserve = join(disk.folder, 'reserve');
      writeFileSync(reserve, 'x'.repeat(100_000));
      disk.fill();
      const outcome = lockDataDir(disk.folder);
      expect(outcome.kind).toBe('held');
      expect(lockDataDir(disk.folder).kind).toBe('taken');
      if (outcome.kind === 'held') outcome.lock.release();
      expect(lockDataDir(disk.folder).kind).toBe('held');
      expect(existsSync(reserve)).toBe(true);
    } finally {
      disk.unmount();
    }
  });
});
