/**
 * Exact arithmetic on decimal strings: the only money arithmetic of Fathom. It is in two files, because the page loads
 * the second one after its first book (vite.config.ts).
 */
export type { Decimal, Rounding } from './decimal/arithmetic.ts';
export {
  add,
  compare,
  divide,
  fromUnits,
  isDecimal,
  isPositive,
  isZero,
  multiply,
  normalise,
  powerOfTen,
  roundToStep,
  scaleOf,
  subtract,
  toFixed,
  uncheckedDecimal,
} from './decimal/arithmetic.ts';
export {
  absolute,
  fromNumber,
  fromScientific,
  isMultipleOf,
  isNegative,
  maximum,
  minimum,
  negate,
  round,
  sum,
  toDecimal,
  toNumber,
  toUnits,
} from './decimal/more-arithmetic.ts';
