import * as z from 'zod/mini';
import { exchangeRead, ownChange } from '../domain/call-traits.ts';
import { DecimalText, EpochMs } from '#shared/domain/scalars.ts';
import { MovedCounts } from '#shared/policy/movements.ts';
import { Policy } from '#shared/policy/policy.ts';

const onProfile = { profileId: z.string() };

/** What the ticket needs to judge an action as main will: the policy, and what prices and counts are known. */
export const PolicyState = z.object({
  policy: Policy,
  /** notional of the orders sent since midnight UTC, in the policy's currency; null: it cannot be counted now */
  spentToday: z.nullable(DecimalText),
  /** loans, transfers, removed margin and contract settings that count, those in flight included */
  moved: MovedCounts,
  /** what one unit of a currency is worth in the policy's; null or missing: no book prices it */
  rates: z.record(z.string(), z.nullable(DecimalText)),
  /** when the rates were read; null: they could not be */
  ratesAsOfMs: z.nullable(EpochMs),
  /**
   * orders and margin transfers of the last minute, oldest first: what a second and a minute may hold is counted in
   * rows
   */
  sentLately: z.array(z.object({ atMs: EpochMs, rows: z.int() })),
});
export type PolicyState = z.infer<typeof PolicyState>;

/** The calls about what a profile may do; part of the contract. */
export const policyCalls = {
  'policy.read': { ...exchangeRead, input: z.strictObject(onProfile), output: PolicyState },
  /** what only tightens is done at once; anything looser is asked in the trusted window */
  'policy.change': { ...ownChange, input: z.strictObject({ ...onProfile, policy: Policy }), output: Policy },
} as const;
