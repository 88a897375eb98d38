import { type Decimal, isPositive, multiply } from '#shared/decimal.ts';
import type { MarketTicker } from '#shared/domain/market/ticker.ts';
import { codeOf } from '#shared/policy/rates.ts';

/** What everything on the page is counted in. */
export const valueCurrency = 'USDT';

/** Of one unit, in the value currency; null: no pair prices it, directly or over one other. */
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
    if (code === valueCurrency) return '1';
    const direct = lastOf(code, valueCurrency);
    if (direct !== null) return direct;
    for (const hub of hubs) {
      const [first, second] = [lastOf(code, hub), lastOf(hub, valueCurrency)];
      if (first !== null && second !== null) return multiply(first, second);
    }
    return null;
  };
}
