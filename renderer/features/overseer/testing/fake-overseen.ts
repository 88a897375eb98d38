import { type WatchedAccounts, withSnapshot } from '#shared/domain/overseen/watched-accounts.ts';
import type { RecordedChange } from '#shared/domain/overseen/recorded-change.ts';
import { buildArchivedPage, buildListCoverage } from '#shared/testing/archive/build-archived-page.ts';
import { succeed } from '#shared/errors.ts';
import type { FakeDesk } from '#bridge/testing/fake-desk.ts';

/** For tests: main, which keeps what was seen of the sub-accounts. */
export function serveOverseen(desk: FakeDesk, begin: WatchedAccounts | null = null): () => WatchedAccounts | null {
  let watched = begin;
  desk.answer('overseen.read', () => succeed(watched));
  const nothing = buildArchivedPage<RecordedChange>([], {
    coverage: buildListCoverage({ startMs: null, covered: [] }),
  });
  desk.answer('history.accountChanges', () => succeed(nothing));
  desk.answer('overseen.look', ({ afterMs, look }) => {
    const isTaken = afterMs === (watched?.last.atMs ?? null);
    if (isTaken) watched = withSnapshot(watched, look);
    return succeed({ isTaken });
  });
  return () => watched;
}
