import { randomUUID } from 'node:crypto';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Failure, Result } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import type { IntentJournal, CountedOrder } from '#store/intent-journal.ts';
import type { ActionRecord } from './trading-action.ts';

/** The life of each action, on disk first and then published to the page. docs/faults.md §4. */
export interface Intents {
  /**
   * New and about to be sent, both on disk when it returns, and published to the page once the first byte had its turn;
   * `storage` means that nothing may be sent. A cancel is never rejected: its detail states the error.
   */
  readonly begin: (profileId: string, action: ActionRecord, spendings: readonly CountedOrder[]) => Result<Intent>;
  /** As `begin`, for an action that is sent again. */
  readonly send: (intent: Intent) => Result<Intent>;
  /** In a dry run an action is journalled as that, in one step, and is over. `storage` as for `begin`. */
  readonly dry: (profileId: string, action: ActionRecord) => Result<Intent>;
  /** What its sending took of the exchange's limits; kept with what comes of it. */
  readonly spent: (intent: Intent, weight: number) => void;
  /** It was refused here, before it was an action: the audit keeps that all the same. */
  readonly refuse: (profileId: string, asked: Pick<ActionRecord, 'kind' | 'key'>, error: Failure) => void;
  /** The result. A full disk does not undo it: the step is published even when it cannot be stored. */
  readonly settle: (intent: Intent, state: Intent['state'], detail: string | null) => Intent;
  /** The orders with these marks were refused: they do not count towards the day. */
  readonly release: (intent: Intent, marks: readonly string[]) => void;
}

export interface IntentsOptions {
  readonly journal: IntentJournal;
  readonly nowMs: () => number;
  readonly publish: (intent: Intent) => void;
  readonly log: Log;
}

export function createIntents({ journal, nowMs, publish, log }: IntentsOptions): Intents {
  const later: Intent[] = [];
  const flush = (): void => {
    for (const intent of later.splice(0)) publish(intent);
  };
  const publishAll = (intent: Intent): void => {
    flush();
    publish(intent);
  };
  /** Publishes after the request was sent: publishing takes time. */
  const publishLater = (result: Result<Intent>): Result<Intent> => {
    if (!result.ok) return result;
    later.push(result.value);
    setImmediate(flush);
    return result;
  };
  const weights = new Map<string, number>();
  const create = (profileId: string, action: ActionRecord, state: 'new' | 'dry'): Intent => {
    const atMs = nowMs();
    const { kind, key, symbol, summary } = action;
    const detail = state === 'dry' ? 'Dry run: checked, not signed, not sent.' : null;
    const stamps = { createdAtMs: atMs, updatedAtMs: atMs };
    return { id: randomUUID(), profileId, kind, key, symbol, summary, state, detail, ...stamps };
  };
  return {
    begin(profileId, action, spendings) {
      const { body, policyText = null } = action;
      const intent = create(profileId, action, 'new');
      return publishLater(
        journal.append({ intent, body, spendings }, { verdict: policyText }, { ...intent, state: 'sent' }),
      );
    },
    dry(profileId, action) {
      const { body, policyText = null } = action;
      const intent = create(profileId, action, 'dry');
      const kept = journal.append({ intent, body, spendings: [] }, { verdict: policyText });
      if (kept.ok) publishAll(kept.value);
      return kept;
    },
    spent: ({ id }, weight) => void weights.set(id, weight),
    refuse: (profileId, { kind, key }, { message: detail }) =>
      journal.note({ profileId, kind, key, summary: '', state: 'refused', detail }),
    send: intent => publishLater(journal.advance({ ...intent, state: 'sent', detail: null, updatedAtMs: nowMs() })),
    release: (intent, marks) => {
      if (marks.length > 0) journal.release(intent, marks);
    },
    settle: (intent, state, detail) => {
      const next: Intent = { ...intent, state, detail, updatedAtMs: nowMs() };
      const kept = journal.advance(next, { weight: weights.get(intent.id) ?? null });
      if (state !== 'unknown') weights.delete(intent.id);
      if (!kept.ok) log.error('intent.not-kept', { intentId: intent.id, state });
      const reported = kept.ok ? kept.value : next;
      publishAll(reported);
      return reported;
    },
  };
}
