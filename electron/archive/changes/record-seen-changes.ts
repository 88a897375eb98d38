import { isDetailChange, isSameChange } from '#shared/domain/overseen/account-details.ts';
import type { NotedChange } from '#shared/domain/overseen/watched-accounts.ts';
import type { LineKey } from '../archive-store.ts';
import { type RecordedComparison, type Session, take } from '../runner/session.ts';
import { toSeenRow } from './change-row.ts';
import { commitOf } from './commit-changes.ts';

/** What becomes of a change that a window saw. `drop`: the archive has it otherwise; `wait`: the next snapshot may have it. */
type Place = 'store' | 'drop' | 'wait';

/** Balances are stored as the snapshots have them. */
function placeOfBalance({ sinceMs, atMs }: NotedChange, compared: RecordedComparison | null): Place {
  if (compared === null || sinceMs < compared.fromMs) return 'store';
  return atMs <= compared.toMs ? 'drop' : 'wait';
}

/** A change that reverted between two lists was seen by windows only, and is stored as they saw it. */
function placeOfDetail(change: NotedChange, compared: RecordedComparison | null): Place {
  if (compared === null || compared.details === null) return 'store';
  if (change.atMs > Math.max(compared.toMs, compared.details.atMs)) return 'wait';
  return compared.stored.some(each => isSameChange(each, change)) ? 'drop' : 'store';
}

function placeOf(change: NotedChange, compared: RecordedComparison | null): Place {
  if (change.kind === 'balance') return placeOfBalance(change, compared);
  return isDetailChange(change) ? placeOfDetail(change, compared) : 'store';
}

/**
 * Moves what windows saw into the archive: stored first, then removed. Ended in between, it stores the same rows again, which
 * changes nothing. What the archive has by itself is removed only.
 */
export async function recordSeenChanges(session: Session, line: LineKey): Promise<void> {
  const { account, store } = session.options;
  const { compared } = session;
  const seen = Map.groupBy(account.seenChanges?.list() ?? [], change => placeOf(change, compared));
  const [stored, dropped] = [seen.get('store') ?? [], seen.get('drop') ?? []];
  if (stored.length > 0) {
    const commit = commitOf(line, { source: 'seen-by-windows', rows: stored.map(toSeenRow), read: null });
    if (take(session, await store.commitPage(commit)) === null) return;
    if (compared !== null)
      session.compared = { ...compared, stored: [...compared.stored, ...stored.filter(isDetailChange)] };
  }
  const done = [...stored, ...dropped].map(({ key }) => key);
  if (done.length > 0) account.seenChanges?.remove(new Set(done));
}
