import { absolute, type Decimal, isZero, multiply, negate, subtract } from '../../decimal.ts';
import { quotient } from '../../decimal/share.ts';
import { costOf, type Lot, quantityOf } from '../pools/lot.ts';

/** What a lot of a contract is. */
export interface ContractTerms {
  /** size of a lot: in the base coin, inverse in the quote currency; its sign is ignored */
  readonly multiplier: Decimal;
  readonly isInverse: boolean;
  readonly settleCoin: string;
}

/** A contract position: lots with their value at entry, in the settle currency, as cost. */
export interface ContractLots {
  readonly side: 'long' | 'short';
  readonly lots: readonly Lot[];
}

/** The value of lots at a price in the settle currency: lots × m × price, inverse lots × |m| ÷ price. */
export function contractValue(terms: ContractTerms, lots: Decimal, price: Decimal): Decimal {
  const size = multiply(lots, absolute(terms.multiplier));
  return terms.isInverse ? quotient(size, price) : multiply(size, price);
}

/** The gross result of lots from their value at entry to their value at exit, in the settle currency. */
export function contractGain(
  terms: ContractTerms,
  side: ContractLots['side'],
  { entry, exit }: { readonly entry: Decimal; readonly exit: Decimal },
): Decimal {
  const isRiseAGain = (side === 'long') !== terms.isInverse;
  return isRiseAGain ? subtract(exit, entry) : subtract(entry, exit);
}

/** The average entry price; null without a position. */
export function entryPrice(terms: ContractTerms, lots: readonly Lot[]): Decimal | null {
  const size = multiply(quantityOf(lots), absolute(terms.multiplier));
  if (isZero(size)) return null;
  return terms.isInverse ? quotient(size, costOf(lots)) : quotient(costOf(lots), size);
}

/** The unrealised result of a position at a mark price, in the settle currency. */
export function unrealisedResult(terms: ContractTerms, { side, lots }: ContractLots, mark: Decimal): Decimal {
  const exit = contractValue(terms, quantityOf(lots), mark);
  return contractGain(terms, side, { entry: costOf(lots), exit });
}

/** What a settlement books: −signed lots × m × mark × rate, inverse −signed lots × |m| ÷ mark × rate. */
export function fundingAmount(
  terms: ContractTerms,
  signedLots: Decimal,
  { mark, rate }: { readonly mark: Decimal; readonly rate: Decimal },
): Decimal {
  const rated = multiply(multiply(signedLots, absolute(terms.multiplier)), rate);
  return negate(terms.isInverse ? quotient(rated, mark) : multiply(rated, mark));
}
