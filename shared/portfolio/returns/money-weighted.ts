import {
  add,
  type Decimal,
  fromNumber,
  isDecimal,
  isNegative,
  isPositive,
  isZero,
  maximum,
  multiply,
  negate,
  round,
  subtract,
  sum,
  toNumber,
} from '../../decimal.ts';
import { power } from './power.ts';
import { mergePoints, type ReturnPoint, valueAfter } from './return-point.ts';
import { findRoots } from './root-search.ts';

const yearMs = 31_536_000_000;
/** Digits after the point of the rate. */
const rateDigits = 10;
/** The sign is checked in decimals so far to both sides of the rate, times the growth where that exceeds 1. */
const tolerance: Decimal = '0.0000000001';
/** Logarithm of the growth that is searched: from a millionth to a million times. */
const widestGrowth = Math.log(1e6);

/**
 * Why there is no money-weighted return: a value is missing; nothing was ever held; no rate explains the end; several do;
 * the rate that was found could not be proved.
 */
export type UndefinedReason = 'no-value' | 'nothing-held' | 'no-root' | 'several-roots' | 'unproved';

/** The rate r of V0 (1+r) + sum F (1+r)^(rest ÷ period) = V1. */
export type MoneyWeightedReturn =
  | {
      readonly isDefined: true;
      /** for the whole period; a fraction */
      readonly rate: Decimal;
      /** a year; null: the period is shorter than 365 days */
      readonly annualised: Decimal | null;
      readonly fromMs: number;
    }
  | { readonly isDefined: false; readonly reason: UndefinedReason };

/** Amounts by the time that is left for them, at the end less the end value. */
interface RateEquation {
  readonly terms: readonly { readonly restMs: number; readonly amount: Decimal }[];
  readonly periodMs: number;
}

interface DatedEquation extends RateEquation {
  readonly fromMs: number;
}

function equationFrom(
  start: { readonly fromMs: number; readonly value: Decimal },
  later: readonly ReturnPoint[],
): DatedEquation | UndefinedReason {
  const end = later.at(-1);
  if (end === undefined) return 'nothing-held';
  if (end.value === null) return 'no-value';
  const periodMs = end.atMs - start.fromMs;
  const flows = later.slice(0, -1).map(({ atMs, flow }) => ({ restMs: end.atMs - atMs, amount: flow }));
  const ends = [
    { restMs: periodMs, amount: start.value },
    { restMs: 0, amount: negate(end.value) },
  ];
  const terms = [...ends, ...flows].filter(({ amount }) => !isZero(amount));
  return { terms, periodMs, fromMs: start.fromMs };
}

/** The equation from the moment at which the value first exceeds zero. */
function equationOf(points: readonly ReturnPoint[]): DatedEquation | UndefinedReason {
  for (const [index, point] of points.entries()) {
    const value = valueAfter(point);
    if (value === null) return 'no-value';
    if (isPositive(value)) return equationFrom({ fromMs: point.atMs, value }, points.slice(index + 1));
  }
  return 'nothing-held';
}

/** The sum of the equation at a growth 1 + r above zero, in decimals. */
function sumAt({ terms, periodMs }: RateEquation, growth: Decimal): Decimal {
  return sum(
    terms.map(({ restMs, amount }) => multiply(amount, power(growth, { numerator: restMs, denominator: periodMs }))),
  );
}

/** Whether the sum changes its sign around the growth. */
function isProved(equation: RateEquation, growth: Decimal): boolean {
  const margin = multiply(tolerance, maximum('1', growth));
  const [low, high] = [subtract(growth, margin), add(growth, margin)];
  return isPositive(low) && isNegative(multiply(sumAt(equation, low), sumAt(equation, high)));
}

function solve(equation: RateEquation): Decimal | UndefinedReason {
  const terms = equation.terms.toSorted((a, b) => a.restMs - b.restMs);
  const numbers = terms.map(({ restMs, amount }) => ({
    coefficient: toNumber(amount),
    exponent: restMs / equation.periodMs,
  }));
  const { crossings, uncertain } = findRoots(numbers, [-widestGrowth, widestGrowth]);
  const isLost = terms[0]?.restMs !== 0;
  const roots = crossings.length + uncertain.length + (isLost ? 1 : 0);
  if (roots !== 1) return roots === 0 ? 'no-root' : 'several-roots';
  if (isLost) return '-1';
  const [crossing] = crossings;
  if (crossing === undefined) return 'unproved';
  const rate = round(fromNumber(Math.expm1(crossing)), rateDigits, 'half-even');
  return isProved(equation, add('1', rate)) ? rate : 'unproved';
}

function annualise(rate: Decimal, periodMs: number): Decimal | null {
  if (periodMs < yearMs) return null;
  const growth = add('1', rate);
  if (isZero(growth)) return rate;
  return round(subtract(power(growth, { numerator: yearMs, denominator: periodMs }), '1'), rateDigits, 'half-even');
}

/**
 * The money-weighted return of a span: its first and last points are the ends, the others have flows. The rate is found in
 * floating point and proved in decimals: rounded to 10 digits, and the equation changes its sign within 10^-10 of it. One
 * change of sign among the amounts has one root; with more, all roots from −99.9999 % to a million times are searched. An
 * end value of 0 is −100 %, unless another rate explains it as well.
 */
export function moneyWeightedReturn(points: readonly ReturnPoint[]): MoneyWeightedReturn {
  const equation = equationOf(mergePoints(points));
  if (typeof equation === 'string') return { isDefined: false, reason: equation };
  const rate = solve(equation);
  if (!isDecimal(rate)) return { isDefined: false, reason: rate };
  return { isDefined: true, rate, annualised: annualise(rate, equation.periodMs), fromMs: equation.fromMs };
}
