import { join } from 'node:path';
import * as z from 'zod/mini';
import { IdleMinutes, LockReason } from '#shared/calls/lock-calls.ts';
import { EpochMs } from '#shared/domain/scalars.ts';
import type { Result } from '#shared/errors.ts';
import { type JsonFile, openJsonFile } from '#store/json-file.ts';

const LockFile = z.object({
  version: z.literal(1),
  /** there is a PIN in the keychain; one in memory is in no file */
  hasPin: z.boolean(),
  idleMin: IdleMinutes,
  isLockedAtStart: z.boolean(),
  /** it was locked when it ended, however that was: it begins locked */
  locked: z.nullable(z.object({ sinceMs: EpochMs, reason: LockReason })),
  /** in a row; stored so that a restart of Fathom gives no free attempt */
  wrongTries: z.int().check(z.gte(0)),
  lastWrongAtMs: EpochMs,
});
type LockFile = z.infer<typeof LockFile>;

export interface LockFileOptions {
  readonly dataDir: string;
  readonly nowMs: () => number;
  readonly notice: (message: string) => void;
  /** what each writing came to: null, or what the file system threw */
  readonly onWritten?: (cause: unknown) => void;
}

/** What of the lock is remembered at once, whatever the disk says. */
export interface LockMemory {
  readonly read: () => LockFile;
  /** Applies at once; the answer states whether it survives a restart. */
  readonly change: (part: Partial<LockFile>) => Result<LockFile>;
}

export const freshLock: LockFile = {
  version: 1,
  hasPin: false,
  idleMin: 15,
  isLockedAtStart: false,
  locked: null,
  wrongTries: 0,
  lastWrongAtMs: 0,
};

/** `lock.json` in the data folder; never the PIN nor its hash. Kind `storage` when it cannot be read. */
export function openLockFile({ dataDir, nowMs, notice, onWritten }: LockFileOptions): Result<LockMemory> {
  const opened = openJsonFile({
    path: join(dataDir, 'lock.json'),
    schema: LockFile,
    empty: freshLock,
    title: 'the lock',
    nowMs,
    notice,
    ...(onWritten === undefined ? {} : { onWritten }),
  });
  if (!opened.ok) return opened;
  const file: JsonFile<LockFile> = opened.value;
  let held = file.read();
  return {
    ok: true,
    value: {
      read: () => held,
      change: part => {
        held = { ...held, ...part };
        return file.write(held);
      },
    },
  };
}
