import * as z from 'zod/mini';
import { EpochMs } from '../scalars.ts';

/** Older ones are not shown. */
export const mostAbsences = 10;

/** A time without input, or with Fathom closed, for the profile on the screen. */
const Absence = z.object({ fromMs: EpochMs, toMs: EpochMs });

/** When the user last used a profile: kept by main over a restart. */
export const Presence = z.object({
  /** the last touch */
  hereAtMs: EpochMs,
  /** those that are over, newest first */
  absences: z.array(Absence).check(z.maxLength(mostAbsences)),
});
export type Presence = z.infer<typeof Presence>;

/** The part for the page. */
export const PresenceAnswer = z.object({
  /** when the profile was opened first since the program started */
  openedAtMs: EpochMs,
  absences: z.array(Absence),
});
export type PresenceAnswer = z.infer<typeof PresenceAnswer>;
