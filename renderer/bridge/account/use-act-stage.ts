import { useState } from 'react';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Failure } from '#shared/errors.ts';
import { useStream } from '../stream.ts';
import { useRead } from '../use-read.ts';

/**
 * Where one act stands. `checking`: the answer was lost and main is asking the exchange. `absent`: the exchange has not
 * done it, and the user may send again.
 */
export type ActStage =
  | { readonly kind: 'editing' | 'sending' | 'done' | 'absent' }
  | { readonly kind: 'refused' | 'checking'; readonly error: Failure };

interface SentWrite {
  readonly isPending: boolean;
  readonly error: Failure | null;
  readonly value: unknown;
}

export interface LookedUpAct {
  readonly stage: ActStage;
  /** call it before each sending: what the journal said of an earlier one says nothing of the next */
  readonly begin: () => void;
}

function verdictOf(intent: Intent | undefined): ActStage | undefined {
  if (intent?.state === 'acknowledged' || intent?.state === 'found-done') return { kind: 'done' };
  return intent?.state === 'found-absent' ? { kind: 'absent' } : undefined;
}

/** The stage of a write whose lost answer main looks up; `key` is what the journal knows the act by. */
export function useActStage(profileId: string, key: string, { isPending, error, value }: SentWrite): LookedUpAct {
  const [spentId, setSpentId] = useState<string | null>(null);
  const isLost = error?.isOutcomeUnknown === true;
  const journal = useRead('intents.list', { profileId }, { isEnabled: isLost, intervalMs: 1000 });
  const pushed = useStream('intents.changed');
  const intent = [pushed, ...(journal.data ?? [])].find(each => each?.key === key && each.id !== spentId);
  const stage = (): ActStage => {
    if (isPending) return { kind: 'sending' };
    if (value !== undefined) return { kind: 'done' };
    if (error === null) return { kind: 'editing' };
    return isLost ? (verdictOf(intent) ?? { kind: 'checking', error }) : { kind: 'refused', error };
  };
  return { stage: stage(), begin: () => setSpentId(intent?.id ?? spentId) };
}
