import * as z from 'zod/mini';
import { EpochMs } from '../scalars.ts';

/** What keeps a profile from sending, beside its limits. Main keeps it over a restart. */
export const Safeguards = z.object({
  profileId: z.string(),
  /** since when only cancels and risk-reducing actions are sent; null: it is not frozen */
  frozenSinceMs: z.nullable(EpochMs),
  /** everything is checked and journalled, and nothing is sent */
  isDryRun: z.boolean(),
  /** what the exchange's timed cancel is to be renewed with; null: it is not wanted */
  timedCancelS: z.nullable(z.int()),
  /** false: the disk did not take it, so that a restart would forget it */
  isKept: z.boolean(),
});
export type Safeguards = z.infer<typeof Safeguards>;
