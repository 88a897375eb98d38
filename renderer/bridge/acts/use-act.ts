import { useState } from 'react';
import type { CallInput, CallOutput } from '#shared/contract.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Failure } from '#shared/errors.ts';
import { useStream } from '../stream.ts';
import { useRead } from '../use-read.ts';
import { useWrite, type Write, type WriteName } from '../use-write.ts';

/**
 * Where one act that was asked for in a sheet stands. `checking`: the answer was lost and main is asking the exchange.
 * `told`: main has found out, and says in a sentence what became of it. `absent`: it was not done.
 */
export type OrderStage<T> =
  | { readonly kind: 'editing' | 'sending' }
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'told'; readonly detail: string }
  | { readonly kind: 'refused' | 'checking'; readonly error: Failure }
  | { readonly kind: 'absent'; readonly detail: string };

export interface SheetAct<N extends WriteName> {
  /** the mark of this act for good: a second sheet has another */
  readonly mark: string;
  readonly stage: OrderStage<CallOutput<N>>;
  readonly send: (input: CallInput<N>) => Promise<void>;
}

/** One act of a sheet: its mark is made once, it is sent once, and a lost answer is followed until main has found out. */
export function useAct<N extends WriteName>(name: N, profileId: string): SheetAct<N> {
  const [mark] = useState(() => crypto.randomUUID());
  const write = useWrite(name, { refreshes: ['orders.done'] });
  const isLost = write.error?.isOutcomeUnknown === true;
  const journal = useRead('intents.list', { profileId }, { isEnabled: isLost, intervalMs: 1000 });
  const pushed = useStream('intents.changed');
  const intent = pushed?.key === mark ? pushed : journal.data?.find(each => each.key === mark);
  return {
    mark,
    stage: stageOf(write, intent),
    send: async input => {
      await write.send(input);
    },
  };
}

type WriteState<N extends WriteName> = Pick<Write<N>, 'isPending' | 'error' | 'value'>;

function stageOf<N extends WriteName>(
  { isPending, error, value }: WriteState<N>,
  intent: Intent | undefined,
): OrderStage<CallOutput<N>> {
  if (isPending) return { kind: 'sending' };
  if (value !== undefined) return { kind: 'done', value };
  if (error === null) return { kind: 'editing' };
  return error.isOutcomeUnknown ? (verdictOf(intent) ?? { kind: 'checking', error }) : { kind: 'refused', error };
}

/** What the journal says of a lost answer; null while it says nothing final. */
function verdictOf(intent: Intent | undefined): OrderStage<never> | null {
  const detail = intent?.detail ?? '';
  if (intent?.state === 'found-absent') return { kind: 'absent', detail };
  if (intent?.state === 'found-done' || intent?.state === 'acknowledged') return { kind: 'told', detail };
  return null;
}
