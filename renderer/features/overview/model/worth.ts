import { type Decimal, divide, isPositive } from '#shared/decimal.ts';

/** Something owned, what it is worth in the value currency, and what that counts. */
export interface AccountValue {
  /** null: not known */
  readonly value: Decimal | null;
  /** what is in it */
  readonly scope: string;
  /** what is not in it, each with its reason; empty: nothing is left out */
  readonly leftOut: readonly { readonly what: string; readonly reason: string }[];
}

const scale = 12;

/** The same worth in another currency; null where that has no price. */
export function inCurrency(value: Decimal | null, price: Decimal | null): Decimal | null {
  if (value === null || price === null || !isPositive(price)) return null;
  return divide(value, price, { scale, rounding: 'half-even' });
}
