import * as z from 'zod/mini';
import { EpochMs } from '../scalars.ts';
import { OddRow } from './unreadable-row.ts';

/** The rows of a list that could not be read: how many, and the first of them. */
export const UnreadableRows = z.object({ count: z.int(), rows: z.array(OddRow) });
export type UnreadableRows = z.infer<typeof UnreadableRows>;

/** What a list or a sum lacks, in words: `the USDT futures wallet`, `older fills`. */
export const MissingPart = z.object({
  part: z.string(),
  /** as a sentence */
  reason: z.string(),
  /** what is shown of it was right then; null: nothing of it is shown */
  asOfMs: z.nullable(EpochMs),
  /** set where the part is rows that could not be read */
  unreadable: z.optional(UnreadableRows),
});
export type MissingPart = z.infer<typeof MissingPart>;

/** Whether all of a list is there, and if not, what is missing and why. */
export const Completeness = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('whole') }),
  z.object({ kind: z.literal('partial'), missing: z.array(MissingPart) }),
]);
export type Completeness = z.infer<typeof Completeness>;

/** A list that is answered once, with what it lacks and its age. */
export function listAnswer<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), completeness: Completeness, asOfMs: EpochMs });
}
