import { add, type Decimal, divide, isPositive, multiply } from '#shared/decimal.ts';

/** What one unit of each currency is worth in another; null or missing: no book prices it. */
export type Rates = Readonly<Record<string, Decimal | null>>;

/** The best prices of a spot pair. */
export interface PairPrices {
  readonly symbol: string;
  readonly bid: Decimal | null;
  readonly ask: Decimal | null;
}

/** Contracts call bitcoin XBT. */
export function codeOf(currency: string): string {
  return currency === 'XBT' ? 'BTC' : currency;
}

export function rateIn(rates: Rates, currency: string, to: string): Decimal | null {
  const code = codeOf(currency);
  if (code === codeOf(to)) return '1';
  return Object.hasOwn(rates, code) ? (rates[code] ?? null) : null;
}

/** Currencies that most others are traded in: what has no pair of its own is priced over one of them. */
const hubs = ['USDT', 'USDC', 'BTC', 'ETH'];
const scale = 18;

/** Every currency that the pairs price in `to`, directly or over one other currency. Of two ways the direct one counts. */
export function ratesFrom(pairs: readonly PairPrices[], to: string): Rates {
  const mids = new Map(pairs.flatMap(pair => midOf(pair)));
  const target = codeOf(to);
  const currencies = new Set([...mids.keys()].flatMap(symbol => symbol.split('-')));
  return Object.fromEntries([...currencies].map(currency => [currency, rateOver(mids, currency, target)]));
}

function midOf({ symbol, bid, ask }: PairPrices): readonly (readonly [string, Decimal])[] {
  if (bid === null || ask === null || !isPositive(bid) || !isPositive(ask)) return [];
  return [[symbol, divide(add(bid, ask), '2', { scale, rounding: 'up' })]];
}

type Mids = ReadonlyMap<string, Decimal>;

function rateOver(mids: Mids, currency: string, to: string): Decimal | null {
  const direct = pairRate(mids, currency, to);
  if (direct !== null) return direct;
  for (const hub of hubs) {
    const [first, second] = [pairRate(mids, currency, hub), pairRate(mids, hub, to)];
    if (first !== null && second !== null) return multiply(first, second);
  }
  return null;
}

function pairRate(mids: Mids, from: string, to: string): Decimal | null {
  if (from === to) return '1';
  const forwards = mids.get(`${from}-${to}`);
  if (forwards !== undefined) return forwards;
  const backwards = mids.get(`${to}-${from}`);
  return backwards === undefined ? null : divide('1', backwards, { scale, rounding: 'up' });
}
