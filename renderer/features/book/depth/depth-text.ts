import { fromNumber } from '#shared/decimal.ts';
import { formatDecimal } from '#lib/format.ts';

export function showPrice(value: number, decimals: number): string {
  return formatDecimal(fromNumber(value), { minimumDecimals: decimals, maximumDecimals: decimals });
}

export function showSize(value: number): string {
  return formatDecimal(fromNumber(value), { maximumDecimals: value >= 100 ? 0 : 3 });
}
