import { create } from 'zustand';
import type { Decimal } from '#shared/decimal.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Side, TradeType } from '#shared/domain/scalars.ts';
import type { Failure } from '#shared/errors.ts';
import { rejectionText } from '#lib/errors/rejection-text.ts';
import { t } from '#shared/words/t.ts';

/**
 * The state of one action of the ladder. `dry`: checked and journalled, not sent. `absent`: its answer was lost, and it
 * was not done.
 */
export type RowActionStage = 'sending' | 'done' | 'refused' | 'unknown' | 'absent' | 'dry';

/** One action that was asked for on the ladder, shown in its row until it is over. */
export interface RowAction {
  /** the mark of the action, made once */
  readonly key: string;
  readonly profileId: string;
  readonly market: Market;
  readonly kind: 'place' | 'move' | 'cancel';
  readonly side: Side;
  /** the price at which it is shown; of a move the new price */
  readonly price: Decimal;
  readonly size: Decimal | null;
  /** the order that is moved or cancelled; null: a new one */
  readonly orderId: string | null;
  /** the action in a sentence */
  readonly words: string;
  readonly stage: RowActionStage;
  /** the message of the exchange or the journal; null: none */
  readonly detail: string | null;
}

/** An order that the ladder placed, or the one that replaced a moved order. */
export interface PlacedByLadder {
  /** of its `RowAct`, and the mark that it was sent with */
  readonly key: string;
  readonly profileId: string;
  readonly market: Market;
  readonly tradeType: TradeType;
  readonly orderId: string | null;
}

interface RowActionsState {
  readonly actions: readonly RowAction[];
  /** the last one, whose fills the note shows; null: nothing was placed */
  readonly placed: PlacedByLadder | null;
  readonly place: (placed: PlacedByLadder) => void;
  readonly begin: (action: Omit<RowAction, 'stage' | 'detail'>) => void;
  readonly publish: (key: string, end: Pick<RowAction, 'stage' | 'detail'>) => void;
  readonly forget: (key: string) => void;
}

/** So long the end of an action stays in its row. One that is not known stays until it is. */
const shownMs: Readonly<Partial<Record<RowActionStage, number>>> = {
  done: 2500,
  dry: 2500,
  refused: 8000,
  absent: 8000,
};

/**
 * The actions of all ladders of this window: they outlive the panel, so that what is not known is still there when it
 * is opened again.
 */
export const useRowActionsStore = create<RowActionsState>()((set, get) => ({
  actions: [],
  placed: null,
  place: placed => set({ placed }),
  begin: action => set(({ actions }) => ({ actions: [...actions, { ...action, stage: 'sending', detail: null }] })),
  publish: (key, end) => {
    set(({ actions }) => ({ actions: actions.map(action => (action.key === key ? { ...action, ...end } : action)) }));
    const lifeMs = shownMs[end.stage];
    if (lifeMs !== undefined) setTimeout(() => get().forget(key), lifeMs);
  },
  forget: key => set(({ actions }) => ({ actions: actions.filter(action => action.key !== key) })),
}));

/** The end of a failed action. A lost answer is never a failure: its outcome is unknown. */
export function endOfFailure(error: Failure): Pick<RowAction, 'stage' | 'detail'> {
  if (error.kind === 'dry-run') return { stage: 'dry', detail: t`Dry run: checked and journalled, not sent.` };
  return { stage: error.isOutcomeUnknown ? 'unknown' : 'refused', detail: rejectionText(error) };
}

/** What the journal says of a lost action; null while it says nothing final. */
export function endOfIntent(intent: Intent | undefined): Pick<RowAction, 'stage' | 'detail'> | null {
  const detail = intent?.detail ?? '';
  if (intent?.state === 'found-absent') return { stage: 'absent', detail };
  if (intent?.state === 'found-done' || intent?.state === 'acknowledged') return { stage: 'done', detail };
  return null;
}
