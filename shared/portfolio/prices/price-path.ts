import { type Decimal, multiply } from '../../decimal.ts';
import { quotient } from '../../decimal/share.ts';
import { canonicalCoin } from '../rows/coin.ts';
import {
  type AgedPrice,
  freshnessOf,
  lastPrice,
  type PriceFreshness,
  type PricePoint,
  sortPoints,
} from './price-series.ts';

/** A price of a spot pair: so much of the quote coin for one of the base coin. */
export interface PairPrice extends PricePoint {
  readonly base: string;
  readonly quote: string;
}

/** A pair on the way to the valuation currency. */
export interface PriceLeg extends AgedPrice {
  readonly base: string;
  readonly quote: string;
  /** the coin is the quote of the pair: divided by its price */
  readonly isInverted: boolean;
}

/** The price of a coin in the valuation currency, with the way it came. */
export interface PathPrice {
  readonly price: Decimal;
  /** in the order of conversion; none for the valuation currency itself */
  readonly legs: readonly PriceLeg[];
  /** of the oldest leg */
  readonly ageMs: number;
  readonly freshness: PriceFreshness;
}

/** Prices by pair. */
export type PriceBook = ReadonlyMap<string, readonly PricePoint[]>;

/** Which price is asked for. */
export interface PriceQuery {
  readonly coin: string;
  readonly currency: string;
  readonly atMs: number;
}

function pairOf(base: string, quote: string): string {
  return `${canonicalCoin(base)}-${canonicalCoin(quote)}`;
}

/** Prices in a form that can be asked for any time. */
export function createPriceBook(prices: readonly PairPrice[]): PriceBook {
  const byPair = Map.groupBy(prices, ({ base, quote }) => pairOf(base, quote));
  return new Map([...byPair].map(([pair, points]) => [pair, sortPoints(points)]));
}

function legBetween(book: PriceBook, [from, to]: readonly [string, string], atMs: number): PriceLeg | null {
  const direct = lastPrice(book.get(pairOf(from, to)) ?? [], atMs);
  if (direct !== null) return { ...direct, base: from, quote: to, isInverted: false };
  const inverse = lastPrice(book.get(pairOf(to, from)) ?? [], atMs);
  return inverse === null ? null : { ...inverse, base: to, quote: from, isInverted: true };
}

function legsOf(book: PriceBook, coins: readonly string[], atMs: number): readonly PriceLeg[] | null {
  const legs: PriceLeg[] = [];
  for (const [index, to] of coins.entries()) {
    const from = coins[index - 1];
    if (from === undefined || from === to) continue;
    const leg = legBetween(book, [from, to], atMs);
    if (leg === null) return null;
    legs.push(leg);
  }
  return legs;
}

function product(legs: readonly PriceLeg[], isInverted: boolean): Decimal {
  return legs
    .filter(leg => leg.isInverted === isInverted)
    .reduce((total: Decimal, { price }) => multiply(total, price), '1');
}

/**
 * The price of a coin at a time: by its pair with the valuation currency, else through USDT, else through BTC. Each leg is
 * the last price known then, never a later one; null: a coin without a path.
 */
export function priceAt(book: PriceBook, query: PriceQuery): PathPrice | null {
  const [coin, currency] = [canonicalCoin(query.coin), canonicalCoin(query.currency)];
  const paths = [
    [coin, currency],
    [coin, 'USDT', currency],
    [coin, 'BTC', currency],
    [coin, 'BTC', 'USDT', currency],
  ];
  for (const path of paths) {
    const legs = legsOf(book, path, query.atMs);
    if (legs === null) continue;
    const ageMs = Math.max(0, ...legs.map(leg => leg.ageMs));
    const [multiplied, divided] = [product(legs, false), product(legs, true)];
    const price = divided === '1' ? multiplied : quotient(multiplied, divided);
    return { price, legs, ageMs, freshness: freshnessOf(ageMs) };
  }
  return null;
}
