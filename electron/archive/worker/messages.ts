import * as z from 'zod/mini';
import {
  type ArchiveDatabase,
  ArchiveError,
  archiveFaults,
  type ArchiveResult,
  type ArchiveStore,
} from '../archive-store.ts';

/** What the archive's thread is asked and answers. */

/** One method, or `close`. The input is checked by the types of the caller, which is our own process. */
export const WorkerQuestion = z.object({ id: z.number(), method: z.string(), input: z.unknown() });
export type WorkerQuestion = z.infer<typeof WorkerQuestion>;

export const WorkerResult = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), fault: z.enum(archiveFaults), detail: z.string() }),
]);

export const WorkerAnswer = z.object({ id: z.number(), result: WorkerResult });
export type WorkerAnswer = z.infer<typeof WorkerAnswer>;

/** What it gave, or the failure that it threw. */
export function toArchiveResult<T>(what: () => T): ArchiveResult<T> {
  try {
    return { ok: true, value: what() };
  } catch (cause) {
    const fault = cause instanceof ArchiveError ? cause.fault : 'unwritable';
    return { ok: false, fault, detail: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** Runs one method by its name. Throws `ArchiveError`, and a `TypeError` for a name that is no method. */
export function runMethod(database: ArchiveDatabase | ArchiveStore, method: string, input: unknown): unknown {
  const found: unknown = Object.hasOwn(database, method) ? Reflect.get(database, method) : undefined;
  if (typeof found !== 'function') throw new TypeError(`there is no method ${method}`);
  return Reflect.apply(found, database, [input]);
}
