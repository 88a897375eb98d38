import type { Intent } from '#shared/domain/account/intent.ts';
import { useStream } from '../stream.ts';
import { useRead } from '../use-read.ts';

/** What main found out of an act whose answer was lost: it was done, or it was not. `detail` is a sentence. */
export interface Verdict {
  readonly kind: 'told' | 'absent';
  readonly detail: string;
}

/** Follows the act with this mark in the journal, once its answer is lost; null while nothing final is known. */
export function useVerdict(profileId: string, mark: string, isLost: boolean): Verdict | null {
  const journal = useRead('intents.list', { profileId }, { isEnabled: isLost, intervalMs: 1000 });
  const pushed = useStream('intents.changed');
  const intent = pushed?.key === mark ? pushed : journal.data?.find(each => each.key === mark);
  return isLost ? verdictOf(intent) : null;
}

function verdictOf(intent: Intent | undefined): Verdict | null {
  const detail = intent?.detail ?? '';
  if (intent?.state === 'found-absent') return { kind: 'absent', detail };
  if (intent?.state === 'found-done' || intent?.state === 'acknowledged') return { kind: 'told', detail };
  return null;
}
