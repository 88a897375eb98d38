import type { Decimal } from '#shared/decimal.ts';
import { type DecimalFormat, formatDecimal, formatPercent } from './format.ts';
import { ownText } from './privacy.ts';

/** `formatDecimal` for an own amount. */
export function formatOwn(text: Decimal, format?: DecimalFormat): string {
  return ownText(formatDecimal(text, format));
}

/** `formatPercent` for an own share or return. */
export function formatOwnPercent(fraction: Decimal, format?: DecimalFormat): string {
  return ownText(formatPercent(fraction, format), 'figure');
}
