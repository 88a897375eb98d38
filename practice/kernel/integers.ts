/** Whole-number arithmetic that the contract money is made of: BigInt division cuts, and money must say which way it is cut. */

export function magnitudeOf(value: bigint): bigint {
  return value < 0n ? -value : value;
}

export function signOf(value: bigint): -1n | 0n | 1n {
  return value < 0n ? -1n : value > 0n ? 1n : 0n;
}

export function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function greater(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** The quotient of two numbers, the divisor positive, rounded along the number line to the next whole number below. */
export function divideFloor(numerator: bigint, divisor: bigint): bigint {
  const quotient = numerator / divisor;
  return numerator % divisor < 0n ? quotient - 1n : quotient;
}

/** As {@link divideFloor}, to the next whole number above. */
export function divideCeil(numerator: bigint, divisor: bigint): bigint {
  return -divideFloor(-numerator, divisor);
}
