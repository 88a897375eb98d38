import * as z from 'zod/mini';
import { Side } from '#shared/domain/scalars.ts';

const typed = z.string().check(z.maxLength(30));

/** The shape of a ladder under a name of the user's own. Its ends move with the market, so that it means the same on any day. */
export const LadderTemplate = z.object({
  /** whose it is and for what kind of market: `profileId:venue` */
  scope: z.string().check(z.maxLength(80)),
  name: z.string().check(z.minLength(1), z.maxLength(30)),
  /** the side that its ends are typed for; on the other one they turn over */
  side: Side,
  near: typed,
  far: typed,
  count: typed,
  shape: z.enum(['flat', 'linear', 'geometric']),
  skew: typed,
});
export type LadderTemplate = z.infer<typeof LadderTemplate>;

/** Of all profiles together. */
export const mostTemplates = 60;
