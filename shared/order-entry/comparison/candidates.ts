import type { FuturesContract } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { codeOf } from '#shared/policy/rates.ts';
import { contractTerms, type MarketTerms, spotTerms } from '../market-terms.ts';
import { conversionPair } from './conversion.ts';

/** What trades here. */
export interface ComparisonListing {
  readonly pairs: readonly SpotSymbol[];
  readonly contracts: readonly FuturesContract[];
}

/** So many markets are compared at most: each needs a book that is kept right. Of more, the first in the order below. */
export const mostCompared = 10;

/** The default target of the conversion. */
export const usualTarget = 'USDT';

/** Every open market whose base is the coin: pairs first, then contracts, each by symbol. */
export function candidatesOf(coin: string, { pairs, contracts }: ComparisonListing): MarketTerms[] {
  const ofCoin = (terms: MarketTerms) => codeOf(terms.baseCurrency) === coin && terms.isOpen;
  return [
    ...pairs.map(spotTerms).filter(ofCoin).toSorted(bySymbol),
    ...contracts.map(contractTerms).filter(ofCoin).toSorted(bySymbol),
  ];
}

function bySymbol(one: MarketTerms, other: MarketTerms): number {
  return one.symbol.localeCompare(other.symbol);
}

export function openPairs({ pairs }: ComparisonListing): ReadonlySet<string> {
  return new Set(pairs.filter(({ isTradingEnabled }) => isTradingEnabled).map(({ symbol }) => symbol));
}

/** The books that a comparison needs: of the markets, and of the pairs that turn their money into the target. */
export function neededBooks(markets: readonly MarketTerms[], target: string, pairs: ReadonlySet<string>): Market[] {
  const own = markets.map(({ venue, symbol }): Market => ({ venue, symbol }));
  const known = new Set(own.map(({ symbol }) => symbol));
  const conversions = new Set(
    markets.flatMap(({ quoteCurrency }) => conversionPair(quoteCurrency, target, pairs) ?? []),
  );
  return [...own, ...[...conversions].filter(symbol => !known.has(symbol)).map(spotMarket)];
}

function spotMarket(symbol: string): Market {
  return { venue: 'spot', symbol };
}
