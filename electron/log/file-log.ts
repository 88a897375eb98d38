import { chmodSync, closeSync, constants, openSync, renameSync, statSync } from 'node:fs';
import pino from 'pino';
import { createLog } from './create-log.ts';
import type { Log } from './log.ts';
import type { Redactor } from './redact.ts';

export interface FileLogOptions {
  readonly file: string;
  readonly redactor: Redactor;
}

export interface FileLog extends Log {
  /** Writes what waits; later events are dropped. Safe to call twice. */
  close(): void;
}

const largestBytes = 5 * 1024 * 1024;
/** Windows has no such flag; there the folder's own rights guard the file. */
const noFollow = constants.O_NOFOLLOW ?? 0;

/** One old file is kept, so that the log neither grows for ever nor forgets the run before. */
function rotate(file: string): void {
  try {
    if (statSync(file).size > largestBytes) renameSync(file, `${file}.1`);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
  }
}

function openPrivate(file: string): number {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | noFollow;
  const descriptor = openSync(file, flags, 0o600);
  chmodSync(file, 0o600); // an older file may have other rights
  return descriptor;
}

/** The log on disk, one JSON line an event, mode 0600, cleaned of secrets. Throws when the file cannot be opened. */
export function createFileLog({ file, redactor }: FileLogOptions): FileLog {
  rotate(file);
  const descriptor = openPrivate(file);
  const destination = pino.destination({ dest: descriptor, sync: true });
  let isOpen = true;
  // what ends late has nowhere to write any more, and must not break for it
  const whileOpen = { write: (line: string) => void (isOpen && destination.write(line)) };
  return {
    ...createLog({ destination: whileOpen, level: 'info', redactor }),
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      destination.flushSync();
      closeSync(descriptor);
    },
  };
}
