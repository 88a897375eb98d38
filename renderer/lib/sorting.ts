import { compare, type Decimal } from '#shared/decimal.ts';

/** For sorting: what is not known goes below everything that is. */
export function compareAmounts(a: Decimal | null, b: Decimal | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1);
  return compare(a, b);
}

/** Newest first. */
export function byCreation(a: { readonly createdAtMs: number }, b: { readonly createdAtMs: number }): number {
  return b.createdAtMs - a.createdAtMs;
}
