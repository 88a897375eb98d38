import { statSync } from 'node:fs';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { freeBytesBeside, spareBytes } from '../sqlite/open-database.ts';

export type FreeBytes = (path: string) => number | null;

/** Bytes that the archive's file needs on a disk, with what is not merged into it yet. */
export function archiveBytes(path: string): number {
  return statSync(path).size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
}

/** Whether so many bytes and a reserve fit beside the file. Kind `storage`: they do not. */
export function checkSpace(path: string, neededBytes: number, freeBytes: FreeBytes = freeBytesBeside): Result<null> {
  const free = freeBytes(path);
  const needed = neededBytes + spareBytes;
  if (free === null || free >= needed) return succeed(null);
  return fail('storage', `The disk of ${path} has ${free} bytes free and ${needed} are needed. Free some space.`);
}
