import { isDecimal, type Decimal } from '#shared/decimal.ts';
import { decimalSign, type DecimalFormat, formatDecimal, formatPercent } from '../format.ts';
import { ownText } from './privacy.ts';

/** `formatDecimal` for an own amount. */
export function formatOwn(text: Decimal, format?: DecimalFormat): string {
  return ownText(formatDecimal(text, format));
}

/** `formatPercent` for an own share or return. */
export function formatOwnPercent(fraction: Decimal, format?: DecimalFormat): string {
  return ownText(formatPercent(fraction, format), 'figure');
}

/** A number that is not part of a name or an id, with its separators. */
const figure = /(?<![\p{L}\p{N}_.-])-?\d+(?:[.,\u202F]\d+)*(?![\p{L}\p{N}_-])/gu;
/** An order id of the exchange: no amount has so many digits without a point. */
const orderId = /^\d{16,}$/;

/** The summary of an own action with its figures as own amounts: formatted, and hidden as privacy says. */
export function formatOwnSummary(summary: string): string {
  return summary.replaceAll(figure, text => {
    const plain = text.replace(decimalSign, '.');
    if (orderId.test(plain)) return text;
    return isDecimal(plain) ? formatOwn(plain) : ownText(text);
  });
}
