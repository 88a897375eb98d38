import {
  add,
  compare,
  type Decimal,
  isDecimal,
  isNegative,
  isPositive,
  multiply,
  roundToStep,
  scaleOf,
  subtract,
} from '#shared/decimal.ts';
import { type FuturesContract, leastMarginXbt, type Position } from '#shared/domain/market/futures.ts';
import { isMargined, type MarginPreview, marginForTarget, noPreview, previewMargin } from './margin-preview.ts';
import { t } from '#shared/words/t.ts';

/** Digits that a settlement currency's amount may have. */
const amountScale = 8;

/** The typed values, and which of the three fields was edited last. */
export interface MarginDraft {
  readonly mode: 'amount' | 'target' | 'distance';
  readonly amount: string;
  /** the target liquidation price */
  readonly target: string;
  /** the target liq. distance, in percent of mark */
  readonly distance: string;
}

export const emptyDraft: MarginDraft = { mode: 'amount', amount: '', target: '', distance: '' };

export interface MarginEdit {
  readonly kind: MarginDraft['mode'];
  readonly text: string;
}

/** The last field typed into decides; the others are derived from it. */
export function editDraft(draft: MarginDraft, { kind, text }: MarginEdit): MarginDraft {
  return { ...draft, mode: kind, [kind]: text };
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
  { position, contract }: Pick<MarginFacts, 'position' | 'contract'>,
): { readonly amount: Decimal } | { readonly error: string } {
  const text = draft[draft.mode].trim();
  if (!isDecimal(text) || !isPositive(text))
    return { error: t`Type a number above zero, with a point and no separators.` };
  if (draft.mode === 'amount') return { amount: text };
  if (!isMargined(position)) return { error: noPreview };
  const target = draft.mode === 'target' ? text : priceAtDistance(text, position, contract);
  if (target === null) return { error: t`The price cannot move that far.` };
  const amount = marginForTarget(position, contract, target);
  return amount === null
    ? { error: t`Adding margin cannot reach this liquidation price: it is not better than now.` }
    : { amount };
}

/** The price that is `percent` of mark away from it, on a tick no nearer. Null: there is none above zero. */
export function priceAtDistance(
  percent: Decimal,
  { markPrice, quantity }: Pick<Position, 'markPrice' | 'quantity'>,
  { tickSize }: Pick<FuturesContract, 'tickSize'>,
): Decimal | null {
  if (markPrice === null || !isPositive(markPrice)) return null;
  const way = multiply(multiply(markPrice, percent), '0.01');
  const price = isNegative(quantity)
    ? roundToStep(add(markPrice, way), tickSize, 'ceil')
    : roundToStep(subtract(markPrice, way), tickSize, 'floor');
  return isPositive(price) ? price : null;
}

function validationError(amount: Decimal, { position, available }: MarginFacts): string | null {
  const currency = position.settleCurrency;
  if (scaleOf(amount) > amountScale) return t`${currency} has at most ${amountScale} digits after the point.`;
  if (currency === 'XBT' && compare(amount, leastMarginXbt) < 0) return t`The minimum is ${leastMarginXbt} XBT.`;
  if (available !== null && compare(amount, available) > 0)
    return t`Only ${available} ${currency} is available in the futures wallet.`;
  return null;
}

/** Why margin cannot be added to this position at all, or null. docs/exchange/endpoints.md §9.2: isolated only. */
export function positionError(position: Position): string | null {
  if (!position.isOpen) return t`The position is closed.`;
  return position.marginMode === 'cross'
    ? t`Margin can be added to isolated positions only; this position is cross.`
    : null;
}

/** The form as pure parts: from what was typed to what would be sent, what it would do, and what is wrong with it. */
export function summariseMargin(draft: MarginDraft, facts: MarginFacts): MarginSummary {
  const { position, contract } = facts;
  const nothing = { amount: null, preview: null };
  const typed = draft[draft.mode];
  const blocked = positionError(position);
  if (blocked !== null) return { ...nothing, error: blocked };
  if (typed.trim() === '') return { ...nothing, error: null };
  const read = readAmount(draft, { position, contract });
  if ('error' in read) return { ...nothing, error: read.error };
  const error = validationError(read.amount, facts);
  return {
    amount: error === null ? read.amount : null,
    preview: isMargined(position) ? previewMargin(position, contract, read.amount) : null,
    error,
  };
}
