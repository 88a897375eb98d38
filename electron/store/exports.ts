import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { makePrivateFolder } from './atomic-file.ts';
import { attempt, reasonOf } from './journal/attempt.ts';

export interface ExportsOptions {
  readonly dataDir: string;
  readonly nowMs: () => number;
  /** bytes of one file; default 64 MiB */
  readonly mostBytes?: number;
}

/** Files that the user had a table written into, in `exports` of the data folder. The page names none: main does. */
export interface Exports {
  readonly begin: (table: string, kind: 'csv' | 'json') => Result<{ readonly exportId: string }>;
  readonly write: (exportId: string, text: string) => Result<Record<string, never>>;
  readonly end: (exportId: string) => Result<{ readonly file: string }>;
}

interface Running {
  readonly exportId: string;
  readonly file: string;
  readonly part: string;
  bytes: number;
}

const ownerOnly = 0o600;
const usualMostBytes = 64 * 2 ** 20;

const stampOf = (epochMs: number) => new Date(epochMs).toISOString().replaceAll(/[:.]/g, '-');

const unknown = () => fail('not-found', 'This file is no longer being written; begin again.');

export function createExports({ dataDir, nowMs, mostBytes = usualMostBytes }: ExportsOptions): Exports {
  const folder = join(dataDir, 'exports');
  let running: Running | null = null;
  const drop = () => {
    const dropped = running;
    running = null;
    if (dropped !== null) attempt(() => rmSync(dropped.part, { force: true }));
  };
  /** The file is dropped when the disk does not take it. */
  const writing = <T>(what: () => T): Result<T> => {
    const tried = attempt(what);
    if (tried.ok) return succeed(tried.value);
    drop();
    return fail('storage', `The file could not be written: ${reasonOf(tried.cause)}`);
  };
  return {
    begin: (table, kind) => {
      drop();
      const file = join(folder, `${table}-${stampOf(nowMs())}.${kind}`);
      const part = `${file}.part`;
      return writing(() => {
        makePrivateFolder(folder);
        writeFileSync(part, '', { flag: 'wx', mode: ownerOnly });
        running = { exportId: crypto.randomUUID(), file, part, bytes: 0 };
        return { exportId: running.exportId };
      });
    },
    write: (exportId, text) => {
      const current = running;
      if (current?.exportId !== exportId) return unknown();
      current.bytes += Buffer.byteLength(text);
      if (current.bytes > mostBytes) {
        drop();
        return fail(
          'invalid-request',
          `The file would be larger than ${Math.floor(mostBytes / 2 ** 20)} MiB; filter the table first.`,
        );
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
        renameSync(current.part, current.file);
        running = null;
        return { file: current.file };
      });
    },
  };
}
