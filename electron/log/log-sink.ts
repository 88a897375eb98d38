import { closeSync, constants, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { operatingSystem } from '#os/operating-system.ts';
import { createLineRing } from './line-ring.ts';

/** The file calls of the log. Tests hand in some that fail. */
export interface LogFiles {
  /** for appending, mode 0600, no symbolic link followed */
  readonly open: (path: string) => number;
  readonly write: (descriptor: number, bytes: Uint8Array, from: number) => number;
  readonly stat: (descriptor: number) => { readonly size: number; readonly nlink: number; readonly ino: number };
  readonly rename: (from: string, to: string) => void;
  readonly close: (descriptor: number) => void;
}

export interface LogSinkOptions {
  readonly file: string;
  /** the log could not be written; what comes is kept in memory until `recover` */
  readonly onTrouble: (cause: unknown) => void;
  readonly files?: LogFiles;
  readonly largestBytes?: number;
}

/** Where log lines go: a file that rotates, or memory while there is no writing. Nothing here ever throws. */
export interface LogSink {
  readonly write: (line: string) => void;
  /** Writes what waits. Null when the log is on disk again, else why it is not. */
  readonly recover: () => unknown;
  readonly close: () => void;
}

const defaultLargestBytes = 5 * 1024 * 1024;
/** Windows has no such flag; there the folder's own rights guard the file. */
const noFollow = constants.O_NOFOLLOW ?? 0;
/** Without the last flag a named pipe in the place of the log would block the open for ever. */
const appendFlags =
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | noFollow | (constants.O_NONBLOCK ?? 0);

const realFiles: LogFiles = {
  open: path => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 }); // it may have been taken away while we ran
    const descriptor = openSync(path, appendFlags, 0o600);
    operatingSystem.restrictToOwner(path); // an older file may have other rights
    return descriptor;
  },
  write: (descriptor, bytes, from) => writeSync(descriptor, bytes, from),
  stat: fstatSync,
  rename: operatingSystem.renameFile,
  close: closeSync,
};

interface OpenFile {
  readonly descriptor: number;
  readonly ino: number;
}

export function createLogSink(options: LogSinkOptions): LogSink {
  const { onTrouble } = options;
  const ring = createLineRing();
  const disk = createLogFile(options);
  let isOpen = true;

  let isTroubled = false;

  /** Null when it went well. */
  const attempt = (what: () => void): unknown => {
    try {
      what();
      return null;
    } catch (cause) {
      disk.release();
      isTroubled = true;
      return cause ?? new Error('unknown');
    }
  };
  const recover = (): unknown => {
    for (let line = ring.first(); line !== null; line = ring.first()) {
      const waiting = line;
      const cause = attempt(() => disk.put(waiting));
      if (cause !== null) return cause;
      ring.shift();
    }
    const cause = attempt(disk.prepare);
    isTroubled = cause !== null;
    return cause;
  };
  const first = attempt(disk.prepare);
  if (first !== null) onTrouble(first);

  return {
    recover,
    write: line => {
      if (!isOpen) return; // what ends late has nowhere to write any more, and must not break for it
      // a full disk is not tried again with each line: what little room there is belongs to the journal
      const cause = isTroubled ? null : attempt(() => disk.put(line));
      if (isTroubled) ring.add(line);
      if (cause !== null) onTrouble(cause);
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      recover();
      disk.release();
    },
  };
}

/** The file itself. Every function but `release` throws what the file system throws. */
function createLogFile({ file, files = realFiles, largestBytes = defaultLargestBytes }: LogSinkOptions) {
  let current: OpenFile | null = null;
  let isTorn = false;

  const open = (): OpenFile => {
    const descriptor = files.open(file);
    current = { descriptor, ino: files.stat(descriptor).ino };
    return current;
  };
  const release = () => {
    const { descriptor } = current ?? { descriptor: null };
    current = null;
    if (descriptor === null) return;
    try {
      files.close(descriptor);
    } catch {
      // it was closed before; everything is written
    }
  };
  /** One old file is kept, so that the log neither grows for ever nor forgets the run before. */
  const rotate = () => {
    release();
    files.rename(file, `${file}.1`);
    open();
  };
  const prepare = () => {
    const { descriptor, ino } = current ?? open();
    const stat = files.stat(descriptor);
    if (stat.ino !== ino) {
      current = null; // the number belongs to another file now: not ours to write to, nor to close
      open();
    } else if (stat.nlink === 0) {
      release();
      open();
    } else if (stat.size > largestBytes) rotate();
  };
  const put = (line: string) => {
    prepare();
    const { descriptor } = current ?? open();
    const bytes = Buffer.from(isTorn ? `\n${line}` : line, 'utf8');
    for (let written = 0; written < bytes.length; ) {
      written += files.write(descriptor, bytes, written);
      // a partly written line is ended by the next one
      isTorn = written < bytes.length;
    }
  };
  return { prepare, put, release };
}
