import type { BookLevel } from '#shared/domain/market/book.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { contractTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import type { ComparedBook } from '../compared-book.ts';
import { midOf } from '#shared/order-entry/price-text.ts';

/** For tests: a book that may be compared; both sides hold something. */
export function buildComparedBook(bids: readonly BookLevel[], asks: readonly BookLevel[]): ComparedBook {
  return { isUsable: true, bids, asks, mid: midOf(bids[0]?.[0] ?? '0', asks[0]?.[0] ?? '0'), asOfMs: 5 };
}

export const noBook: ComparedBook = { isUsable: false, reason: 'The book is stale.', asOfMs: 3 };

export const usdcPair = buildSpotSymbol({ symbol: 'BTC-USDC', quoteCurrency: 'USDC', feeCurrency: 'USDC' });
export const linearContract = buildFuturesContract();
export const inverseContract = buildFuturesContract({
  symbol: 'XBTUSDM',
  quoteCurrency: 'USD',
  settleCurrency: 'XBT',
  multiplier: '-1',
  isInverse: true,
});
export const usdt = spotTerms(buildSpotSymbol());
export const usdc = spotTerms(usdcPair);
export const linear = contractTerms(linearContract);
export const inverse = contractTerms(inverseContract);
