import { useState } from 'react';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { LoanOutcome, LoanRecord, LoanRequest } from '#shared/domain/account/margin.ts';
import type { Failure } from '#shared/errors.ts';
import { useStream } from '#bridge/stream.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWrite } from '#bridge/use-write.ts';

/**
 * Where one act of borrowing or repaying stands. `checking`: the answer was lost and main is asking the exchange.
 * `absent`: the exchange has not done it, and the user may send again.
 */
export type LoanStage =
  | { readonly kind: 'editing' }
  | { readonly kind: 'sending' }
  /** null: a lost answer that was found; how much of it was done stands in the account */
  | { readonly kind: 'done'; readonly outcome: LoanOutcome | null }
  | { readonly kind: 'refused'; readonly error: Failure }
  | { readonly kind: 'checking'; readonly error: Failure }
  | { readonly kind: 'absent' };

export interface LoanSheetAct {
  readonly stage: LoanStage;
  readonly send: (loan: Omit<LoanRequest, 'id'>) => Promise<void>;
}

function verdictOf(intent: Intent | undefined): LoanStage | undefined {
  if (intent?.state === 'acknowledged' || intent?.state === 'found-done') return { kind: 'done', outcome: null };
  return intent?.state === 'found-absent' ? { kind: 'absent' } : undefined;
}

/** One id for the life of the sheet: main never sends it twice while an earlier sending may have been done. */
export function useLoan(profileId: string, kind: LoanRecord['kind']): LoanSheetAct {
  const [id] = useState(() => crypto.randomUUID());
  // what the journal said of an earlier sending says nothing of the next
  const [spentId, setSpentId] = useState<string | null>(null);
  const borrow = useWrite('margin.borrow');
  const repay = useWrite('margin.repay');
  const write = kind === 'borrow' ? borrow : repay;
  const isLost = write.error?.isOutcomeUnknown === true;
  const journal = useRead('intents.list', { profileId }, { isEnabled: isLost, intervalMs: 1000 });
  const pushed = useStream('intents.changed');
  const isOurs = (intent: Intent) => intent.key === id && intent.kind === kind && intent.id !== spentId;
  const intent = [pushed, ...(journal.data ?? [])].find(each => each !== undefined && isOurs(each));
  return {
    stage: stageOf(write, isLost ? verdictOf(intent) : undefined),
    send: async loan => {
      setSpentId(intent?.id ?? spentId);
      await write.send({ profileId, loan: { id, ...loan } });
    },
  };
}

interface LoanWrite {
  readonly isPending: boolean;
  readonly error: Failure | null;
  readonly value: LoanOutcome | undefined;
}

function stageOf({ isPending, error, value }: LoanWrite, verdict: LoanStage | undefined): LoanStage {
  if (isPending) return { kind: 'sending' };
  if (value !== undefined) return { kind: 'done', outcome: value };
  if (error === null) return { kind: 'editing' };
  if (!error.isOutcomeUnknown) return { kind: 'refused', error };
  return verdict ?? { kind: 'checking', error };
}
