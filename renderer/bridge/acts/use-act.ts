import { useState } from 'react';
import type { CallInput, CallOutput } from '#shared/contract.ts';
import type { Failure } from '#shared/errors.ts';
import type { ReadName } from '../polling.ts';
import { useWrite, type Write, type WriteName } from '../use-write.ts';
import { useVerdict, type Verdict } from './use-verdict.ts';

/**
 * Where one act that was asked for in a sheet stands. `checking`: the answer was lost and main is asking the exchange.
 * `told`: main has found out, and says in a sentence what became of it. `absent`: it was not done.
 */
export type ActStage<T> =
  | { readonly kind: 'editing' | 'sending' }
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'told'; readonly detail: string }
  | { readonly kind: 'refused' | 'checking'; readonly error: Failure }
  | { readonly kind: 'absent'; readonly detail: string };

export interface SheetAct<N extends WriteName> {
  /** what the journal knows this act by: the same however often it is sent, another in a second sheet */
  readonly mark: string;
  readonly stage: ActStage<CallOutput<N>>;
  readonly send: (input: CallInput<N>) => Promise<void>;
  /** back to the beginning: what is sent from now on is another act, under another mark */
  readonly startAnew: () => void;
}

const orderReads: readonly ReadName[] = ['orders.done'];

/**
 * One act of a sheet: its mark is made once, a press sends it once, and a lost answer is followed until main has found
 * out. `refreshes`: the reads that it may have made old.
 */
export function useAct<N extends WriteName>(
  name: N,
  profileId: string,
  refreshes: readonly ReadName[] = orderReads,
): SheetAct<N> {
  const [mark, setMark] = useState(() => crypto.randomUUID());
  // what the journal said of an earlier sending says nothing of the next
  const [spentId, setSpentId] = useState<string | null>(null);
  const write = useWrite(name, { refreshes });
  const isLost = write.error?.isOutcomeUnknown === true;
  const verdict = useVerdict(profileId, { mark, isLost, spentId });
  return {
    mark,
    stage: stageOf(write, verdict),
    send: async input => {
      setSpentId(verdict?.intentId ?? spentId);
      await write.send(input);
    },
    startAnew: () => {
      write.reset();
      setMark(crypto.randomUUID());
    },
  };
}

type WriteState<N extends WriteName> = Pick<Write<N>, 'isPending' | 'error' | 'value'>;

function stageOf<N extends WriteName>(
  { isPending, error, value }: WriteState<N>,
  verdict: Verdict | null,
): ActStage<CallOutput<N>> {
  if (isPending) return { kind: 'sending' };
  if (value !== undefined) return { kind: 'done', value };
  if (error === null) return { kind: 'editing' };
  return error.isOutcomeUnknown ? (verdict ?? { kind: 'checking', error }) : { kind: 'refused', error };
}
