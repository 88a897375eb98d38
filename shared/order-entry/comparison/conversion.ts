import { add, type Decimal, divide, isPositive, minimum, multiply, subtract } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { codeOf } from '#shared/policy/rates.ts';
import { working } from '../market-terms.ts';
import type { ComparedBook } from './compared-book.ts';
import { t } from '#shared/words/t.ts';

/** How one currency becomes another. */
export interface Conversion {
  /** null: one is counted as the other, because the user said so */
  readonly symbol: string | null;
  /** what is done in that pair */
  readonly side: Side;
  /** the average of what its book gives for all of it */
  readonly price: Decimal;
}

export type Converted =
  | {
      readonly ok: true;
      readonly amount: Decimal /** null: it is that currency already */;
      readonly by: Conversion | null;
    }
  | { readonly ok: false; readonly reason: string };

/** An amount to turn into another currency. `sell`: it was received; `buy`: it must be paid, and is got for the other. */
export interface Exchange {
  readonly side: Side;
  readonly amount: Decimal;
  readonly from: string;
  readonly to: string;
}

export interface ConversionOptions {
  /** the spot pairs that trade */
  readonly pairs: ReadonlySet<string>;
  readonly bookOf: (symbol: string) => ComparedBook;
  /** a US dollar is counted as one USDT or USDC */
  readonly isDollarAtPar: boolean;
}

const dollars: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);

/** The pair that turns one currency into another; null: none does, or none is needed. */
export function conversionPair(from: string, to: string, pairs: ReadonlySet<string>): string | null {
  return [`${codeOf(from)}-${codeOf(to)}`, `${codeOf(to)}-${codeOf(from)}`].find(symbol => pairs.has(symbol)) ?? null;
}

/** At our own books, level by level on the side that it would take from, without the fee of that trade. */
export function convert(exchange: Exchange, { pairs, bookOf, isDollarAtPar }: ConversionOptions): Converted {
  const [from, to] = [codeOf(exchange.from), codeOf(exchange.to)];
  if (from === to) return { ok: true, amount: exchange.amount, by: null };
  const symbol = conversionPair(from, to, pairs);
  if (symbol !== null) return inBook({ ...exchange, from, to }, symbol, bookOf(symbol));
  const isAtPar = isDollarAtPar && (from === 'USD' || to === 'USD') && dollars.has(from) && dollars.has(to);
  return isAtPar
    ? { ok: true, amount: exchange.amount, by: { symbol: null, side: exchange.side, price: '1' } }
    : { ok: false, reason: t`No pair here turns ${from} into ${to}.` };
}

function inBook({ side, amount, from }: Exchange, symbol: string, book: ComparedBook): Converted {
  if (!book.isUsable) return { ok: false, reason: t`For the conversion, ${symbol}: ${book.reason}` };
  const isForwards = symbol.startsWith(`${from}-`);
  // who gets rid of the base takes bids; of the quote, asks
  const trade: Side = isForwards === (side === 'sell') ? 'sell' : 'buy';
  const levels = trade === 'sell' ? book.bids : book.asks;
  const other = isForwards ? quoteFor(levels, amount) : baseFor(levels, amount);
  if (other === null)
    return { ok: false, reason: t`For the conversion, ${symbol}: the book that is known is too thin.` };
  const [base, quote] = isForwards ? [amount, other] : [other, amount];
  return { ok: true, amount: other, by: { symbol, side: trade, price: divide(quote, base, working) } };
}

/** What so much base currency trades for; null: there is not enough. */
function quoteFor(levels: readonly BookLevel[], base: Decimal): Decimal | null {
  let left = base;
  let quote: Decimal = '0';
  for (const [price, size] of levels) {
    const part = minimum(left, size);
    quote = add(quote, multiply(part, price));
    left = subtract(left, part);
  }
  return isPositive(left) ? null : quote;
}

/** What so much quote currency trades for; null: there is not enough. */
function baseFor(levels: readonly BookLevel[], quote: Decimal): Decimal | null {
  let left = quote;
  let base: Decimal = '0';
  for (const [price, size] of levels) {
    const part = minimum(left, multiply(price, size));
    base = add(base, divide(part, price, working));
    left = subtract(left, part);
  }
  return isPositive(left) ? null : base;
}
