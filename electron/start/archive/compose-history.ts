import { createHistory, type History, type HistoryOptions } from '#archive/history/history.ts';
import { createRetentionRules, type RetentionRules } from '#archive/history/retention.ts';
import { systemClock } from '#time/clock.ts';
import type { Foundation } from '../foundation.ts';

interface ComposeHistoryOptions {
  readonly archive: HistoryOptions['store'];
  readonly store: Pick<Foundation['store'], 'settings' | 'audit'>;
  readonly onDeleted: () => void;
}

/** What deletes recorded history: the user, and the rules of the settings. */
export interface ComposedHistory {
  readonly history: History;
  readonly retention: RetentionRules;
  /** Deletes what an interrupted deletion has left, and notes it in the audit journal. False: it could not. */
  readonly finishDeletion: () => Promise<boolean>;
}

/** What the rules delete is in the audit journal. */
export function composeHistory({ archive, store, onDeleted }: ComposeHistoryOptions): ComposedHistory {
  const { settings, audit } = store;
  const history = createHistory({ store: archive, onDeleted });
  const retention = createRetentionRules({
    history,
    nowMs: systemClock.nowMs,
    settings: {
      read: () => settings.read().archiveRetention,
      change: archiveRetention => settings.change({ archiveRetention }),
    },
    onApplied: outcome =>
      audit.note({
        profileId: settings.read().activeProfileId ?? '',
        kind: 'archive-retention',
        summary: 'Retention of the archive applied',
        state: outcome.state,
        detail: outcome.state === 'done' ? `${outcome.rows} rows deleted` : outcome.reason,
      }),
  });
  const finishDeletion = async (): Promise<boolean> => {
    const finished = await history.finish();
    if (finished.ok && finished.value.rows > 0)
      audit.note({
        profileId: settings.read().activeProfileId ?? '',
        kind: 'archive-delete',
        summary: 'Interrupted deletion of archived rows completed',
        state: 'done',
        detail: `${finished.value.rows} rows deleted`,
      });
    return finished.ok;
  };
  return { history, retention, finishDeletion };
}
