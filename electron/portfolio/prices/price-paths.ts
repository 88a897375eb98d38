import { canonicalCoin } from '#shared/portfolio/rows/coin.ts';

/** The pairs that the exchange lists, by symbol. */
export type ListedPairs = ReadonlySet<string>;

/** A pair on the way from a coin to the valuation currency. */
export interface PathPair {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
}

function pairBetween(pairs: ListedPairs, from: string, to: string): PathPair | null {
  const [direct, inverse] = [`${from}-${to}`, `${to}-${from}`];
  if (pairs.has(direct)) return { symbol: direct, base: from, quote: to };
  return pairs.has(inverse) ? { symbol: inverse, base: to, quote: from } : null;
}

function pathOf(pairs: ListedPairs, coins: readonly string[]): readonly PathPair[] | null {
  const legs: PathPair[] = [];
  for (const [index, to] of coins.entries()) {
    const from = coins[index - 1];
    if (from === undefined || from === to) continue;
    const leg = pairBetween(pairs, from, to);
    if (leg === null) return null;
    legs.push(leg);
  }
  return legs;
}

/** The ways from a coin to a currency by listed pairs, in the order in which `priceAt` tries them. */
export function pathsTo(pairs: ListedPairs, coin: string, currency: string): readonly (readonly PathPair[])[] {
  const [from, to] = [canonicalCoin(coin), canonicalCoin(currency)];
  const ways = [
    [from, to],
    [from, 'USDT', to],
    [from, 'BTC', to],
    [from, 'BTC', 'USDT', to],
  ];
  return ways.map(way => pathOf(pairs, way)).filter(path => path !== null);
}
