import { type Decimal, divide, isPositive, isZero, multiply } from '#shared/decimal.ts';
import type { MarketTicker } from '#shared/domain/market/ticker.ts';
import { codeOf } from '#shared/policy/rates.ts';

/** What prices are in. */
export const priceCurrency = 'USDT';

/** Of one unit, in `priceCurrency`; null: no pair prices it, directly or over one other. */
export type SpotPriceOf = (currency: string) => Decimal | null;

/** Currencies that most others are traded in. */
const hubs = ['USDC', 'BTC', 'ETH'];

/** Prices by the last trades of spot. */
export function pricesFrom(tickers: ReadonlyMap<string, MarketTicker>): SpotPriceOf {
  const lastOf = (base: string, quote: string): Decimal | null => {
    const last = tickers.get(`spot:${base}-${quote}`)?.lastPrice ?? null;
    return last !== null && isPositive(last) ? last : null;
  };
  return currency => {
    const code = codeOf(currency);
    if (code === priceCurrency) return '1';
    const direct = lastOf(code, priceCurrency);
    if (direct !== null) return direct;
    for (const hub of hubs) {
      const [first, second] = [lastOf(code, hub), lastOf(hub, priceCurrency)];
      if (first !== null && second !== null) return multiply(first, second);
    }
    return null;
  };
}

interface Amount {
  readonly amount: Decimal;
  readonly currency: string;
}

/** An amount in another currency; null: no pair prices one of the two. */
export function amountIn({ amount, currency }: Amount, to: string, priceOf: SpotPriceOf): Decimal | null {
  if (codeOf(currency) === codeOf(to)) return amount;
  const [from, target] = [priceOf(currency), priceOf(to)];
  if (from === null || target === null || isZero(target)) return null;
  return divide(multiply(amount, from), target, { scale: 12, rounding: 'half-even' });
}
