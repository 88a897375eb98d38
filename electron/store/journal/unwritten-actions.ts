import type { Intent } from '#shared/domain/account/intent.ts';

/** What could not be written yet of an action: its newest state, and its request when even the first row is missing. */
export interface UnwrittenAction {
  readonly intent: Intent;
  /** null: the row is on disk and only its state is not */
  readonly first: { readonly body: unknown } | null;
}

/**
 * Actions that happened although the journal could not take them. They are lost when Fathom ends before they are
 * written.
 */
export interface UnwrittenActions {
  /** Stores the newest state; the answer is the text for people when the intent has no other. */
  readonly keep: (intent: Intent, first: UnwrittenAction['first']) => Intent;
  readonly has: (intentId: string) => boolean;
  readonly all: () => readonly UnwrittenAction[];
  readonly written: (intentId: string) => void;
}

const detail =
  'Noted in memory only, because the order journal cannot be written now; it is written as soon as that is possible.';

export function createUnwrittenActions(): UnwrittenActions {
  const actions = new Map<string, UnwrittenAction>();
  return {
    keep: (intent, first) => {
      const published: Intent = { ...intent, detail: intent.detail ?? detail };
      actions.set(intent.id, { intent: published, first: first ?? actions.get(intent.id)?.first ?? null });
      return published;
    },
    has: intentId => actions.has(intentId),
    all: () => [...actions.values()],
    written: intentId => void actions.delete(intentId),
  };
}
