import type { Intent } from '#shared/domain/account/intent.ts';
import { useStream } from '../stream.ts';
import { useRead } from '../use-read.ts';

/** What main found out of an action whose answer was lost: it was done, or it was not. `detail` is a sentence. */
export interface ResolvedOutcome {
  readonly kind: 'resolved' | 'absent';
  readonly detail: string;
  /** the journal's row that says so */
  readonly intentId: string;
}

interface ResolvedOutcomeOptions {
  readonly mark: string;
  readonly isLost: boolean;
  /** a row that spoke of an earlier sending under the same mark; null: there is none */
  readonly spentId?: string | null;
}

/** Follows the action with this mark in the journal, once its answer is lost; null while nothing final is known. */
export function useResolvedOutcome(
  profileId: string,
  { mark, isLost, spentId = null }: ResolvedOutcomeOptions,
): ResolvedOutcome | null {
  const journal = useRead('intents.list', { profileId }, { isEnabled: isLost, intervalMs: 1000 });
  const pushed = useStream('intents.changed');
  const intent = [pushed, ...(journal.data ?? [])].find(each => each?.key === mark && each.id !== spentId);
  return isLost && intent !== undefined && intent !== null ? outcomeOf(intent) : null;
}

function outcomeOf({ id: intentId, state, detail: said }: Intent): ResolvedOutcome | null {
  const detail = said ?? '';
  if (state === 'found-absent') return { kind: 'absent', detail, intentId };
  if (state === 'found-done' || state === 'acknowledged') return { kind: 'resolved', detail, intentId };
  return null;
}
