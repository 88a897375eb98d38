import { useCallback, useMemo } from 'react';
import type { ArchivedPlace } from '#shared/domain/archive/archived-page.ts';
import type { RecordedChange } from '#shared/domain/overseen/recorded-change.ts';
import type { NotedChange } from '#shared/domain/overseen/watched-accounts.ts';
import { call } from '#bridge/call.ts';
import { gapsOf, reachedMs } from '#bridge/history/past-rows.ts';
import { type PastState, usePast } from '#bridge/history/use-past.ts';
import { comparedToMs, joinHistory, type ListedChange } from './model/changes/recorded-changes.ts';

const noHeads: readonly never[] = [];
const keyOf = ({ key }: RecordedChange) => key;

/** The change history of all sub-accounts: all time, a page at a time, with what the archive covers. */
export interface ChangeHistory {
  /** newest first */
  readonly changes: readonly ListedChange[];
  readonly state: PastState;
}

/** Reads the change history. `seen`: what windows saw and main has not moved into the archive yet. */
export function useChangeHistory(profileId: string, seen: readonly NotedChange[]): ChangeHistory {
  const readPage = useCallback(
    (after: ArchivedPlace | null) => call('history.accountChanges', { profileId, after, userId: null }),
    [profileId],
  );
  const scope = { profileId, of: 'account-changes', venue: null, symbol: null } as const;
  const { rows, state } = usePast<RecordedChange>({ scope, heads: noHeads, keyOf, readPage });
  const { coverage } = state;
  const changes = useMemo(() => joinHistory({ recorded: rows, seen, coverage }), [rows, seen, coverage]);
  const reach = useMemo(() => {
    const endMs = comparedToMs(coverage);
    if (coverage === null || endMs === null) return { gaps: [], reachedMs: null };
    // a snapshot every 15 minutes: up to the newest one the archive is up to date
    const sources = {
      heads: [{ rows: [], sinceMs: endMs }],
      pages: [{ items: [], next: null, unreadableCount: 0, coverage }],
    };
    return { gaps: gapsOf(sources), reachedMs: reachedMs(sources) };
  }, [coverage]);
  return { changes, state: { ...state, ...reach } };
}
