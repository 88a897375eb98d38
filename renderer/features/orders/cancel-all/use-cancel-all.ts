import { useState } from 'react';
import type { Failure } from '#shared/errors.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWrite } from '#bridge/use-write.ts';
import { type CancelGroup, type CancelProgress, progressOf } from './cancel-groups.ts';

/** Between two readings of what is still active. */
const readAgainMs = 1000;

export interface CancelAll {
  readonly isPending: boolean;
  readonly error: Failure | null;
  /** null: nothing has been sent, or it was refused */
  readonly progress: CancelProgress | null;
  /** why what is still active could not be read */
  readonly readError: Failure | null;
  readonly send: () => Promise<void>;
}

/** The chosen orders that are still open, read repeatedly from the sending until none is. */
function useLeft(
  { profileId, symbol, tradeType }: Pick<CancelGroup, 'symbol' | 'tradeType'> & { readonly profileId: string },
  meant: readonly string[],
  sentAtMs: number | null,
) {
  const [isDone, setDone] = useState(false);
  const isEnabled = sentAtMs !== null && !isDone;
  const read = useRead('margin.orders', { profileId, symbol, tradeType }, { isEnabled, intervalMs: readAgainMs });
  const isFresh = sentAtMs !== null && read.updatedAtMs !== null && read.updatedAtMs >= sentAtMs;
  const progress = progressOf(meant, isFresh ? read.data?.items : undefined);
  if (!isDone && progress.left?.length === 0) setDone(true);
  return { progress: sentAtMs === null ? null : progress, error: read.error };
}

/** Sends once; the result is found by reading the open orders again, until none of the chosen ones is open. */
export function useCancelAll(profileId: string, { symbol, tradeType, orderIds }: CancelGroup): CancelAll {
  const [id] = useState(() => crypto.randomUUID());
  const [sentAtMs, setSentAtMs] = useState<number | null>(null);
  const write = useWrite('margin.cancelAll');
  const left = useLeft({ profileId, symbol, tradeType }, write.value?.reached ?? orderIds, sentAtMs);
  return {
    isPending: write.isPending,
    error: write.error,
    progress: left.progress,
    readError: left.error,
    send: async () => {
      const sent = await write.send({ profileId, id, symbol, tradeType });
      if (sent.ok || sent.error.isOutcomeUnknown) setSentAtMs(Date.now());
    },
  };
}
