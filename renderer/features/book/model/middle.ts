import { add, type Decimal, divide, isPositive, multiply, subtract } from '#shared/decimal.ts';
import type { Touch } from '#shared/domain/live.ts';
import { formatDecimal } from '#lib/format.ts';

/** The text between the sides; null when one of them is empty. */
export interface Middle {
  readonly midText: string | null;
  readonly spreadText: string | null;
  /** spread in hundredths of a per cent of the mid */
  readonly spreadBpsText: string | null;
  /** the best prices */
  readonly bidText: string | null;
  readonly askText: string | null;
}

/** Half way between the best prices, or null while a side is empty. */
export function midOf({ bid, ask }: Touch, scale: number): Decimal | null {
  if (bid === null || ask === null) return null;
  return divide(add(ask, bid), '2', { scale, rounding: 'half-even' });
}

export function middleOf(touch: Touch, priceDecimals: number): Middle {
  const { bid, ask } = touch;
  const priceText = (price: Decimal | null) =>
    price === null ? null : formatDecimal(price, { minimumDecimals: priceDecimals });
  const best = { bidText: priceText(bid), askText: priceText(ask) };
  const mid = midOf(touch, priceDecimals + 1);
  if (bid === null || ask === null || mid === null)
    return { midText: null, spreadText: null, spreadBpsText: null, ...best };
  const spread = subtract(ask, bid);
  const bps = isPositive(mid) ? divide(multiply(spread, '10000'), mid, { scale: 2, rounding: 'half-even' }) : null;
  return {
    midText: formatDecimal(mid, { minimumDecimals: priceDecimals + 1 }),
    spreadText: formatDecimal(spread, { minimumDecimals: priceDecimals }),
    spreadBpsText: bps === null ? null : formatDecimal(bps, { minimumDecimals: 2 }),
    ...best,
  };
}
