import { historyRecords, type Retention } from '#shared/domain/archive/history.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { dayMs } from '../streams/stream.ts';
import type { History, HistoryCut } from './history.ts';

export interface RetentionOptions {
  readonly history: Pick<History, 'remove'>;
  readonly nowMs: () => number;
  readonly settings: {
    readonly read: () => Retention | undefined;
    /** kind `storage` or `over-quota` where it cannot be kept */
    readonly change: (retention: Retention) => Result<unknown>;
  };
  /** what the rules deleted, for the audit journal; not called when nothing was deleted */
  readonly onApplied: (outcome: RetentionOutcome) => void;
}

export type RetentionOutcome =
  | { readonly state: 'done'; readonly rows: number }
  | { readonly state: 'failed'; readonly reason: string };

/** For how long rows are kept. Balance snapshots and daily closes are kept by a rule of their own. */
export interface RetentionRules {
  readonly read: () => Retention;
  readonly set: (retention: Retention) => Result<Retention>;
  /** Deletes the rows of all accounts that the rules no longer keep. Never rejects. */
  readonly apply: () => Promise<void>;
}

/** What the rules no longer keep. */
export function cutsOf(retention: Retention, nowMs: number): readonly HistoryCut[] {
  return historyRecords.flatMap(record => {
    const days = retention[record];
    return days === undefined ? [] : [{ record, beforeMs: nowMs - days * dayMs }];
  });
}

export function createRetentionRules(options: RetentionOptions): RetentionRules {
  const { history, nowMs, settings, onApplied } = options;
  const read = () => settings.read() ?? {};
  return {
    read,
    set(retention) {
      const changed = settings.change(retention);
      return changed.ok ? succeed(retention) : changed;
    },
    async apply() {
      const cuts = cutsOf(read(), nowMs());
      if (cuts.length === 0) return;
      const removed = await history.remove(null, cuts);
      if (!removed.ok) onApplied({ state: 'failed', reason: removed.error.message });
      else if (removed.value.rows > 0) onApplied({ state: 'done', rows: removed.value.rows });
    },
  };
}
