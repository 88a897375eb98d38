import * as z from 'zod/mini';
import { unauditedReasons } from '../../portfolio/checks/unaudited-reason.ts';
import { DecimalText } from '../scalars.ts';

/** A fill with the fee that was due by the rate held on its UTC day, in the coin of the fee; or why it is not audited. */
export const RowFeeAudit = z.discriminatedUnion('isAudited', [
  z.object({
    isAudited: z.literal(true),
    rate: DecimalText,
    due: DecimalText,
    paid: DecimalText,
    /** paid − due */
    difference: DecimalText,
  }),
  z.object({ isAudited: z.literal(false), reason: z.enum(unauditedReasons) }),
]);

export const feeConditions = ['different', 'not-audited'] as const;
/** `different`: another fee was paid than was due; `not-audited`: no exact rate is known for the fill. null: any */
export const FeeCondition = z.nullable(z.enum(feeConditions));

/** The fees of one UTC month in one currency. Sums are of the audited fills; null: there is none. */
export const FeeMonth = z.object({
  /** `YYYY-MM` */
  month: z.string(),
  /** null: the exchange did not say it */
  currency: z.nullable(z.string()),
  due: z.nullable(DecimalText),
  paid: z.nullable(DecimalText),
  /** paid − due */
  difference: z.nullable(DecimalText),
  audited: z.int(),
  unaudited: z.int(),
  /** UTC days with fills of which no rate is kept, `YYYY-MM-DD` */
  daysWithoutRate: z.array(z.string()),
});
export type FeeMonth = z.infer<typeof FeeMonth>;

/** The fee audit of the fills that a filter finds. */
export const FeeAuditCount = z.object({
  /** fills that were compared with the rate of their day */
  audited: z.int(),
  /** fills of these with another fee than was due */
  different: z.int(),
  /** there are more fills: these are of the newest 20,000 */
  isCut: z.boolean(),
  /** of the audited fills, by the coin of the fee */
  totals: z.array(z.object({ currency: z.string(), due: DecimalText, paid: DecimalText, difference: DecimalText })),
  /** since the month of the first kept rate, the newest first; of a cut audit the oldest one is incomplete */
  months: z.array(FeeMonth),
});
export type FeeAuditCount = z.infer<typeof FeeAuditCount>;
