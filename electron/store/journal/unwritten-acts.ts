import type { Intent } from '#shared/domain/account/intent.ts';

/** What could not be written yet of an act: its newest state, and its request when even the first row is missing. */
export interface UnwrittenAct {
  readonly intent: Intent;
  /** null: the row is on disk and only its state is not */
  readonly first: { readonly body: unknown } | null;
}

/** Acts that happened although the journal could not take them. They are lost when Fathom ends before they are written. */
export interface UnwrittenActs {
  /** Notes the newest state; the answer tells people so where the intent has nothing else to tell. */
  readonly keep: (intent: Intent, first: UnwrittenAct['first']) => Intent;
  readonly has: (intentId: string) => boolean;
  readonly all: () => readonly UnwrittenAct[];
  readonly written: (intentId: string) => void;
}

const detail =
  'Noted in memory only, because the order journal cannot be written now; it is written as soon as that is possible.';

export function createUnwrittenActs(): UnwrittenActs {
  const acts = new Map<string, UnwrittenAct>();
  return {
    keep: (intent, first) => {
      const told: Intent = { ...intent, detail: intent.detail ?? detail };
      acts.set(intent.id, { intent: told, first: first ?? acts.get(intent.id)?.first ?? null });
      return told;
    },
    has: intentId => acts.has(intentId),
    all: () => [...acts.values()],
    written: intentId => void acts.delete(intentId),
  };
}
