import { add, type Decimal, divide, fromUnits, isPositive, multiply, subtract, toUnits, round } from '../decimal.ts';
import type { Candle } from '../domain/market/candle.ts';
import { working } from '../order-entry/market-terms.ts';

const dayMs = 86_400_000;
/** Less than that says nothing of a day. */
const leastSpanMs = dayMs / 2;
const leastReturns = 12;
/** Digits of the square root; twice as many are kept below it. */
const rootScale = 10;

/** The square root, rounded down to ten digits. */
export function squareRoot(value: Decimal): Decimal {
  const square = toUnits(round(value, 2 * rootScale, 'down'), 2 * rootScale);
  if (square < 2n) return fromUnits(square, rootScale);
  let guess = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (let next = (guess + square / guess) >> 1n; next < guess; next = (guess + square / guess) >> 1n) guess = next;
  return fromUnits(guess, rootScale);
}

/**
 * How far a price moves in a day, as a fraction: the square root of the sum of squared returns from close to close over
 * the days that they cover. Candles oldest first. Null: they cover too little to say it. docs/risk.md §1.
 */
export function dailyMovement(candles: readonly Candle[]): Decimal | null {
  const [first, last] = [candles[0], candles.at(-1)];
  if (first === undefined || last === undefined) return null;
  const spanMs = last.openAtMs - first.openAtMs;
  if (spanMs < leastSpanMs || candles.length <= leastReturns) return null;
  let [total, before]: [Decimal, Decimal] = ['0', first.close];
  for (const { close } of candles) {
    total = add(total, squaredReturn(before, close));
    before = close;
  }
  const perDay = divide(multiply(total, `${dayMs}`), `${spanMs}`, working);
  const movement = squareRoot(perDay);
  return isPositive(movement) ? movement : null;
}

function squaredReturn(before: Decimal, after: Decimal): Decimal {
  if (!isPositive(before)) return '0';
  const change = divide(subtract(after, before), before, { scale: 12, rounding: 'half-even' });
  return multiply(change, change);
}

/** A distance counted in days of such movement; null where either is not known. */
export function sigmaDays(distance: Decimal | null, movement: Decimal | null): Decimal | null {
  if (distance === null || movement === null || !isPositive(movement)) return null;
  return divide(distance, movement, { scale: 2, rounding: 'floor' });
}
