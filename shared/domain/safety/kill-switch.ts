import * as z from 'zod/mini';
import { EpochMs } from '../scalars.ts';
import { t } from '#shared/words/t.ts';

/** What is cancelled apart from the rest, because other endpoints reach it. */
export const KillScope = z.enum([
  'spot-orders',
  'spot-stops',
  'cross-orders',
  'isolated-orders',
  'margin-stops',
  'futures-orders',
  'futures-stops',
]);
export type KillScope = z.infer<typeof KillScope>;

/** In the words of people. */
export const killScopeNames: Readonly<Record<KillScope, string>> = {
  'spot-orders': t`spot orders`,
  'spot-stops': t`spot stops`,
  'cross-orders': t`cross margin orders`,
  'isolated-orders': t`isolated margin orders`,
  'margin-stops': t`margin stops`,
  'futures-orders': t`futures orders`,
  'futures-stops': t`futures stops`,
};

/** How one of them is. Counts are of orders that were seen active since it began. */
export const KillRow = z.object({
  scope: KillScope,
  /** `clear`: read twice, nothing was active. `left`: the exchange keeps some. `unreachable`: it could not be read */
  state: z.enum(['working', 'clear', 'left', 'unreachable']),
  /** null: it was never read */
  found: z.nullable(z.int()),
  /** requests to cancel */
  sent: z.int(),
  gone: z.int(),
  left: z.int(),
  /** protective stops that the user chose to keep; in no other count */
  kept: z.int(),
  /** false: all were cancelled before they could be read, so more may have been cancelled than were counted */
  isCounted: z.boolean(),
  /** why it is not clear, as a sentence */
  reason: z.nullable(z.string()),
  /** when it was last read */
  readAtMs: z.nullable(EpochMs),
});
export type KillRow = z.infer<typeof KillRow>;

/** One firing of the kill switch. */
export const KillRun = z.object({
  id: z.string(),
  startedAtMs: EpochMs,
  /** null: it continues */
  endedAtMs: z.nullable(EpochMs),
  rows: z.array(KillRow),
  /** true: Fathom is locked, so the rows hold states and no counts, reasons or times */
  areFiguresHidden: z.optional(z.boolean()),
});
export type KillRun = z.infer<typeof KillRun>;
