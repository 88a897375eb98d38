import { compare, type Decimal } from '#shared/decimal.ts';

/** For sorting: what is not known is sorted below everything that is. */
export function compareAmounts(a: Decimal | null, b: Decimal | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1);
  return compare(a, b);
}

/** As the language orders words. Most rows of a column say one of a few. */
export function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a.localeCompare(b);
}
