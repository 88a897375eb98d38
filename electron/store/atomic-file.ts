import {
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** The calls that put bytes on the disk for good. Tests hand in some that note or fail. */
export interface FlushFiles {
  readonly open: (path: string, flags: number, mode?: number) => number;
  readonly write: (file: number, bytes: Uint8Array, from: number) => number;
  readonly flush: (file: number) => void;
  readonly close: (file: number) => void;
  readonly rename: (from: string, to: string) => void;
}

const realFiles: FlushFiles = {
  open: openSync,
  write: (file, bytes, from) => writeSync(file, bytes, from),
  flush: fsyncSync,
  close: closeSync,
  rename: renameSync,
};

/** Windows has neither flag; there the folder's own rights guard the file. */
const noFollow = constants.O_NOFOLLOW ?? 0;
const ownerOnly = 0o600;

/** Makes a folder that only its owner may enter. Throws what the file system throws. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** The file's text, or null when there is none. A symbolic link in its place is an error, never followed. */
export function readPrivateFile(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | noFollow);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null;
    throw cause;
  }
  try {
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/**
 * Writes beside the file, flushes, renames: after a crash there is the old text or the new one, never a torn one.
 * Mode 0600. Throws what the file system throws, and then leaves the old file as it was.
 */
export function writePrivateFile(path: string, text: string, files: FlushFiles = realFiles): void {
  const beside = `${path}.${process.pid}.tmp`;
  rmSync(beside, { force: true });
  try {
    writeFlushed(beside, text, files);
    files.rename(beside, path);
  } catch (cause) {
    rmSync(beside, { force: true });
    throw cause;
  }
  flushFolder(dirname(path), files);
}

function writeFlushed(path: string, text: string, files: FlushFiles): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow;
  const file = files.open(path, flags, ownerOnly);
  try {
    const bytes = Buffer.from(text, 'utf8');
    for (let written = 0; written < bytes.length; ) written += files.write(file, bytes, written);
    files.flush(file);
  } finally {
    files.close(file);
  }
}

/** A rename survives a power cut only when the folder is flushed too. Windows cannot open a folder and needs no flush. */
function flushFolder(path: string, files: FlushFiles): void {
  if (process.platform === 'win32') return;
  const folder = files.open(path, constants.O_RDONLY);
  try {
    files.flush(folder);
  } finally {
    files.close(folder);
  }
}

/** Moves a file that cannot be used out of the way and says where it went; nothing is ever deleted. */
export function setAside(path: string, nowMs: number): string {
  const aside = `${path}.broken-${nowMs}`;
  renameSync(path, aside);
  return aside;
}

/** `ENOENT`, `EACCES`, … of a file-system error; `unknown` for anything else. */
export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'unknown';
}
