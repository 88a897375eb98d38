import { add, compare, type Decimal, divide, isPositive, maximum, minimum, multiply, subtract } from '../decimal.ts';
import type { BookLevel } from '../domain/market/book.ts';
import type { Side } from '../domain/scalars.ts';
import { assertNever } from '../errors.ts';
import { holdsQuote, sizeInBook } from './book-walk.ts';
import { type MarketTerms, sizeOfBase, sizeOfQuote, sizeOfValue, toLots, working, worthOf } from './market-terms.ts';
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
  /** what a size loses at its stop; null: the order has no stop */
  readonly lossAtStop: ((size: Decimal) => LossResult) | null;
}

/** What a size loses at its stop in the settlement currency, fees of entry and exit counted, or why that is not known. */
export type LossResult =
  | { readonly ok: true; readonly loss: Decimal }
  | { readonly ok: false; readonly reason: string; readonly isBeyondBook: boolean };

export type SizeResult =
  | { readonly ok: true; readonly size: Decimal }
  | { readonly ok: false; readonly reason: string; readonly isPriceMissing?: true };

const tooThin = t`The loaded order book holds less than this.`;
/** What to do while neither the order nor the order book has a price. */
export const noPriceYet = t`Enter the price, or wait for the order book.`;
const priceMissing = { ok: false, reason: noPriceYet, isPriceMissing: true } as const;

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
        ? refuse(t`The available amount is unknown.`)
        : take(toLots(multiply(context.largest, text.fraction), context.terms));
    case 'position':
      if (context.position === null) return refuse(t`The position is unknown.`);
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
  // on spot a lot is the step of the size, which is not a unit for users
  if (unit === 'lots') return isSpot ? refuse(t`Only contracts are counted in lots.`) : take(amount);
  if (unit === 'base' && isSpot) return take(amount);
  if (unit === 'quote' && levels !== null)
    return holdsQuote(levels, amount, terms) ? take(sizeInBook(levels, amount, terms)) : refuse(tooThin);
  // what the contract is made of needs no price: base currency, on an inverse one quote currency
  const counted = (unit === 'quote') === terms.isInverse ? '1' : price;
  if (counted === null) return priceMissing;
  return take(unit === 'quote' ? sizeOfQuote(amount, counted, terms) : sizeOfBase(amount, counted, terms));
}

/** The largest size whose loss at the stop, fees counted, is at most the risk. The loss grows with the size. */
function resolveRisk(risk: Decimal, { terms, lossAtStop }: SizeContext): SizeResult {
  if (lossAtStop === null) return refuse(t`Money at risk needs a stop (SL).`);
  const ofOneLot = lossAtStop(terms.lot);
  if (!ofOneLot.ok) return ofOneLot.reason === noPriceYet ? priceMissing : refuse(ofOneLot.reason);
  if (compare(ofOneLot.loss, risk) > 0)
    return refuse(t`A size of ${terms.lot} already loses more than that at the stop.`);
  return searchRisk(lossAtStop, { size: terms.lot, loss: ofOneLot.loss }, { risk, terms });
}

function searchRisk(
  lossAtStop: (size: Decimal) => LossResult,
  smallest: Known,
  limits: Omit<Search, 'isHalving'>,
): SizeResult {
  let known = smallest;
  let tooLarge: TooLarge | null = null;
  for (let round = 0; round < mostRounds; round++) {
    const next = nextSize(known, tooLarge, { ...limits, isHalving: round % 3 === 2 });
    if (next === null) break;
    const result = lossAtStop(next);
    if (!result.ok && !result.isBeyondBook) return refuse(result.reason);
    const loss = result.ok ? result.loss : null;
    if (loss !== null && compare(loss, limits.risk) <= 0) known = { size: next, loss };
    else tooLarge = { size: next, loss };
  }
  // the book ends before the risk is used up: what it comes to as a whole is not known
  return tooLarge?.loss === null ? refuse(tooThin) : take(known.size);
}

/** Enough to halve any range of lots down to one. */
const mostRounds = 240;

/** A size that loses no more than the risk. */
interface Known {
  readonly size: Decimal;
  readonly loss: Decimal;
}

/** A size that loses more than the risk, or that the book does not hold. */
interface TooLarge {
  readonly size: Decimal;
  readonly loss: Decimal | null;
}

interface Search {
  readonly risk: Decimal;
  readonly terms: MarketTerms;
  readonly isHalving: boolean;
}

/** The size to try next, between both; null: they are one lot apart. */
function nextSize(known: Known, tooLarge: TooLarge | null, { risk, terms, isHalving }: Search): Decimal | null {
  const up = (size: Decimal) => maximum(size, add(known.size, terms.lot));
  if (tooLarge === null)
    return up(isHalving ? multiply(known.size, '2') : toLots(times(known.size, risk, known.loss), terms));
  const gap = subtract(tooLarge.size, known.size);
  if (compare(gap, terms.lot) <= 0) return null;
  const step =
    isHalving || tooLarge.loss === null
      ? multiply(gap, '0.5')
      : times(gap, subtract(risk, known.loss), subtract(tooLarge.loss, known.loss));
  return minimum(up(toLots(add(known.size, step), terms)), subtract(tooLarge.size, terms.lot));
}

/** size × part ÷ whole, rounded down; the size where the whole is not above zero. */
function times(size: Decimal, part: Decimal, whole: Decimal): Decimal {
  return isPositive(whole) ? divide(multiply(size, part), whole, { ...working, rounding: 'down' }) : size;
}

/** An order that filled, in the settlement currency. */
export interface EnteredTrade {
  readonly side: Side;
  readonly size: Decimal;
  readonly worth: Decimal;
  readonly stop: Decimal;
}

/** What a trade loses when its stop fills at its price, in the settlement currency. */
export interface StopLossResult {
  /** by the way of the price */
  readonly priceLoss: Decimal;
  /** worth at the stop, which the fee of leaving is paid of */
  readonly exitWorth: Decimal;
}

/** Null: the stop is on the wrong side of the entry. */
export function resultAtStop({ side, size, worth, stop }: EnteredTrade, terms: MarketTerms): StopLossResult | null {
  const exitWorth = worthOf(size, stop, terms);
  // an inverse contract is worth the less of its coin the higher its price is
  const priceLoss = (side === 'buy') === terms.isInverse ? subtract(exitWorth, worth) : subtract(worth, exitWorth);
  return isPositive(priceLoss) ? { priceLoss, exitWorth } : null;
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
  /** futures only; null: not known */
  readonly leverage: Decimal | null;
}

/** The most that what is available pays for, fees counted. Null: not known. */
export function largestSize({ terms, side, price, available, feeRate, leverage }: LargestOptions): Decimal | null {
  if (available === null) return null;
  if (terms.venue === 'spot' && side === 'sell') return toLots(available, terms);
  if (price === null) return null;
  if (terms.venue === 'spot') return sizeOfValue(withoutFee(available, feeRate), price, terms);
  if (leverage === null || !isPositive(leverage)) return null;
  // margin w/l, the fee w·f and the reserve for closing (w + w/l)·f: see docs/margin-arithmetic.md §6
  const share = divide('1', leverage, working);
  const cost = add(share, multiply(feeRate, add('2', share)));
  return sizeOfValue(divide(available, cost, { ...working, rounding: 'down' }), price, terms);
}

function withoutFee(amount: Decimal, feeRate: Decimal): Decimal {
  return divide(amount, add('1', feeRate), { ...working, rounding: 'down' });
}
