import { addFew, exactDigits, multiplyFew } from './few-digits.ts';

/**
 * A decimal is `-?digits(.digits)?`; inside it is a BigInt and a scale. Results are written without trailing zeros, and
 * never as `-0`. Import from `decimal.ts`: this file holds what the page loads before its first book.
 *
 * The type is narrower than `string`, so that an identifier or a symbol cannot be computed with: literals such as `'0.1'`
 * are decimals, other text becomes one through `toDecimal`, `isDecimal` or the schema `DecimalText`.
 */
export type Decimal = `${number}`;

/** `down` cuts towards zero, `up` goes away from zero, `floor` and `ceil` go along the number line, `half-even` is the banker's rule. */
export type Rounding = 'down' | 'up' | 'floor' | 'ceil' | 'half-even';

/** The whole number `units` of `10^-scale`. */
export interface Scaled {
  readonly units: bigint;
  readonly scale: number;
}

const pattern = /^-?\d+(\.\d+)?$/;
const powers: bigint[] = [];

/** No figure of an exchange has more digits; beyond it a power is not kept, so that text from outside fills no memory. */
const mostKeptExponent = 512;

/** 10^exponent, remembered: it is asked for on every operation. */
export function powerOfTen(exponent: number): bigint {
  const known = powers[exponent];
  if (known !== undefined) return known;
  const power = 10n ** BigInt(exponent);
  if (exponent <= mostKeptExponent) powers[exponent] = power;
  return power;
}

/** True when the text is a plain decimal: no exponent, no sign but a leading minus, no white space. */
export function isDecimal(text: string): text is Decimal {
  return pattern.test(text);
}

/**
 * The text as a decimal, without looking at it: only for text that this program has itself just written or already
 * checked, on paths where a second look would cost. Everywhere else: {@link toDecimal}.
 */
export function uncheckedDecimal(text: string): Decimal {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where text becomes a decimal unseen
  return text as Decimal;
}

function unitsOf(digits: string): bigint {
  return digits.length <= exactDigits ? BigInt(Number(digits)) : BigInt(digits);
}

/** Throws a TypeError for a text that is no decimal. */
export function parse(text: Decimal): Scaled {
  if (!pattern.test(text)) throw new TypeError(`not a decimal: ${JSON.stringify(text)}`);
  const point = text.indexOf('.');
  if (point < 0) return { units: unitsOf(text), scale: 0 };
  return { units: unitsOf(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
}

const largestExact = BigInt(Number.MAX_SAFE_INTEGER);
const zeroCode = 48;

/** The digits of a whole number that is not negative. */
function digitsOf(units: bigint): string {
  return units <= largestExact ? String(Number(units)) : units.toString();
}

/** Many zeros at once: money is kept to far more digits than it has, and a large number is slow to write. */
const zeros = { count: 15, factor: 10n ** 15n } as const;

function withoutZeros({ units, scale }: Scaled): Scaled {
  if (scale < zeros.count || units % zeros.factor !== 0n) return { units, scale };
  return withoutZeros({ units: units / zeros.factor, scale: scale - zeros.count });
}

/** The one shortest writing of a value. */
export function print(exact: Scaled): Decimal {
  if (exact.units === 0n) return '0';
  const { units, scale } = exact.scale < zeros.count ? exact : withoutZeros(exact);
  const negative = units < 0n;
  const digits = digitsOf(negative ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === zeroCode) end -= 1;
  const text = end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
  return uncheckedDecimal(negative ? `-${text}` : text);
}

/** Both values as whole numbers of the same `10^-scale`. */
export function align(a: Decimal, b: Decimal): { left: bigint; right: bigint; scale: number } {
  const x = parse(a);
  const y = parse(b);
  const scale = Math.max(x.scale, y.scale);
  return { left: x.units * powerOfTen(scale - x.scale), right: y.units * powerOfTen(scale - y.scale), scale };
}

/** Whether the exact quotient is nearer to the next whole number away from zero; a tie goes to the even one. */
function isPastHalf(quotient: bigint, rest: bigint, denominator: bigint): boolean {
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const whole = denominator < 0n ? -denominator : denominator;
  return twice === whole ? quotient % 2n !== 0n : twice > whole;
}

/** The quotient of two integers as a whole number, rounded as asked. */
export function divideUnits(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const quotient = numerator / denominator;
  const rest = numerator % denominator;
  if (rest === 0n) return quotient;
  const isBelowZero = numerator < 0n !== denominator < 0n;
  const away = isBelowZero ? quotient - 1n : quotient + 1n;
  const goesAway: Readonly<Record<Rounding, boolean>> = {
    down: false,
    up: true,
    floor: isBelowZero,
    ceil: !isBelowZero,
    'half-even': isPastHalf(quotient, rest, denominator),
  };
  return goesAway[rounding] ? away : quotient;
}

/** The same value written the one shortest way: `1.50` → `1.5`, `-0.0` → `0`. */
export function normalise(a: Decimal): Decimal {
  return print(parse(a));
}

export function add(a: Decimal, b: Decimal): Decimal {
  const few = addFew(a, b, 1);
  if (few !== null) return uncheckedDecimal(few);
  const { left, right, scale } = align(a, b);
  return print({ units: left + right, scale });
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  const few = addFew(a, b, -1);
  if (few !== null) return uncheckedDecimal(few);
  const { left, right, scale } = align(a, b);
  return print({ units: left - right, scale });
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  const few = multiplyFew(a, b);
  if (few !== null) return uncheckedDecimal(few);
  const x = parse(a);
  const y = parse(b);
  return print({ units: x.units * y.units, scale: x.scale + y.scale });
}

/** a ÷ b to `scale` digits after the point. Throws on division by zero: the caller decides what that means. */
export function divide(a: Decimal, b: Decimal, { scale, rounding }: { scale: number; rounding: Rounding }): Decimal {
  const { left, right } = align(a, b);
  if (right === 0n) throw new RangeError('division by zero');
  return print({ units: divideUnits(left * powerOfTen(scale), right, rounding), scale });
}

/** -1, 0 or 1. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const { left, right } = align(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function isZero(a: Decimal): boolean {
  return parse(a).units === 0n;
}

export function isPositive(a: Decimal): boolean {
  return parse(a).units > 0n;
}

/** Rounded to a whole number of steps (tick, lot). The step must be positive. */
export function roundToStep(a: Decimal, step: Decimal, rounding: Rounding): Decimal {
  const { left, right, scale } = align(a, step);
  if (right <= 0n) throw new RangeError(`a step must be positive: ${step}`);
  return print({ units: divideUnits(left, right, rounding) * right, scale });
}

/** Digits after the point of the shortest writing: `0.010` → 2. The shown decimals of a tick or a lot. */
export function scaleOf(a: Decimal): number {
  const text = normalise(a);
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** Exactly `scale` digits after the point, rounded as asked: for screens and padded wire formats. */
export function toFixed(a: Decimal, scale: number, rounding: Rounding = 'half-even'): Decimal {
  const { units, scale: from } = parse(a);
  const scaled =
    from <= scale ? units * powerOfTen(scale - from) : divideUnits(units, powerOfTen(from - scale), rounding);
  const negative = scaled < 0n;
  const digits = (negative ? -scaled : scaled).toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return uncheckedDecimal(negative ? `-${text}` : text);
}

/** The inverse of {@link toUnits}. */
export function fromUnits(units: bigint, scale: number): Decimal {
  return print({ units, scale });
}
