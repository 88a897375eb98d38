import * as z from 'zod/mini';
import { MissingPart } from '../answers/missing-part.ts';
import { EpochMs } from '../scalars.ts';

/**
 * How far a walk into the past has come: all rows made at `toMs` or later have been read. `after` is where a list goes on
 * that is cut within one moment; null: at its beginning.
 */
export const PastPosition = z.strictObject({ toMs: EpochMs, after: z.nullable(z.string().check(z.maxLength(64))) });
export type PastPosition = z.infer<typeof PastPosition>;

/** One step into the past of a list, as the exchange answered one request. */
export function pastStep<T extends z.ZodMiniType>(item: T) {
  return z.object({
    items: z.array(item),
    /** where the walk goes on; null at its end */
    next: z.nullable(PastPosition),
    /** why there is nothing older, as a sentence; null: the walk goes on, or has come to where it was asked to end */
    end: z.nullable(z.string()),
    /** what the exchange has forgotten of the time that was walked */
    forgotten: z.array(MissingPart),
    asOfMs: EpochMs,
  });
}

export interface PastStep<T> {
  readonly items: readonly T[];
  readonly next: PastPosition | null;
  readonly end: string | null;
  readonly forgotten: readonly MissingPart[];
  readonly asOfMs: number;
}
