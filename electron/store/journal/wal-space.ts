import { closeSync, constants, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** The size of the log at which SQLite writes it back and restarts it: a thousand pages. */
const roomBytes = 4_200_000;
const pieceBytes = 1 << 20;

/**
 * Makes the write-ahead log of this database as long as it gets, in zeros, which SQLite takes for the end of it. A commit
 * then writes over what the disk has already given, and its flush waits for nothing that other programs do to the same
 * file system. Throws what the file system throws; the log is as it was then.
 */
export function preallocateWal(path: string): void {
  const wal = `${path}-wal`;
  if (!existsSync(wal)) return;
  const file = openSync(wal, constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));
  const { size } = fstatSync(file);
  try {
    const zeros = Buffer.alloc(pieceBytes);
    for (let left = roomBytes - size; left > 0; ) left -= writeSync(file, zeros, 0, Math.min(left, pieceBytes));
    fsyncSync(file);
  } catch (cause) {
    ftruncateSync(file, size);
    throw cause;
  } finally {
    closeSync(file);
  }
}
