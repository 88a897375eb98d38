/**
 * For tests: exact fractions, so that a second writing of a sum needs no rounding and none of our own arithmetic. Small and
 * slow on purpose.
 */
export interface Fraction {
  readonly top: bigint;
  /** above zero */
  readonly bottom: bigint;
}

function greatestCommon(a: bigint, b: bigint): bigint {
  return b === 0n ? (a < 0n ? -a : a) : greatestCommon(b, a % b);
}

function reduced(top: bigint, bottom: bigint): Fraction {
  const by = greatestCommon(top, bottom) * (bottom < 0n ? -1n : 1n);
  return { top: top / by, bottom: bottom / by };
}

/** Of a number without a point, or of a plain decimal. */
export function fraction(text: string | number | bigint): Fraction {
  const [whole = '', digits = ''] = `${text}`.split('.');
  return reduced(BigInt(`${whole}${digits}`), 10n ** BigInt(digits.length));
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return reduced(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, { top: -b.top, bottom: b.bottom });
}

export function times(a: Fraction, b: Fraction): Fraction {
  return reduced(a.top * b.top, a.bottom * b.bottom);
}

export function over(a: Fraction, b: Fraction): Fraction {
  return reduced(a.top * b.bottom, a.bottom * b.top);
}

export function isAtMost(a: Fraction, b: Fraction): boolean {
  return a.top * b.bottom <= b.top * a.bottom;
}

const nought: Fraction = { top: 0n, bottom: 1n };
export const one: Fraction = { top: 1n, bottom: 1n };

export function total(all: readonly Fraction[]): Fraction {
  return all.reduce(plus, nought);
}

/** Whether they differ by no more than the digits that a quotient is cut to. */
export function isNear(a: Fraction, b: Fraction, digits = 18): boolean {
  const apart = minus(a, b);
  const size = { top: apart.top < 0n ? -apart.top : apart.top, bottom: apart.bottom };
  return isAtMost(size, { top: 1n, bottom: 10n ** BigInt(digits) });
}
