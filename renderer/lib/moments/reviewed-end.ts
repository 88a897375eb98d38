import { t } from '#shared/words/t.ts';
import { formatEnd } from '../time.ts';
import { endMsOf, expiryText, secondsTo, type TypedEnd } from './end-text.ts';

/** When what was reviewed ends: the moment, where it is a time of day; a length counts from the sending; null: it stays. */
export type ReviewedEnd = TypedEnd | number | null;

/** What was typed, at the review: a time of day is that of then, also when it passes before the sending. */
export function reviewEnd(end: TypedEnd | null, nowMs: number): ReviewedEnd {
  return end?.kind === 'at' ? endMsOf(end, nowMs) : end;
}

/** When it ends if it is sent now. */
export function reviewedEndMs(end: ReviewedEnd, nowMs: number): number | null {
  return end === null || typeof end === 'number' ? end : endMsOf(end, nowMs);
}

/** The same in words; empty: it stays. */
export function reviewedExpiryText(end: ReviewedEnd, nowMs: number): string {
  if (end === null) return '';
  return typeof end === 'number' ? t`ends at ${formatEnd(end, nowMs)}` : expiryText(end, nowMs);
}

/** Why it cannot be sent any more; null: it can. */
export function endPassed(end: ReviewedEnd, nowMs: number): string | null {
  const endMs = reviewedEndMs(end, nowMs);
  return endMs !== null && secondsTo(endMs, nowMs) === null ? t`Its end has passed. Go back and choose another.` : null;
}
