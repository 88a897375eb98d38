import { appendFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatingSystem } from '#os/operating-system.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { makePrivateFolder } from './atomic-file.ts';
import { exportLimits, sizeText } from './documents/limits.ts';
import { attempt, reasonOf } from './journal/attempt.ts';

export interface ExportsOptions {
  readonly dataDir: string;
  readonly nowMs: () => number;
  readonly limits?: typeof exportLimits;
}

/**
 * Files that the user had a table written into, in `exports` of the data folder. The page names none: main does. What is in
 * the folder has a limit together; kind `over-quota` beyond it. Fathom never deletes an export of the user.
 */
export interface Exports {
  readonly begin: (table: string, kind: 'csv' | 'json') => Result<{ readonly exportId: string }>;
  readonly write: (exportId: string, text: string) => Result<Record<string, never>>;
  readonly end: (exportId: string) => Result<{ readonly file: string }>;
  /** Where main itself writes a file and a manifest of it, and how many bytes both may take. Kinds `over-quota` and `storage`. */
  readonly reserve: (name: string, extension: string) => Result<ReservedFiles>;
  /** Whether one more file may be written. Kinds `over-quota` and `storage`. */
  readonly checkRoom: () => Result<null>;
}

interface ReservedFiles {
  readonly file: string;
  readonly manifest: string;
  readonly allowedBytes: number;
}

interface Running {
  readonly exportId: string;
  readonly file: string;
  readonly part: string;
  bytes: number;
  /** of all other files in the folder */
  readonly othersBytes: number;
}

const ownerOnly = 0o600;

const stampOf = (epochMs: number) => new Date(epochMs).toISOString().replaceAll(/[:.]/g, '-');

const unknown = () => fail('not-found', 'This file is no longer being written; begin again.');

/** How many files are in the folder, and their bytes. A file that disappears meanwhile counts nothing. */
function measureFolder(folder: string): { readonly files: number; readonly bytes: number } {
  const names = readdirSync(folder);
  const sizes = names.map(name => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return { files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function full(folder: string, { allBytes, files }: typeof exportLimits) {
  return fail(
    'over-quota',
    `The exports would exceed ${sizeText(allBytes)} or ${files} files. Move or delete files in ${folder}, then try again.`,
  );
}

/** The bytes of what is in the folder, when there is room for one more file. Kinds `over-quota` and `storage`. */
function measureRoom(folder: string, limits: typeof exportLimits): Result<number> {
  const measured = attempt(() => {
    makePrivateFolder(folder);
    return measureFolder(folder);
  });
  if (!measured.ok) return unwritable(measured.cause);
  const { files, bytes } = measured.value;
  return files < limits.files && bytes < limits.allBytes ? succeed(bytes) : full(folder, limits);
}

function unwritable(cause: unknown) {
  return fail('storage', `The file could not be written: ${reasonOf(cause)}`);
}

/** Kind `invalid-request`: the file alone is too large; `over-quota`: all exports together are. */
function checkLength(folder: string, { bytes, othersBytes }: Running, limits: typeof exportLimits): Result<null> {
  if (othersBytes + bytes > limits.allBytes) return full(folder, limits);
  if (bytes <= limits.oneBytes) return succeed(null);
  const message = `The file would be larger than ${Math.floor(limits.oneBytes / 2 ** 20)} MiB; filter the table first.`;
  return fail('invalid-request', message);
}

interface WantedFiles {
  /** without extension */
  readonly path: string;
  readonly extension: string;
  readonly limits: typeof exportLimits;
}

function reserveFiles(folder: string, { path, extension, limits }: WantedFiles): Result<ReservedFiles> {
  const room = measureRoom(folder, limits);
  if (!room.ok) return room;
  const allowedBytes = limits.allBytes - room.value;
  return succeed({ file: `${path}.${extension}`, manifest: `${path}.manifest.json`, allowedBytes });
}

export function createExports({ dataDir, nowMs, limits = exportLimits }: ExportsOptions): Exports {
  const folder = join(dataDir, 'exports');
  let running: Running | null = null;
  const drop = () => {
    const dropped = running;
    running = null;
    if (dropped !== null) attempt(() => operatingSystem.removeFile(dropped.part));
  };
  /** The file is dropped when the disk does not take it. */
  const writing = <T>(what: () => T): Result<T> => {
    const tried = attempt(what);
    if (tried.ok) return succeed(tried.value);
    drop();
    return unwritable(tried.cause);
  };
  return {
    checkRoom: () => {
      const room = measureRoom(folder, limits);
      return room.ok ? succeed(null) : room;
    },
    reserve: (name, extension) =>
      reserveFiles(folder, { path: join(folder, `${name}-${stampOf(nowMs())}`), extension, limits }),
    begin: (table, kind) => {
      drop();
      const room = measureRoom(folder, limits);
      if (!room.ok) return room;
      const file = join(folder, `${table}-${stampOf(nowMs())}.${kind}`);
      const part = `${file}.part`;
      return writing(() => {
        writeFileSync(part, '', { flag: 'wx', mode: ownerOnly });
        running = { exportId: crypto.randomUUID(), file, part, bytes: 0, othersBytes: room.value };
        return { exportId: running.exportId };
      });
    },
    write: (exportId, text) => {
      const current = running;
      if (current?.exportId !== exportId) return unknown();
      current.bytes += Buffer.byteLength(text);
      const error = checkLength(folder, current, limits);
      if (!error.ok) {
        drop();
        return error;
      }
      return writing(() => {
        appendFileSync(current.part, text);
        return {};
      });
    },
    end: exportId => {
      const current = running;
      if (current?.exportId !== exportId) return unknown();
      return writing(() => {
        operatingSystem.renameFile(current.part, current.file);
        running = null;
        return { file: current.file };
      });
    },
  };
}
