import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type AccountsSnapshot, type WatchedAccounts, withSnapshot } from '#shared/domain/overseen/watched-accounts.ts';
import type { SeenAccounts } from '#shared/domain/account/oversight.ts';
import { call } from '#bridge/call.ts';
import { readKey } from '#bridge/query-keys.ts';
import { listen } from '#bridge/stream.ts';
import { useRead } from '#bridge/use-read.ts';

/** The interval for a snapshot without changes. */
const sameEveryMs = 60_000;

function take(client: QueryClient, profileId: string, look: AccountsSnapshot): void {
  client.setQueryData<WatchedAccounts | null>(readKey('overseen.read', { profileId }), known =>
    known === undefined ? undefined : withSnapshot(known, look),
  );
}

const readAgain = (client: QueryClient, profileId: string) =>
  void client.invalidateQueries({ queryKey: readKey('overseen.read', { profileId }) });

/**
 * The stored snapshots of the sub-accounts: main keeps them for all windows, over a reload and a restart. Undefined:
 * not read yet; null: there is none.
 */
export function useWatched(profileId: string): WatchedAccounts | null | undefined {
  const client = useQueryClient();
  const { data } = useRead('overseen.read', { profileId });
  useEffect(() => {
    const undo = [
      listen('overseen.changed', payload => take(client, payload.profileId, payload.look)),
      listen('exchange.restarted', payload => readAgain(client, payload.profileId)),
    ];
    return () => undo.forEach(each => each());
  }, [client]);
  return data;
}

/** The newest look that is on its way to main, by profile: two pages of a window see the same answers. */
const newestAtMs = new Map<string, number>();

export interface PublishedSnapshotOptions {
  readonly watched: WatchedAccounts | null;
  readonly now: SeenAccounts;
  /** since the look before; asked only when the accounts differ */
  readonly changes: (before: SeenAccounts) => AccountsSnapshot['changes'];
}

/** The new part of a snapshot; null: nothing to send now. */
export function snapshotToPublish({ watched, now, changes }: PublishedSnapshotOptions): AccountsSnapshot | null {
  const last = watched?.last;
  const { atMs, prices, accounts } = now;
  if (last === undefined) return { atMs, prices, accounts, changes: [] };
  if (atMs <= last.atMs) return null;
  if (JSON.stringify(last.accounts) !== JSON.stringify(accounts))
    return { atMs, prices, accounts, changes: changes(last) };
  const isFirst = watched?.first === null;
  return isFirst || atMs - last.atMs >= sameEveryMs ? { atMs, prices, accounts: null, changes: [] } : null;
}

/** Sends a snapshot to main; when another window was first, the stored one is read again and compared with the next. */
export async function publishSnapshot(
  client: QueryClient,
  profileId: string,
  options: PublishedSnapshotOptions,
): Promise<void> {
  const look = snapshotToPublish(options);
  if (look === null || (newestAtMs.get(profileId) ?? 0) >= look.atMs) return;
  newestAtMs.set(profileId, look.atMs);
  try {
    const afterMs = options.watched?.last.atMs ?? null;
    const { isTaken } = await call('overseen.look', { profileId, afterMs, look });
    if (isTaken) take(client, profileId, look);
    else readAgain(client, profileId);
  } catch {
    // the reads report a failed bridge; this snapshot is sent again
    newestAtMs.delete(profileId);
  }
}
