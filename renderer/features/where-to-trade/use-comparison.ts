import { useMemo } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { Market } from '#shared/domain/market/market.ts';
import {
  candidatesOf,
  type ComparisonListing,
  mostCompared,
  neededBooks,
  openPairs,
  usualTarget,
} from '#shared/order-entry/comparison/candidates.ts';
import { type ComparedMarket, compareMarkets } from '#shared/order-entry/comparison/compare-markets.ts';
import { comparedBook } from '#shared/order-entry/comparison/compared-book.ts';
import { readSizeAsk, type SizeAsk } from '#shared/order-entry/comparison/size-ask.ts';
import { coinAmount } from '#shared/order-entry/comparison/size-in-market.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { useLiveBooks } from '#bridge/live/use-live-books.ts';
import { useContractList } from '#bridge/reference/use-market.ts';
import { useMarketFees } from '#bridge/reference/use-market-fees.ts';
import { useInstruments } from '#bridge/reference/use-reference.ts';
import { t } from '#shared/words/t.ts';

const untraded = (coin: string) => t`No open market here trades ${coin}.`;

/** A figure that is read side by side with others must stand for a moment. */
const sampleMs = 1000;

/** What "Where to trade" shows. */
export interface Comparison {
  /** null: nothing that can be read was typed */
  readonly ask: SizeAsk | null;
  readonly target: string;
  /** in coin; null: not known */
  readonly coin: Decimal | null;
  readonly rows: readonly ComparedMarket[];
  /** what is wrong with what was typed, or missing for it, as a sentence */
  readonly problem: string | null;
  /** markets of the coin that are not compared, because there are too many */
  readonly leftOut: number;
}

function useListing(profileId: string): ComparisonListing {
  const pairs = useInstruments(profileId);
  const contracts = useContractList(profileId);
  return useMemo(() => ({ pairs: [...pairs.values()], contracts: [...contracts.values()] }), [pairs, contracts]);
}

interface Wanted {
  readonly ask: SizeAsk | null;
  readonly target: string;
  readonly markets: readonly MarketTerms[];
  readonly leftOut: number;
  readonly pairs: ReadonlySet<string>;
  readonly books: readonly Market[];
}

function wantedOf(ask: SizeAsk | null, listing: ComparisonListing): Wanted {
  const pairs = openPairs(listing);
  const target = ask?.target ?? ask?.money ?? usualTarget;
  const all = ask === null ? [] : candidatesOf(ask.coin, listing);
  const markets = all.slice(0, mostCompared);
  const books = neededBooks(markets, target, pairs);
  return { ask, target, markets, leftOut: all.length - markets.length, pairs, books };
}

/** Every market that can do what was typed, as the books move. */
export function useComparison(profileId: string, typed: string, isDollarAtPar: boolean): Comparison {
  const listing = useListing(profileId);
  const reading = useMemo(() => readSizeAsk(typed), [typed]);
  const ask = reading.state === 'read' ? reading.value : null;
  const wanted = useMemo(() => wantedOf(ask, listing), [ask, listing]);
  const books = useLiveBooks(profileId, wanted.books, sampleMs);
  const fees = useMarketFees(profileId, wanted.markets);
  return useMemo(() => {
    const shown = { ask, target: wanted.target, leftOut: wanted.leftOut };
    const failed = (problem: string | null): Comparison => ({ ...shown, coin: null, rows: [], problem });
    if (ask === null) return failed(reading.state === 'invalid' ? reading.reason : null);
    if (wanted.markets.length === 0) return failed(untraded(ask.coin));
    const bookOf = (market: Market) => comparedBook(books(market));
    const terms = wanted.markets.find(({ symbol }) => symbol === `${ask.coin}-${ask.money}`);
    const amount = coinAmount(ask, terms === undefined ? null : { terms, book: bookOf(terms) });
    if (!amount.ok) return failed(amount.reason);
    const rows = compareMarkets({
      side: ask.side,
      coin: amount.coin,
      target: wanted.target,
      markets: wanted.markets,
      bookOf,
      takerFeeRateOf: ({ symbol }) => fees.get(symbol)?.takerFeeRate ?? null,
      pairs: wanted.pairs,
      isDollarAtPar,
    });
    return { ...shown, coin: amount.coin, rows, problem: null };
  }, [ask, reading, wanted, books, fees, isDollarAtPar]);
}
