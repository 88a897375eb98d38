import { useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { AmendRequest } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import { type ActionFacts, judgeHere } from '#bridge/actions/use-action-facts.ts';
import { useSendError } from '#bridge/actions/use-send-error.ts';
import { type TicketPrefill, useTicketStore } from '#state/ticket-store.ts';
import { type WantedChange, judgeChange } from '#lib/orders/change-judgement.ts';
import { policySummary } from '#lib/orders/policy-summary.ts';
import { sendCancel, sendMove, type SentMove, sendPress } from './actions/send-actions.ts';
import { type JudgeOptions, judgePress, type PressJudgement } from './model/judge-press.ts';
import type { LadderTaking, PressedAction } from './model/ladder-order.ts';
import { markText, tickPriceText } from './model/ladder-texts.ts';
import { moveError, moveRequest } from './own/move-order.ts';
import { type OwnMark, pairsOnce } from './own/own-marks.ts';
import type { TakingChoice } from './use-click-settings.ts';
import { t } from '#shared/words/t.ts';

/** What the ladder says of the last press. */
export interface LadderNote {
  readonly text: string;
  readonly isError: boolean;
  /** the action that was sent; absent: nothing was */
  readonly sentKey?: string;
}

/** A move that waits for its confirmation, or cancels of a side that do. */
export type RequestedAction =
  | {
      readonly kind: 'move';
      readonly move: Omit<SentMove, 'confirmed'>;
      /** what the policy says of it, which lets it pass */
      readonly policy: string;
    }
  | CancelSideRequest;

/** Cancels of all own orders and stops of a side that one account has in the market. */
export interface CancelSideRequest {
  readonly kind: 'cancel';
  readonly side: 'buy' | 'sell';
  readonly account: TradeType;
  readonly marks: readonly OwnMark[];
  /** of the same side in other accounts; they are not cancelled */
  readonly others: readonly OwnMark[];
}

export interface LadderActions {
  /** null: nothing was pressed yet */
  readonly note: LadderNote | null;
  readonly say: (note: LadderNote) => void;
  /** what a press would come to now, for the words at the pointer; null while the market's rules are not known */
  readonly judge: (action: PressedAction) => PressJudgement | null;
  readonly press: (action: PressedAction) => void;
  readonly move: (mark: OwnMark, price: Decimal) => void;
  readonly cancel: (marks: readonly OwnMark[]) => void;
  readonly requestCancel: (pending: Omit<CancelSideRequest, 'kind'>) => void;
  /** what waits for a confirmation; null: nothing */
  readonly pending: RequestedAction | null;
  readonly confirm: () => void;
  readonly dismiss: () => void;
}

export interface LadderActionsOptions {
  readonly profile: Profile;
  readonly market: Market;
  readonly facts: ActionFacts | null;
  readonly takingOf: TakingChoice['takingOf'];
  /** as typed */
  readonly size: string;
  readonly isArmed: boolean;
}

function takingPrefill({ venue }: Market, taking: LadderTaking): Partial<TicketPrefill> {
  const { account, isAutoLoan, marginMode, leverage, isReduceOnly } = taking;
  return venue === 'futures'
    ? { marginMode, ...(leverage === null ? {} : { leverage }), isReduceOnly, sizeUnit: 'lots' }
    : { tradeType: account, isAutoBorrow: isAutoLoan, isAutoRepay: isAutoLoan, sizeUnit: 'base' };
}

interface TicketPrefillOptions {
  readonly size: Decimal;
  readonly market: Market;
  readonly taking: LadderTaking;
}

/** The press as a prefill of the ticket, with the same account and the same flags. */
function ticketPrefillOf(
  { order, side, price }: PressedAction,
  { size, market, taking }: TicketPrefillOptions,
): TicketPrefill {
  const plain = { ...takingPrefill(market, taking), side, size, isReview: true } as const;
  return order === 'limit'
    ? { ...plain, kind: 'limit', price }
    : { ...plain, kind: 'stop-market', price: '', trigger: price };
}

const nothingKnown = t`The rules of this market have not come yet.`;

/** The note under the ladder. What was rejected while nothing could be sent is no longer so once it can. */
function useNote(validationError: string | null) {
  const [note, say] = useState<LadderNote | null>(null);
  const [reason, setReason] = useState(validationError);
  if (reason !== validationError) {
    setReason(validationError);
    if (note?.isError === true) say(null);
  }
  return [note, say] as const;
}

/** What can be done on the ladder, by whichever hand: judged, then sent, reviewed or refused in words. */
export function useLadderActions(options: LadderActionsOptions): LadderActions {
  const { profile, market, facts, takingOf, isArmed } = options;
  const validationError = useSendError(profile, market.venue === 'futures' && takingOf('buy').isReduceOnly);
  const [note, say] = useNote(validationError);
  const [pending, setPending] = useState<RequestedAction | null>(null);
  const scope = { profileId: profile.id, market };
  const refuse = (text: string) => say({ text, isError: true });
  const publish = (text: string) => say({ text, isError: false });
  const sent = (words: string, sentKey: string) => say({ text: t`Sent: ${words}`, isError: false, sentKey });
  const judge = (action: PressedAction) => judgeIn(action, { ...options, validationError });
  const press = (action: PressedAction) => {
    const judged = judge(action);
    if (judged === null) return refuse(nothingKnown);
    if (judged.kind === 'refused') return refuse(judged.reason);
    if (judged.kind === 'review') {
      useTicketStore
        .getState()
        .open(ticketPrefillOf(action, { size: judged.size, market, taking: takingOf(action.side) }));
      return publish(t`In the ticket: ${judged.words}${judged.because === null ? '' : ` (${judged.because})`}`);
    }
    const { size, pressed, words } = judged;
    return sent(words, sendPress(scope, { action, size, pressed, words }));
  };
  const move = (mark: OwnMark, price: Decimal) => {
    if (facts === null) return refuse(nothingKnown);
    const judged = judgeMove({ mark, price, facts, validationError });
    if ('reason' in judged) return refuse(judged.reason);
    if (!isArmed || !judged.isFree) return setPending({ kind: 'move', move: judged.move, policy: judged.policy });
    return sent(judged.move.words, sendMove(scope, { ...judged.move, confirmed: 'none' }));
  };
  const cancel = (marks: readonly OwnMark[]) => {
    if (profile.isReadOnly) return refuse(t`This profile is read-only`);
    if (facts === null) return refuse(nothingKnown);
    for (const mark of pairsOnce(marks)) sendCancel(scope, mark, t`Cancel ${markText(mark, facts.terms)}`);
    const [only] = marks;
    return only === undefined
      ? refuse(t`No own order is at this price.`)
      : publish(
          marks.length === 1 ? t`Cancelling: ${markText(only, facts.terms)}` : t`Cancelling ${marks.length} orders`,
        );
  };
  const confirm = () => {
    setPending(null);
    if (pending?.kind === 'cancel') cancel(pending.marks);
    if (pending?.kind !== 'move') return;
    sent(pending.move.words, sendMove(scope, { ...pending.move, confirmed: 'summary' }));
  };
  return {
    note,
    say,
    judge,
    press,
    move,
    cancel,
    requestCancel: of => (of.marks.length === 0 ? undefined : setPending({ kind: 'cancel', ...of })),
    pending,
    confirm,
    dismiss: () => setPending(null),
  };
}

type JudgeInOptions = Pick<LadderActionsOptions, 'facts' | 'takingOf' | 'size' | 'isArmed'> &
  Pick<JudgeOptions, 'validationError'>;

function judgeIn(action: PressedAction, { facts, takingOf, ...rest }: JudgeInOptions): PressJudgement | null {
  if (facts === null) return null;
  return judgePress(action, {
    ...rest,
    taking: takingOf(action.side),
    rules: facts,
    judgePolicy: policyAction => judgeHere(policyAction, facts),
  });
}

interface MoveOptions {
  readonly mark: OwnMark;
  readonly price: Decimal;
  readonly facts: ActionFacts;
  readonly validationError: string | null;
}

type MoveJudgement =
  | { readonly reason: string }
  /** free: the policy asks for no confirmation */
  | { readonly isFree: boolean; readonly move: Omit<SentMove, 'confirmed'>; readonly policy: string };

function changeOf({ size, price, stopPrice }: AmendRequest): WantedChange {
  return { size, price: price ?? null, stopPrice: stopPrice ?? null };
}

function judgeMove({ mark, price, facts, validationError }: MoveOptions): MoveJudgement {
  const amend = moveRequest(mark, price, crypto.randomUUID());
  const reason = validationError ?? moveError(mark);
  if (reason !== null || amend === null) return { reason: reason ?? t`This order cannot be moved.` };
  const { breach, action } = judgeChange(mark.of, changeOf(amend), facts);
  if (breach !== null) return { reason: breach };
  const policyResult = judgeHere(action, facts);
  const [policyError] = policyResult?.validationErrors ?? [];
  if (policyError !== undefined) return { reason: policyError.message };
  const words = t`Move ${markText(mark, facts.terms)} to ${tickPriceText(price, facts.terms.tick)}`;
  // while a stop moves nothing protects, so that is always looked at first
  const isFree = policyResult?.level === 'none' && !mark.isStop;
  return { isFree, move: { mark, price, amend, words }, policy: policySummary(policyResult, facts.policy) };
}
