import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readPrivateFile } from '#store/atomic-file.ts';
import { fileLimitBytes } from '#store/documents/limits.ts';

/** One Fathom per data folder, held by a file that names the process. A process that died leaves a stale one behind. */

const Holder = z.object({
  /** 0 and below name no process: the system takes them for groups of processes */
  pid: z.int().check(z.positive()),
  /** when that process started, in the system's own terms; null where the system does not tell */
  startedAt: z.nullable(z.string()),
});
type Holder = z.infer<typeof Holder>;

export interface ProcessTable {
  readonly ownPid: number;
  readonly isAlive: (pid: number) => boolean;
  /** Never the same for two processes that had the same number. */
  readonly startedAt: (pid: number) => string | null;
}

export interface InstanceLock {
  /** Gives the folder free. Safe to call twice. */
  release(): void;
}

export type LockOutcome =
  | { readonly kind: 'held'; readonly lock: InstanceLock }
  | { readonly kind: 'taken'; readonly pid: number };

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !hasEnded(pid);
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'; // there, but another user's
  }
}

/** A process that has ended keeps its number until its parent has asked for its exit code. */
function hasEnded(pid: number): boolean {
  const state = readStat(pid)?.[0];
  return state === 'Z' || state === 'X';
}

function startedAt(pid: number): string | null {
  const ticks = readStat(pid)?.[19];
  if (ticks === undefined) return null;
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks}`;
  } catch {
    return null; // the number alone must do
  }
}

/** The fields of `/proc/PID/stat` from the third on, the state. Null where the system has none, or the process is gone. */
function readStat(pid: number): readonly string[] | null {
  if (process.platform !== 'linux') return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the name in the second field may hold anything but ends with the last bracket
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null; // it has ended meanwhile, or /proc is hidden
  }
}

export const systemProcesses: ProcessTable = { ownPid: process.pid, isAlive, startedAt };

/** Null: there is none. Throws a sentence when something else is in its place. */
function readLock(file: string): string | null {
  try {
    return readPrivateFile(file, fileLimitBytes.record);
  } catch (cause) {
    throw new Error(`the lock cannot be read: ${sentenceOf(cause)}. Move it away, then start Fathom again`, { cause });
  }
}

function sentenceOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function readHolder(file: string): { text: string; holder: Holder | null } | null {
  const text = readLock(file);
  return text === null ? null : { text, holder: parseHolder(text) };
}

function parseHolder(text: string): Holder | null {
  try {
    const holder = Holder.safeParse(JSON.parse(text));
    return holder.success ? holder.data : null;
  } catch {
    return null; // torn or foreign: nobody holds it
  }
}

function isHeld(holder: Holder | null, processes: ProcessTable): holder is Holder {
  if (holder === null || !processes.isAlive(holder.pid)) return false;
  const now = processes.startedAt(holder.pid);
  return holder.startedAt === null || now === null || holder.startedAt === now;
}

/** Takes a stale file out of the way; puts it back when another start was quicker and it is not the stale one any more. */
function clearStale(file: string, staleText: string, aside: string): void {
  try {
    renameSync(file, aside);
    if (readLock(aside) !== staleText) linkSync(aside, file);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw cause; // both mean that a rival was here; the next round sees it
  } finally {
    rmSync(aside, { force: true });
  }
}

function tryLink(own: string, file: string): boolean {
  try {
    linkSync(own, file); // appears with its content or not at all
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false;
    throw cause;
  }
}

/** On a full disk the room that is kept for cancels is given up for the lock: without it there is no Fathom to cancel. */
function writeOwn(own: string, text: string, reserve: string): void {
  const write = () => writeFileSync(own, text, { mode: 0o600 });
  try {
    return write();
  } catch (cause) {
    if (!isFull(cause)) throw cause;
    rmSync(reserve, { force: true });
  }
  try {
    write();
  } catch (cause) {
    rmSync(own, { force: true });
    if (!isFull(cause)) throw cause;
    throw new Error(`the disk is full, there is no room for ${own}. Free some space and start Fathom again`, { cause });
  }
}

function isFull(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT');
}

const mostRounds = 5;

/** Takes the data folder for this process, or tells who has it. Throws when the folder cannot be written. */
export function lockDataDir(dataDir: string, processes: ProcessTable = systemProcesses): LockOutcome {
  const file = join(dataDir, 'fathom.lock');
  const own = `${file}.${processes.ownPid}`;
  const text = JSON.stringify({ pid: processes.ownPid, startedAt: processes.startedAt(processes.ownPid) });
  // read before anything is written: on a full disk `--kill` still finds the Fathom that runs, and leaves its reserve alone
  const current = readHolder(file)?.holder ?? null;
  if (isHeld(current, processes)) return { kind: 'taken', pid: current.pid };
  writeOwn(own, text, join(dataDir, 'reserve'));
  const release = () => {
    if (readHolder(file)?.text === text) rmSync(file, { force: true });
  };
  try {
    for (let round = 0; round < mostRounds; round++) {
      if (tryLink(own, file)) return { kind: 'held', lock: { release } };
      const found = readHolder(file);
      if (found === null) continue; // released between the two looks
      if (isHeld(found.holder, processes)) return { kind: 'taken', pid: found.holder.pid };
      clearStale(file, found.text, `${own}.stale`);
    }
    throw new Error(`the lock ${file} changes hands too quickly`);
  } finally {
    rmSync(own, { force: true });
  }
}
