import * as z from 'zod/mini';
import type { ArchiveResult } from './archive-store.ts';
import { ComputerId } from './postgres/connection/computer-id.ts';
import { DatabaseConnection, DatabasePassword } from './postgres/connection/database-connection.ts';

const DatabasePlace = z.strictObject({
  kind: z.literal('database'),
  connection: DatabaseConnection,
  password: DatabasePassword,
  /** of this data folder; names its practice runs in the database */
  computerId: ComputerId,
});
export type DatabasePlace = z.infer<typeof DatabasePlace>;

/** Where the archive is: a file in the data folder, or a PostgreSQL database. */
export const ArchivePlace = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('file'),
    path: z.string(),
    /** another thread has opened the file and brought it up to date; absent: this one does */
    isForReading: z.exactOptional(z.boolean()),
  }),
  DatabasePlace,
]);
export type ArchivePlace = z.infer<typeof ArchivePlace>;

/** Finds the place when a thread starts. Its failure is the answer to the question that the thread was started for. */
export type FindArchivePlace = () => Promise<ArchiveResult<ArchivePlace>>;

/** The place that is a file. */
export function findFile(path: string): FindArchivePlace {
  return () => Promise.resolve({ ok: true, value: { kind: 'file', path } });
}

/** The same place, for a thread that only reads. */
export function findForReading(find: FindArchivePlace): FindArchivePlace {
  return async () => {
    const place = await find();
    return place.ok && place.value.kind === 'file'
      ? { ok: true, value: { ...place.value, isForReading: true } }
      : place;
  };
}
