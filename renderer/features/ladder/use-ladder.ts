import { useMemo, useRef, useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Decimal } from '#shared/decimal.ts';
import { endPassed, reviewedEndMs, type ReviewedEnd, reviewEnd } from '#lib/moments/reviewed-end.ts';
import { moveRungs } from '#shared/order-entry/ladder/move-rungs.ts';
import { type PastedLadder, pasteUnits, readPastedLadder } from '#shared/order-entry/ladder/paste.ts';
import type { Rung } from '#shared/order-entry/ladder/rungs.ts';
import { startLadder } from './actions/send-ladder.ts';
import { useLadderFacts } from './facts/use-ladder-facts.ts';
import { firstDraft, type LadderDraft, type LadderEdit, type RowText, turned } from './model/ladder-draft.ts';
import type { LadderFacts } from './model/ladder-facts.ts';
import { sendModeOf, typedEnd } from './model/ladder-orders.ts';
import { withPositionTerms } from './model/ladder-terms.ts';
import { type LadderSummary, summarise } from './model/summary.ts';

/** A ladder as it was when it was reviewed: it does not move any more. */
export interface LadderReview {
  readonly draft: LadderDraft;
  readonly facts: LadderFacts;
  readonly summary: LadderSummary;
  /** when it ends; a time of day is the one that was reviewed, also when it passes meanwhile */
  readonly end: ReviewedEnd;
}

/** Why a paste was not taken, or what of it was not. */
export type PasteNote =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'left-out'; readonly rows: readonly string[] };

export interface LadderEditor {
  readonly draft: LadderDraft;
  readonly edit: (edit: LadderEdit) => void;
  readonly editRow: (row: number, field: 'price' | 'size', text: string) => void;
  readonly removeRow: (row: number) => void;
  /** puts one row right; several rungs take its place when it is split */
  readonly fixRow: (row: number, rungs: readonly Rung[]) => void;
  /** a rung was dragged: it, or all by as much */
  readonly moveRow: (row: number, price: Decimal, isAll: boolean) => void;
  /** the notice about the last paste until the next edit; null: none */
  readonly pasteNote: PasteNote | null;
  /** false: it is no table, and is inserted at the cursor */
  readonly paste: (text: string) => boolean;
  /** null until the market's rules are known */
  readonly facts: LadderFacts | null;
  readonly summary: LadderSummary | null;
  readonly review: LadderReview | null;
  /** reviews, then sends what was reviewed; true: it was sent */
  readonly submit: () => boolean;
  readonly back: () => void;
}

function withText({ price, size }: RowText, field: 'price' | 'size', text: string): RowText {
  return field === 'price' ? { price: text, size } : { price, size: text };
}

function noteOf(pasted: PastedLadder): PasteNote | null {
  if (!pasted.ok) return { kind: 'refused', reason: pasted.reason };
  return pasted.leftOut.length === 0 ? null : { kind: 'left-out', rows: pasted.leftOut };
}

/** What is typed of a ladder, with margin mode and leverage of the open position unless the user chose others. */
function useLadderDraft(profile: Profile, market: Market) {
  const [typed, setTyped] = useState(firstDraft);
  const [chosen, setChosen] = useState<LadderEdit>({});
  const facts = useLadderFacts(profile, market, typed.account);
  const draft = useMemo(
    () => (facts === null ? typed : withPositionTerms(typed, facts.market, chosen)),
    [typed, facts, chosen],
  );
  const change = (edit: LadderEdit) => {
    setTyped(old => ({ ...old, ...(edit.side === undefined ? {} : turned(old, edit.side)), ...edit }));
    setChosen(old => ({ ...old, ...edit }));
  };
  return { draft, facts, change };
}

/** What is typed of a ladder, what it comes to, and its review. */
export function useLadder(profile: Profile, market: Market): LadderEditor {
  const { draft, facts, change: changeDraft } = useLadderDraft(profile, market);
  const [review, setReview] = useState<LadderReview | null>(null);
  const [pasteNote, setPasteNote] = useState<PasteNote | null>(null);
  const hasSent = useRef(false);
  const summary = useMemo(() => (facts === null ? null : summarise(draft, facts)), [draft, facts]);
  const edit = (change: LadderEdit) => {
    setPasteNote(null);
    changeDraft(change);
  };
  const texts = () => (summary?.rows ?? []).map(({ price, size }) => ({ price, size }));
  const paste = (text: string) => {
    if (facts === null || !/[\t\n\r]/.test(text.trim())) return false;
    const pasted = readPastedLadder(text, pasteUnits(facts.terms));
    if (pasted.ok) edit({ ...(pasted.side === null ? {} : { side: pasted.side }), rows: pasted.rungs });
    setPasteNote(noteOf(pasted));
    return true;
  };
  const submit = () => {
    if (review === null) {
      if (facts !== null && summary !== null && summary.validationError === null)
        setReview({ draft, facts, summary, end: reviewEnd(typedEnd(draft, summary.form), Date.now()) });
      return false;
    }
    // one scaled order is sent, however often the button is pressed before the sheet closes
    if (hasSent.current || (facts?.validationError ?? endPassed(review.end, Date.now())) !== null) return false;
    hasSent.current = true;
    const { rungs, form } = review.summary;
    const rowsPerSecond = review.facts.policy?.policy.acts.perSecond ?? 5;
    const mode = sendModeOf(review.draft, form);
    const endMs = reviewedEndMs(review.end, Date.now());
    startLadder({ profileId: profile.id, market, rungs, form, mode, endMs, rowsPerSecond });
    return true;
  };
  return {
    draft,
    edit,
    editRow: (row, field, text) =>
      edit({ rows: texts().map((each, index) => (index === row ? withText(each, field, text) : each)) }),
    moveRow: (row, to, isAll) => {
      const rows = moveRungs(texts(), { row, to, isAll });
      if (rows !== null) edit({ rows });
    },
    fixRow: (row, rungs) =>
      edit({ rows: texts().flatMap((each, index): readonly RowText[] => (index === row ? rungs : [each])) }),
    removeRow: row => edit({ rows: texts().filter((_, index) => index !== row) }),
    pasteNote,
    paste,
    facts,
    summary,
    review,
    submit,
    back: () => setReview(null),
  };
}
