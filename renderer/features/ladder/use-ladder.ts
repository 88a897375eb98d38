import { useMemo, useRef, useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Decimal } from '#shared/decimal.ts';
import { endPassed, reviewedEndMs, type ReviewedEnd, reviewEnd } from '#lib/moments/reviewed-end.ts';
import { moveRungs } from '#shared/order-entry/ladder/move-rungs.ts';
import { readPastedLadder } from '#shared/order-entry/ladder/paste.ts';
import type { Rung } from '#shared/order-entry/ladder/rungs.ts';
import { startLadder } from './acts/send-ladder.ts';
import { useLadderFacts } from './facts/use-ladder-facts.ts';
import { firstDraft, type LadderDraft, type LadderEdit, type RowText, turned } from './model/ladder-draft.ts';
import type { LadderFacts } from './model/ladder-facts.ts';
import { sendModeOf, typedEnd } from './model/ladder-orders.ts';
import { type LadderSummary, summarise } from './model/summary.ts';

/** A ladder as it was when it was reviewed: it does not move any more. */
export interface LadderReview {
  readonly draft: LadderDraft;
  readonly facts: LadderFacts;
  readonly summary: LadderSummary;
  /** when it ends; a time of day is the one that was reviewed, also when it passes meanwhile */
  readonly end: ReviewedEnd;
}

export interface LadderEditor {
  readonly draft: LadderDraft;
  readonly edit: (edit: LadderEdit) => void;
  readonly editRow: (row: number, field: 'price' | 'size', text: string) => void;
  readonly removeRow: (row: number) => void;
  /** puts one row right; several rungs take its place when it is split */
  readonly mendRow: (row: number, rungs: readonly Rung[]) => void;
  /** a rung was dragged: it, or all by as much */
  readonly moveRow: (row: number, price: Decimal, isAll: boolean) => void;
  /** why a paste was not taken; null: it was, or there was none */
  readonly pasteFault: string | null;
  /** false: it is no table, and is pasted where the cursor is */
  readonly paste: (text: string) => boolean;
  /** null until the market's rules are known */
  readonly facts: LadderFacts | null;
  readonly summary: LadderSummary | null;
  readonly review: LadderReview | null;
  /** reviews, and sends what was reviewed; true: it has gone */
  readonly goOn: () => boolean;
  readonly back: () => void;
}

function withText({ price, size }: RowText, field: 'price' | 'size', text: string): RowText {
  return field === 'price' ? { price: text, size } : { price, size: text };
}

/** What is typed of a ladder, what it comes to, and its review. */
export function useLadder(profile: Profile, market: Market): LadderEditor {
  const [draft, setDraft] = useState(firstDraft);
  const facts = useLadderFacts(profile, market, draft.account);
  const [review, setReview] = useState<LadderReview | null>(null);
  const [pasteFault, setPasteFault] = useState<string | null>(null);
  const hasGone = useRef(false);
  const summary = useMemo(() => (facts === null ? null : summarise(draft, facts)), [draft, facts]);
  const edit = (change: LadderEdit) =>
    setDraft(old => ({ ...old, ...(change.side === undefined ? {} : turned(old, change.side)), ...change }));
  const texts = () => (summary?.rows ?? []).map(({ price, size }) => ({ price, size }));
  const paste = (text: string) => {
    if (!/[\t\n\r;]/.test(text.trim())) return false;
    const pasted = readPastedLadder(text);
    setPasteFault(pasted.ok ? null : pasted.reason);
    if (pasted.ok) edit({ ...(pasted.side === null ? {} : { side: pasted.side }), rows: pasted.rungs });
    return true;
  };
  const goOn = () => {
    if (review === null) {
      if (facts !== null && summary !== null && summary.objection === null)
        setReview({ draft, facts, summary, end: reviewEnd(typedEnd(draft, summary.form), Date.now()) });
      return false;
    }
    // however often it is pressed before the sheet has gone, one ladder goes
    if (hasGone.current || (facts?.objection ?? endPassed(review.end, Date.now())) !== null) return false;
    hasGone.current = true;
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
    mendRow: (row, rungs) =>
      edit({ rows: texts().flatMap((each, index): readonly RowText[] => (index === row ? rungs : [each])) }),
    removeRow: row => edit({ rows: texts().filter((_, index) => index !== row) }),
    pasteFault,
    paste,
    facts,
    summary,
    review,
    goOn,
    back: () => setReview(null),
  };
}
