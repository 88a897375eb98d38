import { randomUUID } from 'node:crypto';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Failure, Result } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import type { IntentJournal, CountedOrder } from '#store/intent-journal.ts';
import type { ActRecord } from './act.ts';

/** The life of each act, on disk first and then told to the page. docs/faults.md §4. */
export interface Intents {
  /**
   * New and about to be sent, both on disk when it returns, and told to the page once the first byte had its turn;
   * `storage` means that nothing may be sent. A cancel is never refused: its detail tells.
   */
  readonly begin: (profileId: string, act: ActRecord, spendings: readonly CountedOrder[]) => Result<Intent>;
  /** As `begin`, for an act that is sent again. */
  readonly send: (intent: Intent) => Result<Intent>;
  /** In a dry run an act is journalled as that, in one step, and is over. `storage` as for `begin`. */
  readonly dry: (profileId: string, act: ActRecord) => Result<Intent>;
  /** What its sending took of the exchange's limits; kept with what comes of it. */
  readonly spent: (intent: Intent, weight: number) => void;
  /** It was refused here, before it was an act: the audit keeps that all the same. */
  readonly refuse: (profileId: string, asked: Pick<ActRecord, 'kind' | 'key'>, error: Failure) => void;
  /** What came of it. A full disk does not unmake what happened: the step is told even when it cannot be kept. */
  readonly settle: (intent: Intent, state: Intent['state'], detail: string | null) => Intent;
  /** The orders with these marks were refused: they do not count towards the day. */
  readonly giveBack: (intent: Intent, marks: readonly string[]) => void;
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
  const tell = (intent: Intent): void => {
    flush();
    publish(intent);
  };
  /** Telling the page takes its time, and the request is to be on its way first. */
  const tellLater = (result: Result<Intent>): Result<Intent> => {
    if (!result.ok) return result;
    later.push(result.value);
    setImmediate(flush);
    return result;
  };
  const weights = new Map<string, number>();
  const create = (profileId: string, act: ActRecord, state: 'new' | 'dry'): Intent => {
    const atMs = nowMs();
    const { kind, key, symbol, summary } = act;
    const detail = state === 'dry' ? 'Dry run: checked, not signed, not sent.' : null;
    const stamps = { createdAtMs: atMs, updatedAtMs: atMs };
    return { id: randomUUID(), profileId, kind, key, symbol, summary, state, detail, ...stamps };
  };
  return {
    begin(profileId, act, spendings) {
      const { body, verdict = null } = act;
      const intent = create(profileId, act, 'new');
      return tellLater(journal.append({ intent, body, spendings }, { verdict }, { ...intent, state: 'sent' }));
    },
    dry(profileId, act) {
      const { body, verdict = null } = act;
      const intent = create(profileId, act, 'dry');
      const kept = journal.append({ intent, body, spendings: [] }, { verdict });
      if (kept.ok) tell(kept.value);
      return kept;
    },
    spent: ({ id }, weight) => void weights.set(id, weight),
    refuse: (profileId, { kind, key }, { message: detail }) =>
      journal.note({ profileId, kind, key, summary: '', state: 'refused', detail }),
    send: intent => tellLater(journal.advance({ ...intent, state: 'sent', detail: null, updatedAtMs: nowMs() })),
    giveBack: (intent, marks) => {
      if (marks.length > 0) journal.giveBack(intent, marks);
    },
    settle: (intent, state, detail) => {
      const next: Intent = { ...intent, state, detail, updatedAtMs: nowMs() };
      const kept = journal.advance(next, { weight: weights.get(intent.id) ?? null });
      if (state !== 'unknown') weights.delete(intent.id);
      if (!kept.ok) log.error('intent.not-kept', { intentId: intent.id, state });
      const told = kept.ok ? kept.value : next;
      tell(told);
      return told;
    },
  };
}
