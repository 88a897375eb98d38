import { type BalanceMove, RecordedChange } from '#shared/domain/overseen/recorded-change.ts';
import type { NotedChange } from '#shared/domain/overseen/watched-accounts.ts';
import { subtract } from '#shared/decimal.ts';
import type { FoundRow } from '../archive-store.ts';
import { noColumns } from '../records/columns.ts';

/** How the archive stores changes of sub-accounts: one row for each account and snapshot, and one for each seen change. */

/** What one account holds more or less at a balance snapshot. */
export interface SnapshotChange {
  readonly userId: string;
  /** the earlier snapshot that it is compared with */
  readonly sinceMs: number;
  readonly atMs: number;
  /** at least one */
  readonly moves: readonly BalanceMove[];
}

/** A value that all moves share; null: they differ. */
function sharedOf(moves: readonly BalanceMove[], field: 'wallet' | 'coin'): string | null {
  const [first, ...others] = moves.map(move => move[field]);
  return first !== undefined && others.every(other => other === first) ? first : null;
}

/** The row of a balance change. Its key is the same each time that the same snapshots are compared. */
export function toBalanceRow({ userId, sinceMs, atMs, moves }: SnapshotChange): FoundRow {
  const [only, ...others] = moves;
  const one = only !== undefined && others.length === 0 ? only : null;
  return {
    key: JSON.stringify([atMs, userId]),
    timeMs: atMs,
    columns: {
      ...noColumns,
      kind: 'balance',
      wallet: sharedOf(moves, 'wallet'),
      currency: sharedOf(moves, 'coin'),
      amount: one === null ? null : subtract(one.after, one.before),
      balance: one === null ? null : one.after,
    },
    rest: { userId, sinceMs: String(sinceMs), moves: JSON.stringify(moves) },
  };
}

/** The row of a change that a window saw. */
export function toSeenRow(change: NotedChange): FoundRow {
  return { ...toChangeRow(change), key: `seen ${change.key}` };
}

/** The row of a change between two lists of sub-accounts. */
export function toChangeRow(change: NotedChange): FoundRow {
  const { key, userId, name, kind, before, after, coin, moved, currency, sinceMs, atMs } = change;
  return {
    key,
    timeMs: atMs,
    columns: { ...noColumns, kind, currency: coin },
    rest: {
      userId,
      name,
      before,
      after,
      sinceMs: String(sinceMs),
      ...(moved !== null && { moved }),
      ...(currency !== null && { movedIn: currency }),
    },
  };
}

function parseMoves(text: string | undefined): unknown {
  if (text === undefined) return [];
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The other way round. Null: the row lacks what it must have. */
export function restoreChange({ key, timeMs, columns, rest }: FoundRow): RecordedChange | null {
  const change = RecordedChange.safeParse({
    key: key.replace(/^seen /u, ''),
    userId: rest['userId'],
    name: rest['name'] ?? '',
    kind: columns.kind,
    before: rest['before'] ?? '',
    after: rest['after'] ?? '',
    coin: columns.currency,
    moved: rest['moved'] ?? null,
    currency: rest['movedIn'] ?? null,
    sinceMs: Number(rest['sinceMs']),
    atMs: timeMs,
    createdAtMs: timeMs,
    moves: parseMoves(rest['moves']),
  });
  return change.success ? change.data : null;
}
