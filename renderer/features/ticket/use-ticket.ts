import { useCallback, useEffect, useRef, useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { isCrossing } from '#shared/order-entry/book-walk.ts';
import type { ConfirmLevel } from '#shared/policy/policy.ts';
import { type TicketPrefill, useTicketStore } from '#state/ticket-store.ts';
import { useNow } from '#ui/clock.ts';
import { endPassed, type ReviewedEnd, reviewEnd } from '#lib/moments/reviewed-end.ts';
import { endingAt, typedEnd } from './actions/ending.ts';
import { sendOrder } from './actions/send-order.ts';
import { useTracksStore } from './actions/tracks-store.ts';
import { type TicketSummary, summariseTicket } from './checks/summary.ts';
import { sentFingerprints } from './checks/warnings.ts';
import { sweepSize } from './facts/ticket-book.ts';
import { useTicketFacts } from './facts/use-ticket-facts.ts';
import { withPositionTerms } from './model/position-terms.ts';
import { lastTicket, rememberTicket } from './model/last-ticket.ts';
import { touchOfBook } from './model/prices.ts';
import { changesOrderTerms, type DraftEdit, emptyTicket, prefillOf, type TicketDraft } from './model/ticket-draft.ts';
import type { ActionBook } from '#shared/domain/market/action-book.ts';
import type { TicketFacts } from './model/ticket-facts.ts';
import { requestText } from './model/order-texts.ts';
import { type Arming, useArming } from '#ui/form/use-arming.ts';
import { t } from '#shared/words/t.ts';

/** A ticket at the time of its review: exactly this is sent, whatever the market does meanwhile. */
export interface Review {
  readonly summary: TicketSummary;
  readonly facts: TicketFacts;
  readonly end: ReviewedEnd;
}

export interface Ticket {
  readonly profile: Profile;
  readonly market: Market;
  readonly draft: TicketDraft;
  readonly edit: (edit: DraftEdit) => void;
  /** what was put into it from elsewhere last */
  readonly arrived: TicketPrefill | null;
  /** null: the rules of the market are not known yet */
  readonly facts: TicketFacts | null;
  readonly summary: TicketSummary | null;
  readonly review: Review | null;
  readonly arming: Arming;
  /** Reviews; what is reviewed already, or armed and without a second look to take, is sent. */
  readonly submit: () => void;
  /** Reviews, armed or not; nothing when something is wrong or missing. */
  readonly openReview: () => void;
  readonly back: () => void;
}

const repeatMs = 10_000;
/** A press so soon after a sending belongs to the press that sent. */
const doublePressMs = 1000;

function useRecent(profileId: string, nowMs: number): readonly string[] {
  const tracks = useTracksStore(state => state.tracks);
  return tracks
    .filter(each => each.profileId === profileId && nowMs - each.sentAtMs < repeatMs)
    .flatMap(each => each.fingerprints);
}

interface PrefillOptions {
  readonly draft: TicketDraft;
  readonly edit: (edit: DraftEdit) => void;
  readonly disarm: () => void;
}

/** Puts into the ticket what is asked for elsewhere on the screen; returns what of it has arrived. */
function usePrefill(
  { draft, edit, disarm }: PrefillOptions,
  { venue }: Market,
  book: ActionBook | undefined,
): TicketPrefill | null {
  const requested = useTicketStore(state => state.prefill);
  const [applied, setApplied] = useState<TicketPrefill | null>(null);
  useEffect(() => {
    if (requested === null || book === undefined) return;
    const { isSweep = false, isInPrice: _, isReview: __, ...edits } = requested;
    // the size that rests up to the price comes from the book, which a new ticket waits for
    if (isSweep && book.state !== 'live') return;
    const sizeUnit = venue === 'spot' ? 'base' : 'lots';
    const sized: DraftEdit =
      isSweep && book.state === 'live' ? { ...edits, size: sweepSize(book, edits), sizeUnit } : edits;
    const prefill = prefillOf(draft, sized);
    if (changesOrderTerms(draft, prefill)) disarm();
    edit(prefill);
    setApplied(requested);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each: the book moves on, what was asked does not
  }, [requested, book === undefined, book?.state, venue, edit]);
  return applied;
}

interface TicketTerms {
  readonly typed: TicketDraft;
  readonly chosen: DraftEdit;
  readonly draft: TicketDraft;
}

/** Ends arming when margin mode or leverage changes without an edit: another program changed the position or contract. */
function useDisarmedByTerms({ typed, chosen, draft: { marginMode, leverage } }: TicketTerms, disarm: () => void): void {
  const known = useRef({ typed, chosen, marginMode, leverage });
  useEffect(() => {
    const was = known.current;
    known.current = { typed, chosen, marginMode, leverage };
    const isEdited = was.typed !== typed || was.chosen !== chosen;
    if (!isEdited && (was.marginMode !== marginMode || was.leverage !== leverage)) disarm();
  }, [typed, chosen, marginMode, leverage, disarm]);
}

/** Everything of one ticket: what was typed, what it comes to, and sending it. */
export function useTicket(profile: Profile, market: Market): Ticket {
  const { id: profileId } = profile;
  const [typed, setDraft] = useState(() => lastTicket(market, emptyTicket(market.venue)));
  // margin mode and leverage that the user chose in this ticket
  const [chosen, setChosen] = useState<DraftEdit>({});
  const [review, setReview] = useState<Review | null>(null);
  // a change by the user restarts the review
  const edit = useCallback((change: DraftEdit) => {
    setReview(null);
    setDraft(old => ({ ...old, ...change }));
    const { marginMode, leverage } = change;
    if (marginMode !== undefined) setChosen(old => ({ ...old, marginMode }));
    if (leverage !== undefined) setChosen(old => ({ ...old, leverage }));
  }, []);
  useEffect(() => rememberTicket(market, typed), [market, typed]);
  const nowMs = useNow(1000);
  const recent = useRecent(profileId, nowMs);
  const facts = useTicketFacts({ profile, market, draft: typed, recent, nowMs });
  const draft = facts === null ? typed : withPositionTerms(typed, facts, chosen);
  const summary = facts === null ? null : summariseTicket(draft, facts);
  const arming = useArming(facts?.book.state === 'live');
  useDisarmedByTerms({ typed, chosen, draft }, arming.disarm);
  const arrived = usePrefill({ draft, edit, disarm: arming.disarm }, market, facts?.book);

  const takeMark = useMark();
  const sentAtMs = useRef(Number.NEGATIVE_INFINITY);
  const send = (
    { summary: { request: reviewed, figures: sent }, facts: known, end }: Review,
    confirmed: ConfirmLevel,
  ) => {
    const request = reviewed === null ? null : endingAt(reviewed, end, Date.now());
    const clientOid = request === null ? null : takeMark();
    if (request === null || clientOid === null) return;
    sentAtMs.current = performance.now();
    setReview(null);
    const words = requestText(request, known.terms);
    const fingerprints = sentFingerprints(request, sent.draft);
    void sendOrder({ clientOid, profileId, market, terms: known.terms, request, fingerprints, words }, confirmed);
  };
  const submit = () => {
    if (review !== null) {
      if (findValidationError(review, facts) === null) send(review, 'summary');
      return;
    }
    const next = performance.now() - sentAtMs.current < doublePressMs ? null : reviewOf(summary, facts);
    if (next === null) return;
    if (arming.isArmed && mayGoAtOnce(next.summary)) send(next, 'none');
    else setReview(next);
  };
  const openReview = () => setReview(was => reviewOf(summary, facts) ?? was);
  const back = () => setReview(null);
  return { profile, market, draft, edit, arrived, facts, summary, review, arming, submit, openReview, back };
}

/** Null: it cannot be reviewed now. */
function reviewOf(summary: TicketSummary | null, facts: TicketFacts | null): Review | null {
  if (facts === null || summary === null || summary.validationError !== null) return null;
  return { summary, facts, end: reviewEnd(typedEnd(summary), Date.now()) };
}

/**
 * One client id for the life of an order: it is created with the ticket and used once, so that any number of clicks
 * before the ticket is drawn again sends one order.
 */
function useMark(): () => string | null {
  const [mark, setMark] = useState(() => crypto.randomUUID());
  const given = useRef<string | null>(null);
  return () => {
    if (given.current === mark) return null;
    given.current = mark;
    setMark(crypto.randomUUID());
    return mark;
  };
}

/** What is worth a second look is looked at, armed or not. */
export function mayGoAtOnce({ validationWarnings, request, policyResult }: TicketSummary): boolean {
  return request !== null && validationWarnings.length === 0 && policyResult?.level === 'none';
}

/** Why the reviewed order must not be sent any more, for example because the price moved. Null: it may be sent. */
export function findValidationError({ summary, end }: Review, now: TicketFacts | null): string | null {
  if (now === null) return t`The market is unknown`;
  const stopped = now.validationError ?? endPassed(end, now.nowMs);
  if (stopped !== null) return stopped;
  const { limit, isPostOnly } = summary.figures.prices;
  const { side } = summary.figures.draft;
  const { bid, ask } = touchOfBook(now);
  if (
    summary.figures.kind === 'limit' &&
    isPostOnly &&
    limit !== null &&
    isCrossing(limit, side, side === 'buy' ? ask : bid)
  )
    return t`Price moved: a post-only order at this price would now execute. Go back and change the price`;
  return summary.figures.kind === 'market' && now.book.state === 'none' ? now.book.reason : null;
}
