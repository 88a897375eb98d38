import { type Decimal, divide, isPositive, multiply } from '#shared/decimal.ts';
import type { SubAccountHoldings } from '#shared/domain/account/account.ts';

/** What coins cost, as the exchange states it beside the balances (docs/exchange/records.md §10.5). */
export interface CoinPrices {
  /** what the exchange values in; null: it has valued nothing */
  readonly base: string | null;
  /** what one unit of the base costs in each coin; a coin that is not here has no price */
  readonly prices: Readonly<Record<string, Decimal>>;
}

/** Values in one currency. */
export interface Valuation {
  readonly currency: string;
  /** null: the coin has no price, and what there is of it cannot be added up */
  readonly valueOf: (coin: string, amount: Decimal) => Decimal | null;
}

/** More digits than any coin has, so that the rounding of one value is never seen in a sum of thousands. */
const scale = 12;

/** The futures wallets call bitcoin by another name. */
export function coinOf(currency: string): string {
  return currency === 'XBT' ? 'BTC' : currency;
}

/** One price a coin for all accounts, the first that was told: two pages of the list are read at two moments. */
export function coinPrices(holdings: readonly SubAccountHoldings[]): CoinPrices {
  const rows = holdings.flatMap(({ balances }) => balances);
  const base = mostFrequent(rows.map(row => row.valueCurrency));
  if (base === null) return { base, prices: {} };
  const prices = new Map<string, Decimal>([[base, '1']]);
  for (const { currency, valueCurrency, unitPrice } of rows)
    if (valueCurrency === base && isPositive(unitPrice) && !prices.has(currency)) prices.set(currency, unitPrice);
  return { base, prices: Object.fromEntries(prices) };
}

function mostFrequent(words: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return first?.[0] ?? null;
}

/** What values can be shown in: every coin with a price; the dollars and the exchange's own choice first. */
export function valueCurrencies({ base, prices }: CoinPrices): readonly string[] {
  const first = ['USDT', 'USDC', ...(base === null ? [] : [base])].filter(coin => Object.hasOwn(prices, coin));
  const others = Object.keys(prices).filter(coin => !first.includes(coin));
  return [...first, ...others.toSorted((a, b) => a.localeCompare(b))];
}

/** Values in the currency that was asked for, or in the exchange's own where that one has no price. */
export function valuationIn({ base, prices }: CoinPrices, asked: string | null): Valuation {
  const currency = asked !== null && Object.hasOwn(prices, asked) ? asked : (base ?? asked ?? '');
  const target = priceOf(prices, currency);
  return {
    currency,
    valueOf: (coin, amount) => {
      if (coin === currency) return amount;
      const price = priceOf(prices, coin);
      if (price === null || target === null) return null;
      return divide(multiply(amount, target), price, { scale, rounding: 'half-even' });
    },
  };
}

function priceOf(prices: CoinPrices['prices'], coin: string): Decimal | null {
  return Object.hasOwn(prices, coin) ? (prices[coin] ?? null) : null;
}

/** A dollar has cents; of a coin that is worth many of them, as many digits as show three dollars. */
export function valueDecimals(currency: string): number {
  if (/USD|EUR/u.test(currency)) return 2;
  return /^(?:BTC|XBT|ETH)$/u.test(currency) ? 6 : 4;
}
