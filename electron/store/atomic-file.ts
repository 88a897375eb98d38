import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { operatingSystem } from '#os/operating-system.ts';
import { sizeText } from './documents/limits.ts';

/** The calls that write bytes durably. Tests hand in some that note or fail. */
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
  rename: operatingSystem.renameFile,
};

/** Windows has neither flag; there the folder's own rights guard the file. */
const noFollow = constants.O_NOFOLLOW ?? 0;
/** A named pipe without a writer would block the open for ever. */
const readFlags = constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0);
const ownerOnly = 0o600;
const createFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow;

/** Makes a folder that only its owner may enter. Throws what the file system throws. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/**
 * The file's text, or null when there is none. Throws what the file system throws, and with the codes `not-regular` and
 * `too-large` when a named pipe, device, folder or a file beyond the limit is in its place. A symbolic link is never
 * followed.
 */
export function readPrivateFile(path: string, limitBytes: number): string | null {
  let file: number;
  try {
    file = openSync(path, readFlags);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null;
    throw cause;
  }
  try {
    if (checkRegular(file, path).size > limitBytes)
      throw failure('too-large', `${path} is larger than ${sizeText(limitBytes)}`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function checkRegular(file: number, path: string): Stats {
  const found = fstatSync(file);
  if (!found.isFile()) throw failure('not-regular', `${path} is not a regular file`);
  return found;
}

function failure(code: 'not-regular' | 'too-large', message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** What a person reads when `readPrivateFile` threw `cause`; `title` says what the file is for, as `the profiles`. */
export function readFailure(
  cause: unknown,
  { title, path }: { readonly title: string; readonly path: string },
): string {
  const code = codeOf(cause);
  if (code === 'not-regular')
    return `Fathom could not read ${title}: ${path} is not a regular file. Move it away, then start Fathom again.`;
  if (code === 'too-large')
    return `Fathom could not read ${title}: ${path} is too large. Move it away, then start Fathom again.`;
  return `Fathom could not read ${title} in ${path} (${code}).`;
}

/**
 * Writes beside the file, flushes, renames: after a crash there is the old text or the new one, never a torn one.
 * Mode 0600. Throws what the file system throws, and then leaves the old file as it was.
 */
export function writePrivateFile(path: string, text: string, files: FlushFiles = realFiles): void {
  const beside = `${path}.${process.pid}.tmp`;
  operatingSystem.removeFile(beside);
  try {
    writeFlushed(beside, text, files);
    files.rename(beside, path);
  } catch (cause) {
    operatingSystem.removeFile(beside);
    throw cause;
  }
  flushFolder(dirname(path), files);
}

/** The asynchronous calls that put bytes on the disk. Tests hand in some that wait or fail. */
export interface LateFiles {
  readonly open: (path: string, flags: number, mode: number) => Promise<LateFile>;
  readonly rename: (from: string, to: string) => void;
}
type LateFile = Pick<FileHandle, 'writeFile' | 'sync' | 'close'>;

const realLateFiles: LateFiles = { open, rename: operatingSystem.renameFile };

/** The name under which an asynchronous write prepares a file. Only one write of a file is under way at a time. */
export function lateNameOf(path: string): string {
  return `${path}.next`;
}

/**
 * The same as `writePrivateFile` without blocking the event loop. `isWanted` is asked right before the rename, in the
 * same turn: when a newer text was written meanwhile, the file stays as it is. Rejects with what the file system
 * throws.
 */
export async function writePrivateFileLater(
  path: string,
  text: string,
  { isWanted, files = realLateFiles }: { readonly isWanted: () => boolean; readonly files?: LateFiles },
): Promise<void> {
  const beside = lateNameOf(path);
  operatingSystem.removeFile(beside);
  try {
    const file = await files.open(beside, createFlags, ownerOnly);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    // synchronous: nothing can come between the question and the rename
    if (isWanted()) files.rename(beside, path);
  } finally {
    operatingSystem.removeFile(beside);
  }
  await flushFolderLater(dirname(path));
}

async function flushFolderLater(path: string): Promise<void> {
  if (!operatingSystem.hasFolderFlush) return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The size of the file in bytes; 0 when there is none. Throws what the file system throws. */
export function sizeOfFile(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The first characters of a file, however large it is. Throws as `readPrivateFile` does. */
export function readPrivateFileStart(path: string, bytes: number): string {
  const file = openSync(path, readFlags);
  try {
    checkRegular(file, path);
    const start = Buffer.alloc(bytes);
    return start.toString('utf8', 0, readSync(file, start, 0, bytes, 0));
  } finally {
    closeSync(file);
  }
}

function writeFlushed(path: string, text: string, files: FlushFiles): void {
  const file = files.open(path, createFlags, ownerOnly);
  try {
    const bytes = Buffer.from(text, 'utf8');
    for (let written = 0; written < bytes.length; ) written += files.write(file, bytes, written);
    files.flush(file);
  } finally {
    files.close(file);
  }
}

/**
 * A rename survives a power cut only when the folder is flushed too. Windows cannot open a folder and needs no flush.
 */
function flushFolder(path: string, files: FlushFiles): void {
  if (!operatingSystem.hasFolderFlush) return;
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
  operatingSystem.renameFile(path, aside);
  return aside;
}

/** `ENOENT`, `EACCES`, … of a file-system error; `unknown` for anything else. */
export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'unknown';
}
