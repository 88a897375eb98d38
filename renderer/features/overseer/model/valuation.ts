import { type Decimal, divide, isPositive, multiply } from '#shared/decimal.ts';
import type { Oversight } from '#shared/domain/account/oversight.ts';
import type { SubAccountHoldings } from '#shared/domain/account/account.ts';
import { rateIn, type Rates } from '#shared/policy/rates.ts';
import { ratesHub } from '#lib/money/market-rates.ts';

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

/** One price a coin for all accounts, the first one listed: two pages of the list are read at two moments. */
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

/** The prices that were stated, and of the wanted coins that have none those of the markets. */
export function withMarketPrices(stated: CoinPrices, rates: Rates, wanted: readonly string[]): CoinPrices {
  const base = stated.base ?? ratesHub;
  const ofBase = rateIn(rates, base, ratesHub);
  if (ofBase === null) return stated;
  const lacking = wanted.filter(coin => !Object.hasOwn(stated.prices, coin));
  const added = lacking.flatMap(coin => {
    const rate = rateIn(rates, coin, ratesHub);
    if (rate === null || !isPositive(rate)) return [];
    return [[coin, divide(ofBase, rate, { scale: 18, rounding: 'half-even' })] as const];
  });
  return added.length === 0 ? stated : { base, prices: { ...stated.prices, ...Object.fromEntries(added) } };
}

/** What most values are looked at in. */
export const usualCurrencies = [ratesHub, 'USDC', 'USD', 'EUR', 'BTC', 'ETH'];

/** What values can be shown in: every coin that the exchange or a market prices; the usual ones first. */
export function valueCurrencies({ base, prices }: CoinPrices, rates: Rates): readonly string[] {
  const byMarkets = base !== null && rateIn(rates, base, ratesHub) === null ? [] : Object.keys(rates);
  const priced = new Set([...Object.keys(prices), ...byMarkets.filter(code => rateIn(rates, code, ratesHub) !== null)]);
  const first = [...new Set([...usualCurrencies, ...(base === null ? [] : [base])])].filter(coin => priced.has(coin));
  const others = [...priced].filter(coin => !first.includes(coin));
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

/** Money that has cents: what states issue, and what is kept at the price of it. */
const cents = /USD|EUR|GBP|AUD|CAD|CHF|BRL|TRY|PLN|UAH|ZAR|^DAI$/u;

/** As many digits as show three dollars: more of a coin that is worth thousands of them. */
export function valueDecimals(currency: string): number {
  if (cents.test(currency)) return 2;
  return /BTC|^XBT$|ETH$|^PAXG$|^XAUT$|^YFI$/u.test(currency) ? 6 : 4;
}

/** The choice of another currency to show values in; what counts as small stays in its own. */
export function countedIn(
  next: string,
  { valueCurrency, smallCurrency }: Pick<Oversight, 'valueCurrency' | 'smallCurrency'>,
): Pick<Oversight, 'valueCurrency' | 'smallCurrency'> {
  return { valueCurrency: next, smallCurrency: smallCurrency ?? valueCurrency };
}
