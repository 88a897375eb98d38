import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { lockFile } from '#os/lock-file.ts';
import { operatingSystem } from '#os/operating-system.ts';
import { readPrivateFile } from '#store/atomic-file.ts';
import { fileLimitBytes } from '#store/documents/limits.ts';

/** One Fathom per data folder, held by a lock of the system, which ends with the process in whatever way that ends. */

const Holder = z.object({ pid: z.int().check(z.positive()) });

export interface InstanceLock {
  /** Gives the folder free. Safe to call twice. */
  release(): void;
}

export type LockOutcome =
  | { readonly kind: 'held'; readonly lock: InstanceLock }
  /** `pid`: the process that has it, for messages alone; null: it is not known */
  | { readonly kind: 'taken'; readonly pid: number | null };

/**
 * Takes the data folder for this process, or says which process has it. Takes no room on the disk. Throws a sentence when
 * the lock cannot be taken: the folder is missing or cannot be written, or something else is in the lock's place.
 */
export function lockDataDir(dataDir: string): LockOutcome {
  const holderFile = join(dataDir, 'fathom.lock');
  const held = takeLock(join(dataDir, 'instance.lock'));
  if (held === null) return { kind: 'taken', pid: readHolder(holderFile) };
  writeHolder(holderFile);
  let isHeld = true;
  const release = () => {
    if (!isHeld) return;
    isHeld = false;
    attempt(() => operatingSystem.removeFile(holderFile)); // while the folder is still ours
    held.release();
  };
  return { kind: 'held', lock: { release } };
}

function takeLock(file: string): ReturnType<typeof lockFile> {
  try {
    return lockFile(file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the lock ${file} cannot be taken: ${reason}`, { cause });
  }
}

/** Replaces what an ended process left. The lock counts without it: on a full disk the number is missing from messages. */
function writeHolder(file: string): void {
  // earlier versions of Fathom read the second field, and respect the process without it
  const text = JSON.stringify({ pid: process.pid, startedAt: null });
  attempt(() => {
    operatingSystem.removeFile(file);
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  });
}

function readHolder(file: string): number | null {
  try {
    const holder = Holder.safeParse(JSON.parse(readPrivateFile(file, fileLimitBytes.record) ?? 'null'));
    return holder.success ? holder.data.pid : null;
  } catch {
    return null; // torn or foreign
  }
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // the file serves messages only
  }
}
