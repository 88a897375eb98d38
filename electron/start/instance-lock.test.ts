import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mountSmallDisk, whyNoSmallDisk } from '#log/testing/small-disk.ts';
import { lockDataDir, type ProcessTable, systemProcesses } from './instance-lock.ts';

let folder: string;
const lockFile = () => join(folder, 'fathom.lock');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-lock-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A table of processes: number → start time. */
function table(ownPid: number, alive: Record<number, string | null>): ProcessTable {
  return { ownPid, isAlive: pid => pid in alive, startedAt: pid => alive[pid] ?? null };
}

function held(processes: ProcessTable) {
  const outcome = lockDataDir(folder, processes);
  if (outcome.kind !== 'held') throw new Error('taken');
  return outcome.lock;
}

describe('lockDataDir', () => {
  it('takes a free folder and gives it back', () => {
    const lock = held(table(1, { 1: 'a' }));
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toEqual({ pid: 1, startedAt: 'a' });
    expect(statSync(lockFile()).mode & 0o777).toBe(0o600);
    lock.release();
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('tells who has it', () => {
    const alive = { 1: 'a', 2: 'b' };
    held(table(1, alive));
    expect(lockDataDir(folder, table(2, alive))).toEqual({ kind: 'taken', pid: 1 });
    expect(readdirSync(folder)).toEqual(['fathom.lock']);
  });

  it('tells who has it when nothing can be written', () => {
    const alive = { 1: 'a', 2: 'b' };
    held(table(1, alive));
    mkdirSync(`${lockFile()}.2`); // the file that a start writes first
    expect(lockDataDir(folder, table(2, alive))).toEqual({ kind: 'taken', pid: 1 });
  });

  it('takes over from a process that died', () => {
    held(table(1, { 1: 'a' }));
    held(table(2, { 2: 'b' }));
    expect(readFileSync(lockFile(), 'utf8')).toContain('"pid":2');
    expect(readdirSync(folder)).toEqual(['fathom.lock']);
  });

  it('takes over when the number belongs to another process now', () => {
    held(table(1, { 1: 'a' }));
    held(table(2, { 1: 'later', 2: 'b' }));
    expect(readFileSync(lockFile(), 'utf8')).toContain('"pid":2');
  });

  it('believes the number alone where start times are unknown', () => {
    held(table(1, { 1: null }));
    expect(lockDataDir(folder, table(2, { 1: 'a', 2: 'b' })).kind).toBe('taken');
  });

  it.each(['', '{"pid":', '{"pid":"one"}', '[]'])('takes over from the torn or foreign file %j', text => {
    writeFileSync(lockFile(), text);
    held(table(2, { 2: 'b' }));
    expect(readFileSync(lockFile(), 'utf8')).toContain('"pid":2');
  });

  it.each([0, -1])('takes over from a file that names the process %i', pid => {
    writeFileSync(lockFile(), JSON.stringify({ pid, startedAt: null }));
    // signal 0 to such a number reaches the own group of processes, or all: it is always alive
    held({ ...table(2, { 2: 'b' }), isAlive: () => true });
    expect(readFileSync(lockFile(), 'utf8')).toContain('"pid":2');
  });

  it('does not give away what another has taken over', () => {
    const first = held(table(1, { 1: 'a' }));
    held(table(2, { 2: 'b' }));
    first.release();
    expect(existsSync(lockFile())).toBe(true);
  });

  it('does not clear a lock that a rival took between the two looks', () => {
    writeFileSync(lockFile(), JSON.stringify({ pid: 9, startedAt: 'dead' }));
    const alive = { 2: 'b', 3: 'c' };
    // the rival finds the same stale lock and is quicker: it holds the folder while we judge what we read
    let looks = 0;
    const slow: ProcessTable = {
      ...table(2, alive),
      isAlive: pid => {
        if (pid === 9) looks += 1;
        // the second look is the one that clears a stale lock
        if (pid === 9 && looks === 2) held(table(3, alive));
        return pid in alive;
      },
    };
    expect(lockDataDir(folder, slow)).toEqual({ kind: 'taken', pid: 3 });
    expect(readdirSync(folder)).toEqual(['fathom.lock']);
  });

  it.skipIf(process.platform === 'win32')('fails with a sentence when a named pipe is in its place', () => {
    execFileSync('mkfifo', [lockFile()]);
    expect(() => lockDataDir(folder, table(1, {}))).toThrow(`${lockFile()} is not a regular file. Move it away`);
  });

  it('fails with a sentence when the file is too large', () => {
    writeFileSync(lockFile(), ' '.repeat(65_537));
    expect(() => lockDataDir(folder, table(1, {}))).toThrow(`${lockFile()} is larger than 64 KiB. Move it away`);
  });

  it('fails when the folder is not there', () => {
    expect(() => lockDataDir(join(folder, 'missing'), table(1, {}))).toThrow('ENOENT');
  });
});

describe('systemProcesses', () => {
  it.runIf(process.platform === 'linux')('knows that a process has ended whose parent has not noticed', async () => {
    // the parent becomes `sleep`, which never asks for exit codes, before the child reads the end of its input
    const script = 'cat <&3 >/dev/null & echo $!; exec sleep 60';
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
    try {
      if (parent.stdout === null) throw new Error('the parent has no output');
      const [line] = await once(parent.stdout, 'data');
      const pid = Number(String(line));
      expect(pid).toBeGreaterThan(0);
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()).toBe('sleep');
      parent.stdio[3]?.destroy();
      await expect.poll(() => systemProcesses.isAlive(pid)).toBe(false);
      expect(() => process.kill(pid, 0)).not.toThrow(); // the number is still taken
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('knows this process and not one that cannot be', () => {
    expect(systemProcesses.isAlive(process.pid)).toBe(true);
    expect(systemProcesses.isAlive(2 ** 30)).toBe(false);
    expect(systemProcesses.startedAt(2 ** 30)).toBeNull();
    if (process.platform === 'linux') expect(systemProcesses.startedAt(process.pid)).toMatch(/^[0-9a-f-]{36} \d+$/);
  });
});

const why = whyNoSmallDisk();

describe.skipIf(why !== null)(why === null ? 'on a real full disk' : `on a real full disk (skipped: ${why})`, () => {
  it('12: takes the room that was kept for cancels, and says what to do when there is none', () => {
    const disk = mountSmallDisk('1m');
    try {
      writeFileSync(join(disk.folder, 'reserve'), 'x'.repeat(100_000));
      disk.fill();
      const outcome = lockDataDir(disk.folder);
      expect(outcome.kind).toBe('held');
      if (outcome.kind === 'held') outcome.lock.release();
      disk.fill();
      expect(() => lockDataDir(disk.folder)).toThrow('Free some space and start Fathom again');
      disk.makeRoom();
      expect(lockDataDir(disk.folder).kind).toBe('held');
      writeFileSync(join(disk.folder, 'reserve'), 'x'.repeat(100_000));
      disk.fill();
      expect(lockDataDir(disk.folder)).toEqual({ kind: 'taken', pid: process.pid });
      expect(existsSync(join(disk.folder, 'reserve'))).toBe(true);
    } finally {
      disk.unmount();
    }
  });
});
