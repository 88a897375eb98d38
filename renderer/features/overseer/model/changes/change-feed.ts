import type { AccountChange, NotedChange } from '#shared/domain/overseen/watched-accounts.ts';
import type { SeenAccounts } from '#shared/domain/account/oversight.ts';
import type { ListedChange } from './recorded-changes.ts';
import { changesBetween, type ChangeOptions } from './changes.ts';

/** A look that can be compared with now. */
export type ComparedSnapshot = 'session' | 'seen' | 'closed' | 'hour';
/** `noted`: as the changes were seen, one by one. */
export type ComparedFrom = ComparedSnapshot | 'noted';

interface FeedItem {
  readonly key: string;
  readonly change: AccountChange & Partial<Pick<ListedChange, 'moves'>>;
  /** the snapshots between which it happened; null: the compared ones */
  readonly moments: Pick<NotedChange, 'sinceMs' | 'atMs'> | null;
  readonly isUnseen: boolean;
}

interface Known {
  readonly changes: readonly ListedChange[];
  readonly looks: Readonly<Record<ComparedSnapshot, SeenAccounts | null>>;
  readonly now: SeenAccounts;
  readonly changeOptions: ChangeOptions;
}

interface Asked {
  readonly from: ComparedFrom;
  readonly seenAtMs: number | null;
}

/** The changes as they were seen, or what differs between an earlier look and now. */
export function feedOf({ changes, looks, now, changeOptions }: Known, { from, seenAtMs }: Asked): readonly FeedItem[] {
  if (from === 'noted')
    return changes.map(change => ({
      key: change.key,
      change,
      moments: change,
      isUnseen: seenAtMs === null || change.atMs > seenAtMs,
    }));
  const look = looks[from];
  if (look === null) return [];
  return changesBetween(look, now, changeOptions).map(change => ({
    key: `${change.userId} ${change.kind}`,
    change,
    moments: null,
    isUnseen: false,
  }));
}
