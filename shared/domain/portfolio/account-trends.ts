import * as z from 'zod/mini';
import { DecimalText, EpochMs, Name } from '../scalars.ts';

/** Recent value of the sub-accounts of a profile; values are in `currency`. */
export const TrendsQuestion = z.strictObject({ profileId: z.string(), currency: Name });
export type TrendsQuestion = z.infer<typeof TrendsQuestion>;

const Value = z.nullable(DecimalText);

/**
 * Why a change is unknown. `not-recorded`: no balances were recorded near the start of the window; `not-current`: the newest
 * balances are too old; `no-balance`: the account is unknown at one of both times; `no-ledger`: the ledgers that list transfers
 * are not known completely; `no-price`: a transfer has no price; `unassigned-transfer`: a transfer in the window fits several
 * sub-accounts.
 */
const TrendReason = z.enum([
  'not-recorded',
  'not-current',
  'no-balance',
  'no-ledger',
  'no-price',
  'unassigned-transfer',
]);
export type TrendReason = z.infer<typeof TrendReason>;

/** How the value of an account changed within a window up to the newest balances. */
const TrendChange = z.object({
  /** when the balances at the start of the window were read; null: none are near it */
  fromMs: z.nullable(EpochMs),
  /** value now − value then − flow; null for the reason */
  change: Value,
  /** transfers in − out between the owner and the account, at the prices of their times; null for the reason */
  flow: Value,
  reason: z.nullable(TrendReason),
});
export type TrendChange = z.infer<typeof TrendChange>;

/** A value; null: a gap, a balance is unknown or a price is missing. */
const TrendPoint = z.object({ atMs: EpochMs, value: Value });
export type TrendPoint = z.infer<typeof TrendPoint>;

/** How far back changes are measured: 1 hour, 1 day, 7 days. */
const TrendChanges = z.object({ hour: TrendChange, day: TrendChange, week: TrendChange });
export type TrendWindow = keyof z.infer<typeof TrendChanges>;

const AccountTrend = z.object({
  /** the user id of the sub-account */
  owner: Name,
  /** of the last 7 days, by time; at most 57 values and the gaps between */
  points: z.array(TrendPoint),
  changes: TrendChanges,
  /** coins that count nowhere, or at neither end of a change, because a price is missing */
  leftOut: z.array(z.string()),
});
export type AccountTrend = z.infer<typeof AccountTrend>;

/** The value of all sub-accounts in the last 7 days, as recorded: main, trade and margin wallets without futures. */
export const AccountTrends = z.object({
  currency: z.string(),
  /** when the newest balances were read */
  asOfMs: EpochMs,
  accounts: z.array(AccountTrend),
});
export type AccountTrends = z.infer<typeof AccountTrends>;
