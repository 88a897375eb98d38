import * as z from 'zod/mini';
import { EpochMs } from '../scalars.ts';

/** More of them nobody looks back to. */
export const mostAbsences = 10;

/** A time in which nobody touched Fathom, or it was not open, with the profile on the screen. */
const Absence = z.object({ fromMs: EpochMs, toMs: EpochMs });

/** When somebody was at a profile: kept by main over a restart. */
export const Presence = z.object({
  /** the last touch */
  hereAtMs: EpochMs,
  /** those that are over, newest first */
  absences: z.array(Absence).check(z.maxLength(mostAbsences)),
});
export type Presence = z.infer<typeof Presence>;

/** What the page is told of it. */
export const PresenceAnswer = z.object({
  /** when the profile was opened first since the program started */
  openedAtMs: EpochMs,
  absences: z.array(Absence),
});
export type PresenceAnswer = z.infer<typeof PresenceAnswer>;
