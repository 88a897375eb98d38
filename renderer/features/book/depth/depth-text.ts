import { fromNumber } from '#shared/decimal.ts';
import { formatDecimal } from '#lib/format.ts';

export function showPrice(value: number, decimals: number): string {
  return formatDecimal(fromNumber(value), { minimumDecimals: decimals, maximumDecimals: decimals });
}

const axisUnits = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e4, 'k'],
] as const;

/** A size at an axis, which has room for a few letters: 12,000,000 is 12M, 40,000 is 40k. */
export function showAxisSize(value: number): string {
  const unit = axisUnits.find(([from]) => value >= from);
  if (unit === undefined) return showSize(value);
  const [from, letter] = unit;
  return `${formatDecimal(fromNumber(value / (letter === 'k' ? 1000 : from)), { maximumDecimals: 2 })}${letter}`;
}

export function showSize(value: number): string {
  return formatDecimal(fromNumber(value), { maximumDecimals: value >= 100 ? 0 : 3 });
}
