import type { Decimal } from '#shared/decimal.ts';
import type { Touch } from '#shared/domain/live.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { isCrossing } from '#shared/order-entry/book-walk.ts';
import { t } from '#shared/words/t.ts';

/**
 * Why an order is not dropped there, as the beginning of a sentence; null: it may be. An order is never dragged through the
 * spread, in the book, the chart or the price ladder: it would trade there at once, and a drag is no decision to trade.
 */
export function throughSpread(side: Side, to: Decimal, { bid, ask }: Touch): string | null {
  const best = side === 'buy' ? ask : bid;
  if (!isCrossing(to, side, best)) return null;
  const meets = side === 'buy' ? t`the ask ${best ?? ''}: it would buy` : t`the bid ${best ?? ''}: it would sell`;
  return t`Not dragged through the spread: ${to} meets ${meets} at once`;
}
