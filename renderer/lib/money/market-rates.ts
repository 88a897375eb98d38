import type { MarketTicker } from '#shared/domain/market/ticker.ts';
import { type Rates, ratesFrom } from '#shared/policy/rates.ts';

/** What the rates of the markets are in. */
export const ratesHub = 'USDT';

/** What the markets price each currency at in `ratesHub`, by the last trades of spot. */
export function marketRates(tickers: ReadonlyMap<string, MarketTicker>): Rates {
  const pairs = [...tickers.values()].flatMap(({ venue, symbol, lastPrice }) =>
    venue === 'spot' ? [{ symbol, bid: lastPrice, ask: lastPrice }] : [],
  );
  return ratesFrom(pairs, ratesHub);
}
