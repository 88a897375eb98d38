import * as z from 'zod/mini';
import type { SubAccount } from '#shared/domain/account/account.ts';
import { AccountDetails, type DetailChange, detailChanges } from '#shared/domain/overseen/account-details.ts';
import type { NotedChange } from '#shared/domain/overseen/watched-accounts.ts';
import type { FoundRow, SubAccountList } from '../archive-store.ts';
import { noColumns } from '../records/columns.ts';

/** The sub-accounts as the exchange last listed them: names, status, permissions and remarks. */
export interface KnownDetails {
  /** when they were last listed */
  readonly atMs: number;
  readonly accounts: ReadonlyMap<string, AccountDetails>;
  /** every account was listed; an account of a later list is new then */
  readonly isComplete: boolean;
  /** a snapshot came after them without a list */
  readonly isOld: boolean;
}

/** What a list changed, and what is known after it. */
interface DetailComparison {
  readonly changes: readonly NotedChange[];
  readonly known: KnownDetails;
}

/** The kind of the rows that keep a list. They are no changes. */
export const listKind = 'listed';

function detailsOf({ name, status, access, remarks }: SubAccount): AccountDetails {
  return { name, status, access, remarks };
}

interface ChangedAccount {
  readonly userId: string;
  readonly name: string;
  readonly change: DetailChange;
}

function changesOf(known: KnownDetails, listed: ReadonlyMap<string, AccountDetails>, isComplete: boolean) {
  const changed: ChangedAccount[] = [];
  for (const [userId, now] of listed) {
    const then = known.accounts.get(userId);
    const { name } = now;
    if (then !== undefined) changed.push(...detailChanges(then, now).map(change => ({ userId, name, change })));
    else if (known.isComplete) changed.push({ userId, name, change: { kind: 'new', before: '', after: name } });
  }
  if (!isComplete) return changed;
  const unlisted = [...known.accounts].filter(([userId]) => !listed.has(userId));
  const removed = unlisted.map(([userId, { name }]): ChangedAccount => {
    return { userId, name, change: { kind: 'gone', before: name, after: '' } };
  });
  return [...changed, ...removed];
}

/** The changes up to a list, and what is known after it. An account that a cut list lacks keeps what was known of it. */
export function compareDetails(
  known: KnownDetails | null,
  { items, isComplete, atMs }: SubAccountList,
): DetailComparison {
  const listed = new Map(items.map(item => [item.userId, detailsOf(item)]));
  const accounts = isComplete ? listed : new Map([...(known?.accounts ?? []), ...listed]);
  const next: KnownDetails = { atMs, accounts, isComplete: isComplete || known?.isComplete === true, isOld: false };
  if (known === null) return { changes: [], known: next };
  const changes = changesOf(known, listed, isComplete).map(({ userId, name, change }): NotedChange => {
    const key = JSON.stringify([atMs, userId, change.kind]);
    const { kind, before, after } = change;
    const [coin, moved, currency, sinceMs] = [null, null, null, known.atMs];
    return { key, userId, name, kind, before, after, coin, moved, currency, sinceMs, atMs };
  });
  return { changes, known: next };
}

/** The row that keeps what is known, so that the next session continues with it. */
export function toListRow({ atMs, accounts, isComplete, isOld }: KnownDetails, timeMs: number): FoundRow {
  return {
    key: `${listKind} ${timeMs}`,
    timeMs,
    columns: { ...noColumns, kind: listKind },
    rest: {
      atMs: String(atMs),
      isComplete: String(isComplete),
      isOld: String(isOld),
      accounts: JSON.stringify(Object.fromEntries(accounts)),
    },
  };
}

const StoredAccounts = z.record(z.string(), AccountDetails);

/** The other way round. Null: the row lacks what it must have. */
export function restoreList({ rest }: FoundRow): KnownDetails | null {
  const [atMs, text] = [Number(rest['atMs']), rest['accounts']];
  if (!Number.isSafeInteger(atMs) || text === undefined) return null;
  const accounts = StoredAccounts.safeParse(parse(text));
  if (!accounts.success) return null;
  const [isComplete, isOld] = [rest['isComplete'] === 'true', rest['isOld'] === 'true'];
  return { atMs, accounts: new Map(Object.entries(accounts.data)), isComplete, isOld };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
