import { catalogue } from '#shared/words/t.ts';
import { compare, type Decimal, isDecimal, multiply, scaleOf, toFixed } from '#shared/decimal.ts';

/** What is written between digits: as the language of the page does, and always a point in what is sent. */
const { group, decimal } = catalogue?.separators ?? { group: ',', decimal: '.' };
export const decimalSign = decimal;

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
export function formatDecimal(text: Decimal, format: DecimalFormat = {}): string {
  const { minimumDecimals = 0, maximumDecimals = Number.POSITIVE_INFINITY, isSigned = false } = format;
  const quick = isSigned ? null : formatPlain(text, minimumDecimals, maximumDecimals);
  if (quick !== null) return quick;
  if (!isDecimal(text)) return text;
  const decimals = Math.min(Math.max(scaleOf(text), minimumDecimals), maximumDecimals);
  const fixed = toFixed(text, decimals);
  const digits = fixed.replace('-', '');
  // a value that rounds to zero keeps no sign: −0.00 says nothing
  const isNothing = !/[1-9]/.test(digits);
  const sign = isNothing ? '' : fixed.startsWith('-') ? minusSign : isSigned ? '+' : '';
  return sign + groupThousands(digits);
}

/** As almost every amount comes: positive, without leading zeros. */
const plain = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** The same without arithmetic, because a book shows many a second; null where something must be rounded or signed. */
function formatPlain(text: Decimal, minimumDecimals: number, maximumDecimals: number): string | null {
  if (!plain.test(text)) return null;
  const point = text.indexOf('.');
  const whole = point < 0 ? text : text.slice(0, point);
  const fraction = point < 0 ? '' : withoutTrailingZeros(text.slice(point + 1));
  const decimals = Math.max(fraction.length, minimumDecimals);
  if (decimals > maximumDecimals) return null;
  return groupThousands(decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`);
}

const zero = 48;

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.codePointAt(end - 1) === zero) end -= 1;
  return digits.slice(0, end);
}

function groupThousands(digits: string): string {
  const point = digits.indexOf('.');
  let end = point < 0 ? digits.length : point;
  let text = point < 0 ? '' : decimal + digits.slice(point + 1);
  for (; end > 3; end -= 3) text = group + digits.slice(end - 3, end) + text;
  return digits.slice(0, end) + text;
}

/** How much of a formatted number carries meaning: the zeros that only pad it to its lot may be drawn fainter. */
export function significantLength(text: string): number {
  const padding = /[.,]?0+$/.exec(text);
  return padding === null || !text.includes(decimal) ? text.length : padding.index;
}

/** A fraction as per cent: `0.0125` → `1.25 %`. */
export function formatPercent(
  fraction: Decimal,
  format: DecimalFormat = { minimumDecimals: 2, maximumDecimals: 2 },
): string {
  return isDecimal(fraction) ? `${formatDecimal(multiply(fraction, '100'), format)} %` : fraction;
}

export type Direction = 'up' | 'down' | 'none';

/** The colour for the sign of a value. */
export function directionOf(value: Decimal): Direction {
  if (!isDecimal(value)) return 'none';
  const sign = compare(value, '0');
  return sign > 0 ? 'up' : sign < 0 ? 'down' : 'none';
}
