import * as z from 'zod/mini';
import { EpochMs } from '../scalars.ts';
import { ArchiveObstacle, Interval, StreamName } from './archive.ts';

/** The place of a row in a list that is newest first: its time, and its key in the archive. */
export const ArchivedPlace = z.strictObject({ timeMs: EpochMs, key: z.string().check(z.maxLength(2048)) });
export type ArchivedPlace = z.infer<typeof ArchivedPlace>;

/** How much of a list the archive has. */
export const ListCoverage = z.object({
  /** before it the archive asked for nothing; null: the archive has not begun with this list */
  startMs: z.nullable(EpochMs),
  /** the times of which all rows are archived, oldest first */
  covered: z.array(Interval),
  /** windows that are still to be read */
  queuedWindows: z.int(),
  /** why nothing is recorded now; null: it is recorded */
  obstacle: z.nullable(ArchiveObstacle),
  /** streams that this key or this exchange does not offer, or whose last read failed */
  unread: z.array(z.object({ stream: StreamName, reason: z.nullable(z.string()) })),
});
export type ListCoverage = z.infer<typeof ListCoverage>;

/** A page of archived rows, newest first. */
export function archivedPage<T extends z.ZodMiniType>(item: T) {
  return z.object({
    items: z.array(item),
    /** the next page begins after it; null: the archive has no older row */
    next: z.nullable(ArchivedPlace),
    /** rows of the page that cannot be read */
    unreadableCount: z.int(),
    coverage: ListCoverage,
  });
}

export interface ArchivedPage<T> {
  readonly items: readonly T[];
  readonly next: ArchivedPlace | null;
  readonly unreadableCount: number;
  readonly coverage: ListCoverage;
}
