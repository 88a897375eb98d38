import type { Intent } from '#shared/domain/account/intent.ts';
import { useStream } from '../stream.ts';
import { useRead } from '../use-read.ts';

/** What main found out of an act whose answer was lost: it was done, or it was not. `detail` is a sentence. */
export interface Verdict {
  readonly kind: 'told' | 'absent';
  readonly detail: string;
  /** the journal's row that says so */
  readonly intentId: string;
}

interface VerdictOptions {
  readonly mark: string;
  readonly isLost: boolean;
  /** a row that spoke of an earlier sending under the same mark; null: there is none */
  readonly spentId?: string | null;
}

/** Follows the act with this mark in the journal, once its answer is lost; null while nothing final is known. */
export function useVerdict(profileId: string, { mark, isLost, spentId = null }: VerdictOptions): Verdict | null {
  const journal = useRead('intents.list', { profileId }, { isEnabled: isLost, intervalMs: 1000 });
  const pushed = useStream('intents.changed');
  const intent = [pushed, ...(journal.data ?? [])].find(each => each?.key === mark && each.id !== spentId);
  return isLost && intent !== undefined && intent !== null ? verdictOf(intent) : null;
}

function verdictOf({ id: intentId, state, detail: said }: Intent): Verdict | null {
  const detail = said ?? '';
  if (state === 'found-absent') return { kind: 'absent', detail, intentId };
  if (state === 'found-done' || state === 'acknowledged') return { kind: 'told', detail, intentId };
  return null;
}
