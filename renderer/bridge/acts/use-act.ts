import { useState } from 'react';
import type { CallInput, CallOutput } from '#shared/contract.ts';
import type { Failure } from '#shared/errors.ts';
import { useWrite, type Write, type WriteName } from '../use-write.ts';
import { useVerdict, type Verdict } from './use-verdict.ts';

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
  const verdict = useVerdict(profileId, mark, write.error?.isOutcomeUnknown === true);
  return {
    mark,
    stage: stageOf(write, verdict),
    send: async input => {
      await write.send(input);
    },
  };
}

type WriteState<N extends WriteName> = Pick<Write<N>, 'isPending' | 'error' | 'value'>;

function stageOf<N extends WriteName>(
  { isPending, error, value }: WriteState<N>,
  verdict: Verdict | null,
): OrderStage<CallOutput<N>> {
  if (isPending) return { kind: 'sending' };
  if (value !== undefined) return { kind: 'done', value };
  if (error === null) return { kind: 'editing' };
  return error.isOutcomeUnknown ? (verdict ?? { kind: 'checking', error }) : { kind: 'refused', error };
}
