import type { Venue } from '../scalars.ts';

/** A symbol on its venue. */
export interface Market {
  readonly venue: Venue;
  readonly symbol: string;
}

/** `BTC-USDT` → base and quote. A symbol without a dash (a contract) has no quote. */
export function splitPair(symbol: string): { readonly base: string; readonly quote: string | null } {
  const dash = symbol.indexOf('-');
  return dash < 0 ? { base: symbol, quote: null } : { base: symbol.slice(0, dash), quote: symbol.slice(dash + 1) };
}
