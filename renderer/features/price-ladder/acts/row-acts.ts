import { create } from 'zustand';
import type { Decimal } from '#shared/decimal.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { Failure } from '#shared/errors.ts';
import { t } from '#shared/words/t.ts';

/** Where one act of the ladder stands. `dry`: checked and journalled, not sent. `absent`: it was lost, and was not done. */
export type RowActStage = 'sending' | 'done' | 'refused' | 'unknown' | 'absent' | 'dry';

/** One act that was asked for on the ladder, shown in its row until it is over. */
export interface RowAct {
  /** the mark of the act, made once */
  readonly key: string;
  readonly profileId: string;
  readonly market: Market;
  readonly kind: 'place' | 'move' | 'cancel';
  readonly side: Side;
  /** where it is shown: of a move where it goes */
  readonly price: Decimal;
  readonly size: Decimal | null;
  /** the order that is moved or cancelled; null: a new one */
  readonly orderId: string | null;
  /** the act in a sentence */
  readonly words: string;
  readonly stage: RowActStage;
  /** what the exchange or the journal said; null: nothing */
  readonly detail: string | null;
}

interface RowActsState {
  readonly acts: readonly RowAct[];
  readonly begin: (act: Omit<RowAct, 'stage' | 'detail'>) => void;
  readonly tell: (key: string, end: Pick<RowAct, 'stage' | 'detail'>) => void;
  readonly forget: (key: string) => void;
}

/** So long the end of an act stays in its row. One that is not known stays until it is. */
const shownMs: Readonly<Partial<Record<RowActStage, number>>> = { done: 2500, dry: 2500, refused: 8000, absent: 8000 };

/** The acts of all ladders of this window: they outlive the panel, so that what is not known is still there when it is opened again. */
export const useRowActsStore = create<RowActsState>()((set, get) => ({
  acts: [],
  begin: act => set(({ acts }) => ({ acts: [...acts, { ...act, stage: 'sending', detail: null }] })),
  tell: (key, end) => {
    set(({ acts }) => ({ acts: acts.map(act => (act.key === key ? { ...act, ...end } : act)) }));
    const lifeMs = shownMs[end.stage];
    if (lifeMs !== undefined) setTimeout(() => get().forget(key), lifeMs);
  },
  forget: key => set(({ acts }) => ({ acts: acts.filter(act => act.key !== key) })),
}));

/** The exchange's own words where it spoke. */
function wordsOf({ exchangeMessage, message, code }: Failure): string {
  if (exchangeMessage === undefined) return message;
  return code === undefined ? exchangeMessage : `${exchangeMessage} (${code})`;
}

/** How an act ended that failed. A lost answer is never a failure: nobody knows yet. */
export function endOfFailure(error: Failure): Pick<RowAct, 'stage' | 'detail'> {
  if (error.kind === 'dry-run') return { stage: 'dry', detail: t`Dry run: checked and journalled, not sent.` };
  return { stage: error.isOutcomeUnknown ? 'unknown' : 'refused', detail: wordsOf(error) };
}

/** What the journal says of a lost act; null while it says nothing final. */
export function endOfIntent(intent: Intent | undefined): Pick<RowAct, 'stage' | 'detail'> | null {
  const detail = intent?.detail ?? '';
  if (intent?.state === 'found-absent') return { stage: 'absent', detail };
  if (intent?.state === 'found-done' || intent?.state === 'acknowledged') return { stage: 'done', detail };
  return null;
}
