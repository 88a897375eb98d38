import { useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { AmendRequest } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { type ActFacts, judgeHere } from '#bridge/acts/use-act-facts.ts';
import { useSendObjection } from '#bridge/acts/use-send-objection.ts';
import { type TicketAsk, useTicketStore } from '#state/ticket-store.ts';
import { type WantedChange, judgeChange } from '#lib/orders/change-judgement.ts';
import { policyWords } from '#lib/orders/policy-words.ts';
import { sendCancel, sendMove, type SentMove, sendPress } from './acts/send-acts.ts';
import { type JudgeOptions, judgePress, type PressJudgement } from './model/judge-press.ts';
import type { LadderTaking, PressedAct } from './model/ladder-order.ts';
import { markWords, priceWords } from './model/ladder-words.ts';
import { moveObjection, moveRequest } from './own/move-order.ts';
import { type OwnMark, pairsOnce } from './own/own-marks.ts';
import { t } from '#shared/words/t.ts';

/** What the ladder says of the last press. */
export interface LadderNote {
  readonly text: string;
  readonly isRefusal: boolean;
}

/** A move that waits for its confirmation, or cancels of a side that do. */
export type AskedAct =
  | {
      readonly kind: 'move';
      readonly move: Omit<SentMove, 'confirmed'>;
      /** what the policy says of it, which lets it pass */
      readonly policy: string;
    }
  | { readonly kind: 'cancel'; readonly side: 'buy' | 'sell'; readonly marks: readonly OwnMark[] };

export interface LadderActs {
  /** null: nothing was pressed yet */
  readonly note: LadderNote | null;
  readonly say: (note: LadderNote) => void;
  /** what a press would come to now, for the words at the pointer; null while the market's rules are not known */
  readonly judge: (act: PressedAct) => PressJudgement | null;
  readonly press: (act: PressedAct) => void;
  readonly move: (mark: OwnMark, price: Decimal) => void;
  readonly cancel: (marks: readonly OwnMark[]) => void;
  readonly askCancel: (side: 'buy' | 'sell', marks: readonly OwnMark[]) => void;
  /** what waits for a confirmation; null: nothing */
  readonly asked: AskedAct | null;
  readonly confirm: () => void;
  readonly dismiss: () => void;
}

export interface LadderActsOptions {
  readonly profile: Profile;
  readonly market: Market;
  readonly facts: ActFacts | null;
  readonly taking: LadderTaking;
  /** as typed */
  readonly size: string;
  readonly isArmed: boolean;
}

function takingOf({ venue }: Market, taking: LadderTaking): Partial<TicketAsk> {
  const { account, isAutoLoan, marginMode, leverage, isReduceOnly } = taking;
  return venue === 'futures'
    ? { marginMode, leverage, isReduceOnly, sizeUnit: 'lots' }
    : { tradeType: account, isAutoBorrow: isAutoLoan, isAutoRepay: isAutoLoan, sizeUnit: 'base' };
}

interface AskOptions {
  readonly size: Decimal;
  readonly market: Market;
  readonly taking: LadderTaking;
}

/** The press as it goes into the ticket, out of the same account and as it would go from here. */
function ticketAsk({ order, side, price }: PressedAct, { size, market, taking }: AskOptions): TicketAsk {
  const plain = { ...takingOf(market, taking), side, size, isReview: true } as const;
  return order === 'limit'
    ? { ...plain, kind: 'limit', price }
    : { ...plain, kind: 'stop-market', price: '', trigger: price };
}

const nothingKnown = t`The rules of this market have not come yet.`;

/** The note under the ladder. What was rejected while nothing could be sent is no longer so once it can. */
function useNote(objection: string | null) {
  const [note, say] = useState<LadderNote | null>(null);
  const [reason, setReason] = useState(objection);
  if (reason !== objection) {
    setReason(objection);
    if (note?.isRefusal === true) say(null);
  }
  return [note, say] as const;
}

/** What can be done on the ladder, by whichever hand: judged, then sent, reviewed or refused in words. */
export function useLadderActs(options: LadderActsOptions): LadderActs {
  const { profile, market, facts, taking, isArmed } = options;
  const objection = useSendObjection(profile, market.venue === 'futures' && taking.isReduceOnly);
  const [note, say] = useNote(objection);
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const scope = { profileId: profile.id, market };
  const refuse = (text: string) => say({ text, isRefusal: true });
  const tell = (text: string) => say({ text, isRefusal: false });
  const judge = (act: PressedAct) => judgeIn(act, { ...options, objection });
  const press = (act: PressedAct) => {
    const judged = judge(act);
    if (judged === null) return refuse(nothingKnown);
    if (judged.kind === 'refused') return refuse(judged.reason);
    if (judged.kind === 'review') {
      useTicketStore.getState().ask(ticketAsk(act, { size: judged.size, market, taking }));
      return tell(t`In the ticket: ${judged.words}${judged.because === null ? '' : ` (${judged.because})`}`);
    }
    const { size, pressed, words } = judged;
    sendPress(scope, { act, size, pressed, words });
    return tell(t`Sent: ${words}`);
  };
  const move = (mark: OwnMark, price: Decimal) => {
    if (facts === null) return refuse(nothingKnown);
    const judged = judgeMove({ mark, price, facts, objection });
    if ('reason' in judged) return refuse(judged.reason);
    if (!isArmed || !judged.isFree) return setAsked({ kind: 'move', move: judged.move, policy: judged.policy });
    sendMove(scope, { ...judged.move, confirmed: 'none' });
    return tell(t`Sent: ${judged.move.words}`);
  };
  const cancel = (marks: readonly OwnMark[]) => {
    if (profile.isReadOnly) return refuse(t`This profile is read-only`);
    if (facts === null) return refuse(nothingKnown);
    for (const mark of pairsOnce(marks)) sendCancel(scope, mark, t`Cancel ${markWords(mark, facts.terms)}`);
    const [only] = marks;
    return only === undefined
      ? refuse(t`No own order stands here.`)
      : tell(
          marks.length === 1 ? t`Cancelling: ${markWords(only, facts.terms)}` : t`Cancelling ${marks.length} orders`,
        );
  };
  const confirm = () => {
    setAsked(null);
    if (asked?.kind === 'cancel') cancel(asked.marks);
    if (asked?.kind !== 'move') return;
    sendMove(scope, { ...asked.move, confirmed: 'summary' });
    tell(t`Sent: ${asked.move.words}`);
  };
  return {
    note,
    say,
    judge,
    press,
    move,
    cancel,
    askCancel: (side, marks) => (marks.length === 0 ? undefined : setAsked({ kind: 'cancel', side, marks })),
    asked,
    confirm,
    dismiss: () => setAsked(null),
  };
}

type JudgeInOptions = Pick<LadderActsOptions, 'facts' | 'taking' | 'size' | 'isArmed'> &
  Pick<JudgeOptions, 'objection'>;

function judgeIn(act: PressedAct, { facts, ...rest }: JudgeInOptions): PressJudgement | null {
  if (facts === null) return null;
  return judgePress(act, { ...rest, rules: facts, verdictOf: policyAct => judgeHere(policyAct, facts) });
}

interface MoveOptions {
  readonly mark: OwnMark;
  readonly price: Decimal;
  readonly facts: ActFacts;
  readonly objection: string | null;
}

type MoveJudgement =
  | { readonly reason: string }
  /** free: the policy asks for no confirmation */
  | { readonly isFree: boolean; readonly move: Omit<SentMove, 'confirmed'>; readonly policy: string };

function changeOf({ size, price, stopPrice }: AmendRequest): WantedChange {
  return { size, price: price ?? null, stopPrice: stopPrice ?? null };
}

function judgeMove({ mark, price, facts, objection }: MoveOptions): MoveJudgement {
  const amend = moveRequest(mark, price, crypto.randomUUID());
  const reason = objection ?? moveObjection(mark);
  if (reason !== null || amend === null) return { reason: reason ?? t`It cannot be moved.` };
  const { breach, act } = judgeChange(mark.of, changeOf(amend), facts);
  if (breach !== null) return { reason: breach };
  const verdict = judgeHere(act, facts);
  const [refusal] = verdict?.refusals ?? [];
  if (refusal !== undefined) return { reason: refusal.message };
  const words = t`Move ${markWords(mark, facts.terms)} to ${priceWords(price, facts.terms.tick)}`;
  // while a stop moves nothing protects, so that is always looked at first
  const isFree = verdict?.level === 'none' && !mark.isStop;
  return { isFree, move: { mark, price, amend, words }, policy: policyWords(verdict, facts.policy) };
}
