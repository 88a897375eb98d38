import { type WatchedAccounts, withLook } from '#shared/domain/overseen/watched-accounts.ts';
import { succeed } from '#shared/errors.ts';
import type { FakeDesk } from '#bridge/testing/fake-desk.ts';

/** For tests: main, which keeps what was seen of the sub-accounts. */
export function serveOverseen(desk: FakeDesk, begin: WatchedAccounts | null = null): () => WatchedAccounts | null {
  let watched = begin;
  desk.answer('overseen.read', () => succeed(watched));
  desk.answer('overseen.look', ({ afterMs, look }) => {
    const isTaken = afterMs === (watched?.last.atMs ?? null);
    if (isTaken) watched = withLook(watched, look);
    return succeed({ isTaken });
  });
  return () => watched;
}
