import { compare, type Decimal, divide, isDecimal, multiply } from '#shared/decimal.ts';
import { formatDecimal } from './format.ts';

const magnitudes = [
  { least: '1000000000', suffix: 'B' },
  { least: '1000000', suffix: 'M' },
  { least: '1000', suffix: 'k' },
] as const;

/** An amount by its size, for a narrow cell: `1234567` → `1.23M`. Not for figures that decide an action. */
export function formatCompact(text: Decimal, decimals = 2): string {
  if (!isDecimal(text)) return text;
  const size = text.startsWith('-') ? multiply(text, '-1') : text;
  const magnitude = magnitudes.find(({ least }) => compare(size, least) >= 0);
  const rounded = { maximumDecimals: decimals };
  if (magnitude === undefined) return formatDecimal(text, rounded);
  const scaled = divide(text, magnitude.least, { scale: decimals, rounding: 'half-even' });
  return `${formatDecimal(scaled, { ...rounded, minimumDecimals: decimals })}${magnitude.suffix}`;
}

const mostDecimals = 8;

/** Decimals with which different amounts of a row have different compact texts; 2 where that is enough. */
export function distinctDecimals(amounts: readonly Decimal[]): number {
  const different = new Set(amounts).size;
  for (let decimals = 2; decimals < mostDecimals; decimals += 1)
    if (new Set(amounts.map(each => formatCompact(each, decimals))).size === different) return decimals;
  return mostDecimals;
}

/** A long identifier by its ends, for a narrow cell. */
export function shortenId(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 5)}…${id.slice(-5)}`;
}
