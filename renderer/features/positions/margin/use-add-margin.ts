import { useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Failure } from '#shared/errors.ts';
import { useStream } from '#bridge/stream.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWrite } from '#bridge/use-write.ts';

/**
 * Where one act of adding margin stands. `checking`: the answer was lost and main is asking the exchange. `absent`: the
 * exchange has not applied it; the user may send again, and the same bizNo makes that safe.
 */
export type MarginStage =
  | { readonly kind: 'editing' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'done'; readonly position: Position | null }
  | { readonly kind: 'refused'; readonly error: Failure }
  | { readonly kind: 'checking'; readonly error: Failure }
  | { readonly kind: 'absent' };

/** What the journal says of a lost answer; undefined while it says nothing final. */
function verdictOf(intent: Intent | undefined): MarginStage | undefined {
  if (intent?.state === 'acknowledged' || intent?.state === 'found-done') return { kind: 'done', position: null };
  return intent?.state === 'found-absent' ? { kind: 'absent' } : undefined;
}

export interface AddMargin {
  readonly stage: MarginStage;
  readonly send: (amount: Decimal) => Promise<void>;
}

/**
 * One bizNo for the life of the sheet: however often it is sent, the exchange applies it once
 * (docs/exchange/endpoints.md §9.2).
 */
export function useAddMargin(profileId: string, symbol: string): AddMargin {
  const [bizNo] = useState(() => crypto.randomUUID());
  const write = useWrite('positions.addMargin');
  const isLost = write.error?.isOutcomeUnknown === true;
  const journal = useRead('intents.list', { profileId }, { isEnabled: isLost, intervalMs: 1000 });
  const pushed = useStream('intents.changed');
  const listed = journal.data?.find(intent => intent.key === bizNo);
  const intent = pushed?.key === bizNo ? pushed : listed;
  return {
    stage: stageOf(write, isLost ? verdictOf(intent) : undefined),
    send: async amount => {
      await write.send({ profileId, symbol, amount, bizNo });
    },
  };
}

interface WriteState {
  readonly isPending: boolean;
  readonly error: Failure | null;
  readonly value: Position | undefined;
}

function stageOf({ isPending, error, value }: WriteState, verdict: MarginStage | undefined): MarginStage {
  if (isPending) return { kind: 'sending' };
  if (value !== undefined) return { kind: 'done', position: value };
  if (error === null) return { kind: 'editing' };
  if (!error.isOutcomeUnknown) return { kind: 'refused', error };
  return verdict ?? { kind: 'checking', error };
}
