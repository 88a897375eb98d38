import * as z from 'zod/mini';
import { EpochMs } from '../scalars.ts';

/** One step of an action, or one change of what keeps a profile from acting, as the audit journal keeps it. */
export const AuditRow = z.object({
  /** counts from 1, without a gap */
  n: z.int(),
  /** the hash of the row before; of the first row: 64 zeros */
  prev: z.string(),
  atMs: EpochMs,
  /** the user of the system that Fathom runs as */
  user: z.string(),
  profileId: z.string(),
  /**
   * the kind of action, or `release`, `dry-run`, `timed-cancel`, `audit-key`, `audit-accepted`, `archive-backup`,
   * `archive-delete`, `archive-retention`
   */
  kind: z.string(),
  key: z.string(),
  symbol: z.string(),
  summary: z.string(),
  /** as of an intent; `refused`: nothing was sent */
  state: z.string(),
  detail: z.nullable(z.string()),
  /** what the policy said; null: it was not asked */
  verdict: z.nullable(z.string()),
  /** what the action took of the exchange's limits so far; null: nothing was sent yet */
  weight: z.nullable(z.number()),
});
export type AuditRow = z.infer<typeof AuditRow>;

export const AuditReport = z.object({
  rows: z.int(),
  /** the number of the newest row; 0: there is none */
  lastRow: z.int(),
  firstAtMs: z.nullable(EpochMs),
  lastAtMs: z.nullable(EpochMs),
  /** the first thing that is wrong, as a sentence; null: nothing was found */
  problem: z.nullable(z.string()),
  /**
   * the newest row up to which the keychain proves that the chain is whole; null: the check finds accidental damage
   * only
   */
  provenTo: z.nullable(z.int()),
  /** what the check does not prove, a sentence each */
  limits: z.array(z.string()),
});
export type AuditReport = z.infer<typeof AuditReport>;
