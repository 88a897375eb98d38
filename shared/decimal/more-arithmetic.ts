import {
  add,
  align,
  compare,
  type Decimal,
  divideUnits,
  isDecimal,
  parse,
  powerOfTen,
  print,
  type Rounding,
} from './arithmetic.ts';

/** The part of `decimal.ts` that the page loads after its first book. */

/** The text as a decimal, or null when it is none. */
export function toDecimal(text: string): Decimal | null {
  return isDecimal(text) ? text : null;
}

export function negate(a: Decimal): Decimal {
  const { units, scale } = parse(a);
  return print({ units: -units, scale });
}

export function absolute(a: Decimal): Decimal {
  const { units, scale } = parse(a);
  return print({ units: units < 0n ? -units : units, scale });
}

export function isNegative(a: Decimal): boolean {
  return parse(a).units < 0n;
}

export function minimum(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) <= 0 ? a : b;
}

export function maximum(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) >= 0 ? a : b;
}

export function sum(values: Iterable<Decimal>): Decimal {
  let total: Decimal = '0';
  for (const value of values) total = add(total, value);
  return total;
}

/** Rounded to `scale` digits after the point. */
export function round(a: Decimal, scale: number, rounding: Rounding): Decimal {
  const { units, scale: from } = parse(a);
  if (from <= scale) return print({ units, scale: from });
  return print({ units: divideUnits(units, powerOfTen(from - scale), rounding), scale });
}

/** True when `a` is a whole number of steps. */
export function isMultipleOf(a: Decimal, step: Decimal): boolean {
  const { left, right } = align(a, step);
  return right !== 0n && left % right === 0n;
}

/** The value as a whole number of `10^-scale`; throws when it has more digits than that, because cutting would lose money. */
export function toUnits(a: Decimal, scale: number): bigint {
  const { units, scale: from } = parse(a);
  if (from <= scale) return units * powerOfTen(scale - from);
  const divisor = powerOfTen(from - scale);
  if (units % divisor !== 0n) throw new RangeError(`${a} has more than ${scale} digits after the point`);
  return units / divisor;
}

/** The decimal value of a JavaScript number in its shortest form: 1e-7 → `0.0000001`. Throws on NaN and infinities. */
export function fromNumber(value: number): Decimal {
  if (!Number.isFinite(value)) throw new RangeError(`not a finite number: ${value}`);
  return fromScientific(String(value));
}

/** A JSON number's text, exponent allowed, as a decimal. Throws when the text is no number or its exponent is absurd. */
export function fromScientific(text: string): Decimal {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) throw new TypeError(`not a number: ${JSON.stringify(text)}`);
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > 400) throw new RangeError(`exponent out of range: ${text}`);
  const scale = fraction.length - exponent;
  const units = BigInt(`${sign}${whole}${fraction}`);
  return scale <= 0 ? print({ units: units * powerOfTen(-scale), scale: 0 }) : print({ units, scale });
}

/** For drawing only (pixels, ratios on a chart): the nearest double. Never put it back into money. */
export function toNumber(a: Decimal): number {
  return Number(a);
}
