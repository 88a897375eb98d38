import { compare, type Decimal, divide, multiply } from '../decimal.ts';

/** Digits after the point of every quotient of money; ties go to the even digit. */
const quotientScale = 18;

/** a ÷ b to 18 digits after the point, half-even. Throws a RangeError on division by zero. */
export function quotient(a: Decimal, b: Decimal): Decimal {
  return divide(a, b, { scale: quotientScale, rounding: 'half-even' });
}

/**
 * The part of `total` that belongs to `part` of `whole`: total × part ÷ whole, multiplied first and divided once. The
 * whole part is the total itself. Throws a RangeError when `whole` is zero and `part` is not.
 */
export function shareOf(total: Decimal, part: Decimal, whole: Decimal): Decimal {
  return compare(part, whole) === 0 ? total : quotient(multiply(total, part), whole);
}
