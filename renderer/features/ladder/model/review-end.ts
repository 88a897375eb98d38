import { endMsOf, readEnd, secondsTo, type TypedEnd } from '#lib/moments/end-text.ts';
import type { LadderDraft } from './ladder-draft.ts';
import type { OrderForm } from './ladder-orders.ts';
import { t } from '#shared/words/t.ts';

/** When a ladder that was reviewed ends: the moment, where it is a time of day; a length counts from the sending; null: it stays. */
export type ReviewedEnd = TypedEnd | number | null;

/** What was typed, at the review: a time of day is that of then, also when it passes before the sending. */
export function reviewEnd({ life }: LadderDraft, { kind }: OrderForm, nowMs: number): ReviewedEnd {
  // nothing ends by itself on futures
  const end = kind === 'futures' ? null : readEnd(life);
  return end?.kind === 'at' ? endMsOf(end, nowMs) : end;
}

/** When it ends if it is sent now. */
export function reviewedEndMs(end: ReviewedEnd, nowMs: number): number | null {
  return end === null || typeof end === 'number' ? end : endMsOf(end, nowMs);
}

/** Why it cannot be sent any more; null: it can. */
export function endPassed(end: ReviewedEnd, nowMs: number): string | null {
  const endMs = reviewedEndMs(end, nowMs);
  return endMs !== null && secondsTo(endMs, nowMs) === null ? t`Its end has passed. Go back and choose another.` : null;
}
