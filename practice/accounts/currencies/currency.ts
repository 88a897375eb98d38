import { listing } from './listing.ts';
import type { ChainRecord, CurrencyRecord } from './types.ts';

const byCode: ReadonlyMap<string, CurrencyRecord> = new Map(listing.map(record => [record.currency, record]));

/** The currencies that can be held here. */
export const currencies: readonly CurrencyRecord[] = listing;

/** null: no such currency. */
export function findCurrency(currency: string): CurrencyRecord | null {
  return byCode.get(currency) ?? null;
}

/** A chain by its id or its name, in any case; null when the currency has no such chain. */
export function findChain({ chains }: CurrencyRecord, chain: string): ChainRecord | null {
  const wanted = chain.toLowerCase();
  return chains.find(({ chainId, chainName }) => chainId === wanted || chainName.toLowerCase() === wanted) ?? null;
}
