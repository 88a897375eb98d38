import { compare, type Decimal, divide, isDecimal, multiply } from '#shared/decimal.ts';
import { formatDecimal } from './format.ts';

const magnitudes = [
  { least: '1000000000', suffix: 'B' },
  { least: '1000000', suffix: 'M' },
  { least: '1000', suffix: 'k' },
] as const;

/** An amount by its size, for a narrow cell: `1234567` → `1.23M`. Not for figures that somebody acts on. */
export function formatCompact(text: Decimal): string {
  if (!isDecimal(text)) return text;
  const size = text.startsWith('-') ? multiply(text, '-1') : text;
  const magnitude = magnitudes.find(({ least }) => compare(size, least) >= 0);
  const rounded = { maximumDecimals: 2 };
  if (magnitude === undefined) return formatDecimal(text, rounded);
  const scaled = divide(text, magnitude.least, { scale: 2, rounding: 'half-even' });
  return `${formatDecimal(scaled, { ...rounded, minimumDecimals: 2 })}${magnitude.suffix}`;
}

/** A long identifier by its ends, for a narrow cell. */
export function shortenId(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 5)}…${id.slice(-5)}`;
}
