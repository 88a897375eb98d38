import * as z from 'zod/mini';
import { SpotCoverage } from './answers/spot-coverage.ts';
import { Completeness } from './answers/missing-part.ts';
import { EpochMs } from './scalars.ts';

/** One page of a longer list, with what it lacks and its age; pages count from 1. docs/exchange/records.md §2. */
export function datedPageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({
    page: z.number(),
    pageSize: z.number(),
    totalItems: z.number(),
    totalPages: z.number(),
    items: z.array(item),
    completeness: Completeness,
    /** which spot lists it is from; absent where there is one list only */
    coverage: z.optional(SpotCoverage),
    asOfMs: EpochMs,
    /** all rows that were made at this moment or later are on the page */
    sinceMs: z.optional(EpochMs),
  });
}

export interface Page<T> {
  readonly page: number;
  readonly pageSize: number;
  readonly totalItems: number;
  readonly totalPages: number;
  readonly items: readonly T[];
  /** rows that the page has and `items` lacks, because they could not be read */
  readonly unreadableCount?: number;
  /** which spot lists were read for it; absent where there is one list only */
  readonly coverage?: SpotCoverage | undefined;
}
