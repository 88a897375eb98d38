import * as z from 'zod/mini';

/** How many rows may be sent in any second and in any minute. A batch of five orders is five rows. */
export const RowLimits = z.strictObject({
  perSecond: z.int().check(z.gte(1), z.lte(1_000)),
  perMinute: z.int().check(z.gte(1), z.lte(10_000)),
});
export type RowLimits = z.infer<typeof RowLimits>;
