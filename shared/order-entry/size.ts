import { absolute, add, type Decimal, divide, isPositive, multiply, subtract } from '../decimal.ts';
import type { BookLevel } from '../domain/market/book.ts';
import type { Side } from '../domain/scalars.ts';
import { assertNever } from '../errors.ts';
import { holdsQuote, sizeInBook } from './book-walk.ts';
import { type MarketTerms, sizeOfBase, sizeOfQuote, sizeOfWorth, toLots, working } from './market-terms.ts';
import type { SizeText, SizeUnit } from './size-text.ts';
import { t } from '#shared/words/t.ts';

export interface SizeContext {
  readonly terms: MarketTerms;
  readonly side: Side;
  /** what a number without a unit counts */
  readonly sizeUnit: SizeUnit;
  /** the limit, or what the market would give; null: not known */
  readonly price: Decimal | null;
  /** where a market order is measured: the levels of the other side; null for a limit order */
  readonly levels: readonly BookLevel[] | null;
  /** what the order may use of what is available, see {@link largestSize}; null: not known */
  readonly largest: Decimal | null;
  /** lots of the position, on spot what is held, never negative; null: not known */
  readonly position: Decimal | null;
  /** what the trade stops at; null: none was said */
  readonly stop: Decimal | null;
  readonly risk: RiskTerms;
}

/** What a loss is made of beside the way of the price. Fractions. */
export interface RiskTerms {
  readonly takerFeeRate: Decimal;
  /** how much worse than its price a stop may fill */
  readonly slippageCap: Decimal;
}

export type SizeResult =
  | { readonly ok: true; readonly size: Decimal }
  | { readonly ok: false; readonly reason: string };

const tooThin = t`The book shown holds less than that.`;
const noPrice = t`There is no price to count with yet.`;

function refuse(reason: string): SizeResult {
  return { ok: false, reason };
}

function take(size: Decimal): SizeResult {
  return { ok: true, size };
}

/** What a size text comes to, in whole lots and never more than was meant. */
export function resolveSize(text: SizeText, context: SizeContext): SizeResult {
  switch (text.kind) {
    case 'amount':
      return resolveAmount(text.amount, text.unit ?? context.sizeUnit, context);
    case 'share':
      return context.largest === null
        ? refuse(t`What is available is not known now.`)
        : take(toLots(multiply(context.largest, text.fraction), context.terms));
    case 'position':
      if (context.position === null) return refuse(t`The position is not known now.`);
      if (!isPositive(context.position)) return refuse(t`There is no position in this market.`);
      return take(toLots(multiply(context.position, text.fraction), context.terms));
    case 'risk':
      return resolveRisk(text.amount, context);
    default:
      return assertNever(text);
  }
}

function resolveAmount(amount: Decimal, unit: SizeUnit, { terms, price, levels }: SizeContext): SizeResult {
  const isSpot = terms.venue === 'spot';
  // on spot a lot is the step of the size, and nobody counts in it
  if (unit === 'lots') return isSpot ? refuse(t`Only contracts are counted in lots.`) : take(amount);
  if (unit === 'base' && isSpot) return take(amount);
  if (unit === 'quote' && levels !== null)
    return holdsQuote(levels, amount, terms) ? take(sizeInBook(levels, amount, terms)) : refuse(tooThin);
  // what the contract is made of needs no price: base currency, on an inverse one quote currency
  const counted = (unit === 'quote') === terms.isInverse ? '1' : price;
  if (counted === null) return refuse(noPrice);
  return take(unit === 'quote' ? sizeOfQuote(amount, counted, terms) : sizeOfBase(amount, counted, terms));
}

/** risk ÷ (|entry − stop| + both fees + slippage), on an inverse contract in reciprocals, rounded down. */
function resolveRisk(risk: Decimal, { terms, side, price, stop, risk: costs }: SizeContext): SizeResult {
  if (price === null) return refuse(noPrice);
  if (stop === null) return refuse(t`Money at risk needs a stop (SL).`);
  const loss = lossPerLot({ side, entry: price, stop }, terms, costs);
  if (loss === null)
    return refuse(side === 'buy' ? t`The stop must be below the entry.` : t`The stop must be above the entry.`);
  return take(toLots(divide(risk, loss, { ...working, rounding: 'down' }), terms));
}

export interface RiskTrade {
  readonly side: Side;
  readonly entry: Decimal;
  readonly stop: Decimal;
}

/**
 * What one unit of size loses when its stop fills as badly as the cap allows, both fees counted, in the settlement
 * currency. Null when the stop is on the wrong side or can fill at nothing.
 */
export function lossPerLot({ side, entry, stop }: RiskTrade, terms: MarketTerms, costs: RiskTerms): Decimal | null {
  const isLong = side === 'buy';
  const way = isLong ? subtract(entry, stop) : subtract(stop, entry);
  if (!isPositive(way)) return null;
  const slip = multiply(stop, costs.slippageCap);
  const exit = isLong ? subtract(stop, slip) : add(stop, slip);
  if (!isPositive(exit)) return null;
  const of = (price: Decimal) =>
    terms.isInverse ? divide(terms.multiplier, price, working) : multiply(terms.multiplier, price);
  const fees = multiply(add(of(entry), of(exit)), costs.takerFeeRate);
  return add(absolute(subtract(of(entry), of(exit))), fees);
}

export interface LargestOptions {
  readonly terms: MarketTerms;
  readonly side: Side;
  /** null: not known */
  readonly price: Decimal | null;
  /** free of what the order is paid with: quote on a spot buy, base on a spot sell, settlement currency on futures */
  readonly available: Decimal | null;
  /** of the dearer fee, a fraction */
  readonly feeRate: Decimal;
  /** futures only */
  readonly leverage: Decimal;
}

/** The most that what is available pays for, fees counted. Null: not known. */
export function largestSize({ terms, side, price, available, feeRate, leverage }: LargestOptions): Decimal | null {
  if (available === null) return null;
  if (terms.venue === 'spot' && side === 'sell') return toLots(available, terms);
  if (price === null) return null;
  if (terms.venue === 'spot') return sizeOfWorth(withoutFee(available, feeRate), price, terms);
  // margin w/l, the fee w·f and the reserve for closing (w + w/l)·f: see docs/margin-arithmetic.md §6
  const share = divide('1', leverage, working);
  const cost = add(share, multiply(feeRate, add('2', share)));
  return sizeOfWorth(divide(available, cost, { ...working, rounding: 'down' }), price, terms);
}

function withoutFee(amount: Decimal, feeRate: Decimal): Decimal {
  return divide(amount, add('1', feeRate), { ...working, rounding: 'down' });
}
