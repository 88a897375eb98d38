import { greater, lesser, magnitudeOf } from '#practice/kernel/integers.ts';
import { rateOne, type Terms } from './terms.ts';

/** How long it takes the premium to follow the book: a jump of the book moves the mark by 1/60 of it after a second. */
const dampingMs = 60_000n;
/** The mark never strays further from the index: 0.5 %. */
const premiumCap = rateOne / 200n;
/** Interest of one funding interval, and how far the premium may be from it before it is charged (0.01 %, 0.05 %). */
const interest = rateOne / 10_000n;
const interestBand = rateOne / 2_000n;

function clamp(value: bigint, bound: bigint): bigint {
  return greater(-bound, lesser(value, bound));
}

/** How far a price is above the index, in rate units, at most the cap. */
export function premiumOf(price: bigint, index: bigint): bigint {
  return clamp(((price - index) * rateOne) / index, premiumCap);
}

/** The premium after `elapsedMs` of following `sample`. */
export function dampPremium(premium: bigint, sample: bigint, elapsedMs: number): bigint {
  const elapsed = lesser(BigInt(Math.max(0, Math.floor(elapsedMs))), dampingMs);
  return premium + ((sample - premium) * elapsed) / dampingMs;
}

/** Index plus premium, on the mark's price step. */
export function markOf(terms: Terms, index: bigint, premium: bigint): bigint {
  const exact = index * (rateOne + premium);
  const step = terms.markTick * rateOne;
  return greater(((exact * 2n + step) / (step * 2n)) * terms.markTick, terms.markTick);
}

/**
 * The funding rate of an interval: premium plus the interest that the band leaves. Capped at three quarters of the
 * lowest maintenance rate, so that one payment never empties a healthy position.
 */
export function fundingRateOf(terms: Terms, premium: bigint): bigint {
  const cap = (terms.levels[0].maintain * 3n) / 4n;
  return clamp(premium + clamp(interest - premium, interestBand), cap);
}

/** `rate` (may be negative) of an amount that is not negative, cut towards zero. */
export function shareOf(amount: bigint, rate: bigint): bigint {
  return (magnitudeOf(amount) * rate) / rateOne;
}
