import { compare, type Decimal, isDecimal, isPositive, scaleOf } from '#shared/decimal.ts';
import { type FuturesContract, leastMarginXbt, type Position } from '#shared/domain/market/futures.ts';
import {
  isMargined,
  type MarginedPosition,
  type MarginPreview,
  marginForTarget,
  previewMargin,
} from './margin-preview.ts';

/** Digits that a settlement currency's amount may have. */
const amountScale = 8;

/** What the user has typed, and which of the two ways it was said last. */
export interface MarginDraft {
  readonly mode: 'amount' | 'target';
  readonly amount: string;
  readonly target: string;
}

export const emptyDraft: MarginDraft = { mode: 'amount', amount: '', target: '' };

export type MarginEdit =
  | { readonly kind: 'amount'; readonly text: string }
  | { readonly kind: 'target'; readonly text: string };

/** The last field typed into decides; the other is derived from it. */
export function editDraft(draft: MarginDraft, edit: MarginEdit): MarginDraft {
  return edit.kind === 'amount'
    ? { ...draft, mode: 'amount', amount: edit.text }
    : { ...draft, mode: 'target', target: edit.text };
}

export interface MarginFacts {
  readonly position: Position;
  readonly contract: FuturesContract;
  /** free in the futures wallet of the settlement currency; null when it is not known */
  readonly available: Decimal | null;
}

export interface MarginSummary {
  /** what would be sent; null while it may not be */
  readonly amount: Decimal | null;
  readonly preview: MarginPreview | null;
  /** why it may not be sent, for the field that was typed into; null when nothing was typed yet or all is well */
  readonly error: string | null;
}

function readAmount(
  draft: MarginDraft,
  { position, contract }: { readonly position: MarginedPosition; readonly contract: FuturesContract },
): { readonly amount: Decimal } | { readonly error: string } {
  const text = (draft.mode === 'amount' ? draft.amount : draft.target).trim();
  if (!isDecimal(text) || !isPositive(text))
    return { error: 'Type a number above zero, with a point and no separators.' };
  if (draft.mode === 'amount') return { amount: text };
  const amount = marginForTarget(position, contract, text);
  return amount === null
    ? { error: 'Adding margin cannot move the liquidation price there: it is no better than now.' }
    : { amount };
}

function objection(amount: Decimal, { position, available }: MarginFacts): string | null {
  const currency = position.settleCurrency;
  if (scaleOf(amount) > amountScale) return `${currency} has at most ${amountScale} digits after the point.`;
  if (currency === 'XBT' && compare(amount, leastMarginXbt) < 0)
    return `The exchange takes no less than ${leastMarginXbt} XBT.`;
  if (available !== null && compare(amount, available) > 0)
    return `Only ${available} ${currency} is free in the futures wallet.`;
  return null;
}

/** Why margin cannot be added to this position at all, or null. docs/exchange/endpoints.md §9.2: isolated only. */
export function positionObjection(position: Position): string | null {
  if (!position.isOpen) return 'The position is closed.';
  if (position.marginMode === 'cross') return 'Margin is added by hand to isolated positions only; this one is cross.';
  return isMargined(position) ? null : 'The exchange does not say how much margin this position has.';
}

/** The form as pure parts: from what was typed to what would be sent, what it would do, and what is wrong with it. */
export function summariseMargin(draft: MarginDraft, facts: MarginFacts): MarginSummary {
  const { position, contract } = facts;
  const nothing = { amount: null, preview: null };
  const typed = draft.mode === 'amount' ? draft.amount : draft.target;
  const blocked = positionObjection(position);
  if (blocked !== null || !isMargined(position)) return { ...nothing, error: blocked };
  if (typed.trim() === '') return { ...nothing, error: null };
  const read = readAmount(draft, { position, contract });
  if ('error' in read) return { ...nothing, error: read.error };
  const error = objection(read.amount, facts);
  return {
    amount: error === null ? read.amount : null,
    preview: previewMargin(position, contract, read.amount),
    error,
  };
}
