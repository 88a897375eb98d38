import { add, compare, type Decimal, isPositive, minimum, multiply, subtract, sum } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { sizeInBook } from '../book-walk.ts';
import { baseAmountOf, type MarketTerms, sizeOfBase } from '../market-terms.ts';
import type { ComparedBook } from './compared-book.ts';
import type { SizeAsk } from './size-ask.ts';
import { t } from '#shared/words/t.ts';

/** How many lots an amount of coin comes to in a market, cut down. */
export interface SizeInMarket {
  readonly size: Decimal;
  /** the same in coin */
  readonly coin: Decimal;
  /** of the amount, what is less than a lot, or what the known book does not hold */
  readonly rest: Decimal;
  /** the levels that are known ended before the amount did */
  readonly isTooThin: boolean;
}

/**
 * The most lots that come to no more than an amount of coin when they are taken out of the book. Only on an inverse
 * contract does it depend on the prices: there a lot is quote currency.
 */
export function sizeInMarket(levels: readonly BookLevel[], coin: Decimal, terms: MarketTerms): SizeInMarket {
  return terms.isInverse ? inverseSize(levels, coin, terms) : linearSize(levels, coin, terms);
}

function linearSize(levels: readonly BookLevel[], coin: Decimal, terms: MarketTerms): SizeInMarket {
  const size = sizeOfBase(coin, '1', terms);
  const inCoin = multiply(size, terms.multiplier);
  const held = sum(levels.map(([, resting]) => resting));
  return { size, coin: inCoin, rest: subtract(coin, inCoin), isTooThin: compare(held, size) < 0 };
}

function inverseSize(levels: readonly BookLevel[], coin: Decimal, terms: MarketTerms): SizeInMarket {
  let left = coin;
  let size: Decimal = '0';
  let isTooThin = true;
  for (const [price, resting] of levels) {
    const part = minimum(resting, sizeOfBase(left, price, terms));
    size = add(size, part);
    left = subtract(left, baseAmountOf(part, price, terms));
    // less than a lot is left here; a smaller one further away is not reached before this one
    isTooThin = compare(part, resting) === 0;
    if (!isTooThin) break;
  }
  return { size, coin: subtract(coin, left), rest: left, isTooThin: isTooThin && isPositive(left) };
}

export type CoinAmount =
  | { readonly ok: true; readonly coin: Decimal }
  | { readonly ok: false; readonly reason: string };

/** How much coin is asked for. Money is turned into coin by the pair of the two, as deep as it would go. */
export function coinAmount(
  ask: SizeAsk,
  pair: { readonly terms: MarketTerms; readonly book: ComparedBook } | null,
): CoinAmount {
  if (ask.money === null) return { ok: true, coin: ask.amount };
  if (pair === null) return { ok: false, reason: t`No pair here prices ${ask.coin} in ${ask.money}.` };
  const { terms, book } = pair;
  if (!book.isUsable) return { ok: false, reason: `${terms.symbol}: ${book.reason}` };
  const levels = ask.side === 'buy' ? book.asks : book.bids;
  const whole = levels.reduce<Decimal>((total, [price, size]) => add(total, multiply(price, size)), '0');
  if (compare(whole, ask.amount) < 0)
    return {
      ok: false,
      reason: t`${terms.symbol}: the book that is known is too thin for ${ask.amount} ${ask.money}.`,
    };
  const coin = sizeInBook(levels, ask.amount, terms);
  return compare(coin, terms.lot) < 0
    ? { ok: false, reason: t`That is less than the smallest step of ${terms.symbol}.` }
    : { ok: true, coin };
}
