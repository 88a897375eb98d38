import { compare, type Decimal, isDecimal, isPositive, scaleOf, subtract } from '#shared/decimal.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import { isMargined, type MarginPreview, previewMargin } from '../margin/margin-preview.ts';

/** Digits that a settlement currency's amount may have. */
const amountScale = 8;

export interface WithdrawFacts {
  readonly position: Position;
  readonly contract: FuturesContract;
  /** the most that the exchange lets go now; null: not known */
  readonly most: Decimal | null;
}

export interface WithdrawSummary {
  /** what would be sent; null while it may not be */
  readonly amount: Decimal | null;
  readonly preview: MarginPreview | null;
  /** why it may not be sent; null when nothing was typed yet or all is well */
  readonly error: string | null;
}

function objectTo(amount: Decimal, { position, most }: WithdrawFacts): string | null {
  const currency = position.settleCurrency;
  if (scaleOf(amount) > amountScale) return `${currency} has at most ${amountScale} digits after the point.`;
  if (most === null) return 'How much may be taken out is not known.';
  return compare(amount, most) > 0 ? `At most ${most} ${currency} may be taken out now.` : null;
}

/** From what was typed to what would be sent and what it would do: less margin, so liquidation comes nearer. */
export function summariseWithdrawal(typed: string, facts: WithdrawFacts): WithdrawSummary {
  const { position, contract } = facts;
  const text = typed.trim();
  const nothing = { amount: null, preview: null };
  if (text === '') return { ...nothing, error: null };
  if (!isDecimal(text) || !isPositive(text)) {
    return { ...nothing, error: 'Type a number above zero, with a point and no separators.' };
  }
  const error = objectTo(text, facts);
  const preview = isMargined(position) ? previewMargin(position, contract, subtract('0', text)) : null;
  return { amount: error === null ? text : null, preview, error };
}
