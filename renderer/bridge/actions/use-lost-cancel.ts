import { useEffect } from 'react';
import type { Failure } from '#shared/errors.ts';
import { useResolvedOutcome } from './use-resolved-outcome.ts';
import { t } from '#shared/words/t.ts';

export interface LostCancelOptions {
  readonly profileId: string;
  /** of the order or stop: the mark of its cancel in the journal */
  readonly orderId: string;
  readonly error: Failure | null;
  /** it was cancelled after all */
  readonly onDone: () => void;
}

/** What a question about a cancel shows once an answer was lost: it waits for what main finds out, and may be pressed again when nothing was done. */
export interface LostCancel {
  readonly error: Failure | null;
  readonly warning: string | null;
  readonly disabledReason: string | null;
}

/** Follows a cancel whose answer was lost until it is known what became of it. */
export function useLostCancel({ profileId, orderId, error, onDone }: LostCancelOptions): LostCancel {
  const isLost = error?.isOutcomeUnknown === true;
  const outcome = useResolvedOutcome(profileId, { mark: orderId, isLost });
  const isDone = outcome?.kind === 'resolved';
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);
  if (outcome === null)
    return { error, warning: null, disabledReason: isLost ? t`The first request is still being looked up` : null };
  return { error: null, warning: t`Checked: ${outcome.detail}`, disabledReason: null };
}
