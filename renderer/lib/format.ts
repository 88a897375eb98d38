import { compare, isDecimal, multiply, scaleOf, toFixed } from '../../shared/decimal.ts';

/** What is shown where a value is unknown. Zero is never shown so. */
export const unknownText = '–';
export const minusSign = '−';

export interface DecimalFormat {
  /** pads with zeros up to this many digits after the point; never cuts */
  readonly minimumDecimals?: number | undefined;
  /** rounds (half to even) to at most this many digits after the point */
  readonly maximumDecimals?: number | undefined;
  /** writes + before a positive value */
  readonly isSigned?: boolean | undefined;
}

/** A decimal string for people: thousands grouped, a true minus sign, digits padded. What is no decimal is shown as it came. */
export function formatDecimal(text: string, format: DecimalFormat = {}): string {
  if (!isDecimal(text)) return text;
  const { minimumDecimals = 0, maximumDecimals = Number.POSITIVE_INFINITY, isSigned = false } = format;
  const decimals = Math.min(Math.max(scaleOf(text), minimumDecimals), maximumDecimals);
  const fixed = toFixed(text, decimals);
  const digits = fixed.replace('-', '');
  // a value that rounds to zero keeps no sign: −0.00 says nothing
  const isNothing = !/[1-9]/.test(digits);
  const sign = isNothing ? '' : fixed.startsWith('-') ? minusSign : isSigned ? '+' : '';
  return sign + groupThousands(digits);
}

function groupThousands(digits: string): string {
  const point = digits.indexOf('.');
  const whole = point < 0 ? digits : digits.slice(0, point);
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (point < 0 ? '' : digits.slice(point));
}

/** How much of a formatted number carries meaning: the zeros that only pad it to its lot may be drawn fainter. */
export function significantLength(text: string): number {
  const padding = /\.?0+$/.exec(text);
  return padding === null || !text.includes('.') ? text.length : padding.index;
}

/** A fraction as per cent: `0.0125` → `1.25 %`. */
export function formatPercent(
  fraction: string,
  format: DecimalFormat = { minimumDecimals: 2, maximumDecimals: 2 },
): string {
  return isDecimal(fraction) ? `${formatDecimal(multiply(fraction, '100'), format)} %` : fraction;
}

export type Direction = 'up' | 'down' | 'none';

/** Which way a value points: the colour that goes with its sign. */
export function directionOf(value: string): Direction {
  if (!isDecimal(value)) return 'none';
  const sign = compare(value, '0');
  return sign > 0 ? 'up' : sign < 0 ? 'down' : 'none';
}

/** `BTC-USDT` → base and quote. A symbol without a dash (a contract) has no quote. */
export function splitPair(symbol: string): { readonly base: string; readonly quote: string | null } {
  const dash = symbol.indexOf('-');
  return dash < 0 ? { base: symbol, quote: null } : { base: symbol.slice(0, dash), quote: symbol.slice(dash + 1) };
}

/** A long identifier by its ends, for a narrow cell. */
export function shortenId(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 5)}…${id.slice(-5)}`;
}

// oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
const invisible = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Text that came from outside (remarks, names) without the characters that could make it read as something else; a mark
 * stands where one was taken out.
 */
export function visibleText(text: string): string {
  return text.replace(invisible, '�').toWellFormed();
}
