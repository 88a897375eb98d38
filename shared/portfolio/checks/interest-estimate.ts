import { type Decimal, fromUnits, multiply, negate } from '../../decimal.ts';
import { quotient } from '../../decimal/share.ts';

/** What a debt costs, as the published daily rate lets one expect it. */
export interface InterestTerms {
  readonly owed: Decimal;
  /** a fraction a day: 0.0003 is 0.03 % */
  readonly dailyRate: Decimal;
  readonly hours: number;
}

/**
 * The change of held − owed that interest of whole hours makes, below zero: −owed × rate × hours ÷ 24. An estimate: the
 * exchange also charges at borrowing, and interest on interest.
 */
export function estimateInterest({ owed, dailyRate, hours }: InterestTerms): Decimal {
  return negate(quotient(multiply(multiply(owed, dailyRate), fromUnits(BigInt(hours), 0)), '24'));
}
