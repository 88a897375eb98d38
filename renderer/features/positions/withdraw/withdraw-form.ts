import { compare, type Decimal, isDecimal, isPositive, scaleOf, subtract } from '#shared/decimal.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import { type MarginDraft, type MarginSummary, priceAtDistance } from '../margin/margin-form.ts';
import {
  isMargined,
  type MarginedPosition,
  marginBeyondTarget,
  noPreview,
  previewMargin,
} from '../margin/margin-preview.ts';
import { t } from '#shared/words/t.ts';

/** Digits that a settlement currency's amount may have. */
const amountScale = 8;

export interface WithdrawFacts {
  readonly position: Position;
  readonly contract: FuturesContract;
  /** the most that the exchange lets go now; null: not known */
  readonly most: Decimal | null;
}

function objectTo(amount: Decimal, { position, most }: WithdrawFacts): string | null {
  const currency = position.settleCurrency;
  if (scaleOf(amount) > amountScale) return t`${currency} has at most ${amountScale} digits after the point.`;
  if (most === null) return t`The removable margin is unknown.`;
  return compare(amount, most) > 0 ? t`At most ${most} ${currency} can be removed now` : null;
}

function readAmount(
  { mode, ...texts }: MarginDraft,
  position: MarginedPosition | null,
  contract: FuturesContract,
): { readonly amount: Decimal } | { readonly error: string } {
  const text = texts[mode].trim();
  if (!isDecimal(text) || !isPositive(text)) {
    return { error: t`Type a number above zero, with a point and no separators.` };
  }
  if (mode === 'amount') return { amount: text };
  if (position === null) return { error: noPreview };
  const target = mode === 'target' ? text : priceAtDistance(text, position, contract);
  if (target === null) return { error: t`The price cannot move that far.` };
  const amount = marginBeyondTarget(position, contract, target);
  return amount === null
    ? { error: t`Removing margin cannot reach this liquidation price: it is not worse than now.` }
    : { amount };
}

/** From what was typed to what would be sent and what it would do: less margin, so liquidation comes nearer. */
export function summariseWithdrawal(draft: MarginDraft, facts: WithdrawFacts): MarginSummary {
  const { position, contract } = facts;
  const nothing = { amount: null, preview: null };
  if (draft[draft.mode].trim() === '') return { ...nothing, error: null };
  const margined = isMargined(position) ? position : null;
  const read = readAmount(draft, margined, contract);
  if ('error' in read) return { ...nothing, error: read.error };
  const error = objectTo(read.amount, facts);
  const preview = margined === null ? null : previewMargin(margined, contract, subtract('0', read.amount));
  return { amount: error === null ? read.amount : null, preview, error };
}
