import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type AccountsLook, type WatchedAccounts, withLook } from '#shared/domain/overseen/watched-accounts.ts';
import type { SeenAccounts } from '#shared/domain/account/oversight.ts';
import { call } from '#bridge/call.ts';
import { readKey } from '#bridge/query-keys.ts';
import { listen } from '#bridge/stream.ts';
import { useRead } from '#bridge/use-read.ts';

/** A look that changed nothing is told so often. */
const sameEveryMs = 60_000;

function take(client: QueryClient, profileId: string, look: AccountsLook): void {
  client.setQueryData<WatchedAccounts | null>(readKey('overseen.read', { profileId }), known =>
    known === undefined ? undefined : withLook(known, look),
  );
}

const readAgain = (client: QueryClient, profileId: string) =>
  void client.invalidateQueries({ queryKey: readKey('overseen.read', { profileId }) });

/**
 * What has been seen of the sub-accounts: main keeps it for all windows, over a reload and a restart. Undefined: not read
 * yet; null: nobody has looked.
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
const told = new Map<string, number>();

export interface LookOptions {
  readonly watched: WatchedAccounts | null;
  readonly now: SeenAccounts;
  /** since the look before; asked only when the accounts differ */
  readonly changes: (before: SeenAccounts) => AccountsLook['changes'];
}

/** What a look tells that is not known; null: nothing that needs telling now. */
export function lookOf({ watched, now, changes }: LookOptions): AccountsLook | null {
  const last = watched?.last;
  const { atMs, prices, accounts } = now;
  if (last === undefined) return { atMs, prices, accounts, changes: [] };
  if (atMs <= last.atMs) return null;
  if (JSON.stringify(last.accounts) !== JSON.stringify(accounts))
    return { atMs, prices, accounts, changes: changes(last) };
  const isFirst = watched?.first === null;
  return isFirst || atMs - last.atMs >= sameEveryMs ? { atMs, prices, accounts: null, changes: [] } : null;
}

/** Tells main of a look; when another window was first, what is known is read again and compared with the next one. */
export async function tellLook(client: QueryClient, profileId: string, options: LookOptions): Promise<void> {
  const look = lookOf(options);
  if (look === null || (told.get(profileId) ?? 0) >= look.atMs) return;
  told.set(profileId, look.atMs);
  try {
    const afterMs = options.watched?.last.atMs ?? null;
    const { isTaken } = await call('overseen.look', { profileId, afterMs, look });
    if (isTaken) take(client, profileId, look);
    else readAgain(client, profileId);
  } catch {
    // whatever is wrong with the door is told by the reads; this look is told again
    told.delete(profileId);
  }
}
