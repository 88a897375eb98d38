import type { Profile } from '#shared/domain/profile.ts';
import { useSafeguards } from '../safety/use-safeguards.ts';
import { useStream } from '../stream.ts';
import { t } from '#shared/words/t.ts';

/** Why nothing may be sent for this account now, as a sentence. A reducing order is sent while it is frozen. */
export function useSendError({ id, isReadOnly }: Profile, isReducing: boolean): string | null {
  const isFrozen = (useSafeguards(id)?.frozenSinceMs ?? null) !== null;
  const reconciling = useStream('reconciliation.changed');
  if (isReadOnly) return t`This profile is read-only`;
  if (isFrozen && !isReducing) return t`Frozen: nothing but cancels and what reduces is sent`;
  if (reconciling?.profileId !== id || (isReducing && reconciling.mayReduce)) return null;
  return reconciling.reason;
}
