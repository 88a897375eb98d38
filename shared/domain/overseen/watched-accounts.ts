import * as z from 'zod/mini';
import { DecimalText, EpochMs } from '../scalars.ts';
import { SeenAccount, SeenAccounts } from '../account/oversight.ts';
import { withRecent } from './recent-looks.ts';

/** So many changes are kept, and none for longer. */
export const mostChanges = 500;
export const changesKeptMs = 7 * 86_400_000;

/** A change of a sub-account between two reads. */
export const AccountChange = z.object({
  userId: z.string(),
  name: z.string(),
  kind: z.enum(['new', 'gone', 'renamed', 'status', 'access', 'remarks', 'figures', 'balance']),
  /**
   * before and after, as the exchange wrote it; of figures `told` (in the balance list) or `untold` (not in it); of a
   * balance the amounts of the coin that moved most
   */
  before: z.string(),
  after: z.string(),
  /** of a balance: the coin that moved most */
  coin: z.nullable(z.string()),
  /** of a balance: what came in less what went out, at the prices of the later look */
  moved: z.nullable(DecimalText),
  /** what `moved` is counted in; null: nothing moved, or an earlier version stored it without */
  currency: z.catch(z.nullable(z.string()), null),
});
export type AccountChange = z.infer<typeof AccountChange>;

/** A change with the times of the two snapshots between which it happened. */
export const NotedChange = z.object({ ...AccountChange.shape, key: z.string(), sinceMs: EpochMs, atMs: EpochMs });
export type NotedChange = z.infer<typeof NotedChange>;

/** What has been seen of the sub-accounts of a profile: kept by main, one for all windows, over a restart. */
export const WatchedAccounts = z.object({
  /** the very first look */
  beganAtMs: EpochMs,
  /** the last look before Fathom was started; null: there was none */
  closed: z.nullable(SeenAccounts),
  /** the first look since Fathom was started; null: there has been none yet */
  first: z.nullable(SeenAccounts),
  last: SeenAccounts,
  /** of the last hour and a little more, the oldest first: in memory alone */
  recent: z.array(SeenAccounts),
  /** newest first */
  changes: z.array(NotedChange),
  /** when the figures of each account were last known */
  knownAtMs: z.record(z.string(), EpochMs),
});
export type WatchedAccounts = z.infer<typeof WatchedAccounts>;

/** A snapshot as a window sends it to main: the changes since the one before. */
export const AccountsSnapshot = z.object({
  atMs: EpochMs,
  prices: z.record(z.string(), DecimalText),
  /** null: as at the look before */
  accounts: z.nullable(z.record(z.string(), SeenAccount).check(z.refine(all => Object.keys(all).length <= 6000))),
  changes: z.array(AccountChange).check(z.maxLength(20_000)),
});
export type AccountsSnapshot = z.infer<typeof AccountsSnapshot>;

/** The state after a snapshot. One that is not newer changes nothing; the first must have the accounts. */
export function withSnapshot(before: WatchedAccounts | null, look: AccountsSnapshot): WatchedAccounts | null {
  const { atMs, prices } = look;
  if (before !== null && atMs <= before.last.atMs) return before;
  const accounts = look.accounts ?? before?.last.accounts;
  if (accounts === undefined) return null;
  const last: SeenAccounts = { atMs, prices, accounts };
  const known = before ?? { beganAtMs: atMs, closed: null, first: null, last, recent: [], changes: [], knownAtMs: {} };
  return {
    ...known,
    first: known.first ?? last,
    last,
    recent: withRecent(known.recent, last),
    changes: withChanges(known, look),
    knownAtMs: knownAt(known.knownAtMs, last),
  };
}

/** Only of listed accounts: invented ids of a page and ids of former accounts are not kept. */
function knownAt(before: Readonly<Record<string, number>>, { atMs, accounts }: SeenAccounts): Record<string, number> {
  return Object.fromEntries(
    Object.entries(accounts).flatMap(([id, { coins }]) => {
      if (coins !== null) return [[id, atMs] as const];
      const knownAtMs = Object.hasOwn(before, id) ? before[id] : undefined;
      return knownAtMs === undefined ? [] : [[id, knownAtMs] as const];
    }),
  );
}

function withChanges({ changes, last }: WatchedAccounts, { atMs, changes: news }: AccountsSnapshot): NotedChange[] {
  const noted = news.map(
    (change, index): NotedChange => ({ ...change, key: `${atMs}:${index}`, sinceMs: last.atMs, atMs }),
  );
  const kept = changes.filter(change => atMs - change.atMs < changesKeptMs);
  return [...noted, ...kept].slice(0, mostChanges);
}
