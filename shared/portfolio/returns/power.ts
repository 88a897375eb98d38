import { type Decimal, fromUnits, round, toUnits } from '../../decimal.ts';

/** Digits after the point while computing, and of the result. */
const workingDigits = 40;
const resultDigits = 30;
const one = 10n ** BigInt(workingDigits);

/** 2 × artanh(z) of a fixed-point z, |z| < 1. */
function twiceArtanh(z: bigint): bigint {
  const square = (z * z) / one;
  let total = 0n;
  let term = z;
  for (let divisor = 1n; term !== 0n; divisor += 2n) {
    total += term / divisor;
    term = (term * square) / one;
  }
  return 2n * total;
}

const ln2 = twiceArtanh(one / 3n);

/** The natural logarithm of a fixed-point number above zero. */
function logarithm(value: bigint): bigint {
  let rest = value;
  let halvings = 0n;
  for (; rest > (3n * one) / 2n; halvings += 1n) rest /= 2n;
  for (; rest < (3n * one) / 4n; halvings -= 1n) rest *= 2n;
  return halvings * ln2 + twiceArtanh(((rest - one) * one) / (rest + one));
}

function exponential(value: bigint): bigint {
  const doublings = value / ln2;
  const rest = value - doublings * ln2;
  let total = 0n;
  let term = one;
  for (let index = 1n; term !== 0n; index += 1n) {
    total += term;
    term = (term * rest) / (one * index);
  }
  return doublings >= 0n ? total << doublings : total >> -doublings;
}

/**
 * base ^ (numerator ÷ denominator) to 30 digits after the point. The base is above zero and has at most 40 digits after
 * the point; numerator and denominator are whole numbers.
 */
export function power(base: Decimal, exponent: { readonly numerator: number; readonly denominator: number }): Decimal {
  const { numerator, denominator } = exponent;
  const scaled = (logarithm(toUnits(base, workingDigits)) * BigInt(numerator)) / BigInt(denominator);
  return round(fromUnits(exponential(scaled), workingDigits), resultDigits, 'half-even');
}
