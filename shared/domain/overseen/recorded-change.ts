import * as z from 'zod/mini';
import { DecimalText, EpochMs } from '../scalars.ts';
import { NotedChange } from './watched-accounts.ts';

/** What one wallet of a sub-account had of a coin before and after. Amounts, not values: a price that moves changes none. */
export const BalanceMove = z.object({
  wallet: z.string(),
  coin: z.string(),
  before: DecimalText,
  after: DecimalText,
});
export type BalanceMove = z.infer<typeof BalanceMove>;

/**
 * A change of a sub-account as the archive has it. A change of balances between two snapshots has `moves`; `before`, `after`,
 * `coin` and `moved` are of a change that a window saw.
 */
export const RecordedChange = z.object({
  ...NotedChange.shape,
  moves: z.array(BalanceMove),
  /** equal to `atMs`: lists of the past are sorted by this field */
  createdAtMs: EpochMs,
});
export type RecordedChange = z.infer<typeof RecordedChange>;
