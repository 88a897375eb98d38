import { randomUUID } from 'node:crypto';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Result } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import type { IntentJournal, CountedOrder } from '#store/intent-journal.ts';
import type { ActRecord } from './act.ts';

/** The life of each act, on disk first and then told to the page. docs/faults.md §4. */
export interface Intents {
  /** On disk when it returns; `storage` means that nothing may be sent. A cancel is never refused: its detail tells. */
  readonly begin: (profileId: string, act: ActRecord, spendings: readonly CountedOrder[]) => Result<Intent>;
  /** As `begin`: the step before the first byte. */
  readonly send: (intent: Intent) => Result<Intent>;
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
  const tellKept = (result: Result<Intent>): Result<Intent> => {
    if (result.ok) publish(result.value);
    return result;
  };
  return {
    begin: (profileId, act, spendings) => {
      const atMs = nowMs();
      const { kind, key, symbol, summary, body } = act;
      const stamps = { createdAtMs: atMs, updatedAtMs: atMs };
      const intent: Intent = {
        id: randomUUID(),
        profileId,
        kind,
        key,
        symbol,
        summary,
        state: 'new',
        detail: null,
        ...stamps,
      };
      return tellKept(journal.append({ intent, body, spendings }));
    },
    send: intent => tellKept(journal.advance({ ...intent, state: 'sent', detail: null, updatedAtMs: nowMs() })),
    giveBack: (intent, marks) => {
      if (marks.length > 0) journal.giveBack(intent, marks);
    },
    settle: (intent, state, detail) => {
      const next: Intent = { ...intent, state, detail, updatedAtMs: nowMs() };
      const kept = journal.advance(next);
      if (!kept.ok) log.error('intent.not-kept', { intentId: intent.id, state });
      const told = kept.ok ? kept.value : next;
      publish(told);
      return told;
    },
  };
}
