import type { Decimal } from '#shared/decimal.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { visibleText } from '#shared/visible-text.ts';
import type { MarketTicker } from '#shared/domain/market/ticker.ts';

/** A pair or a contract as the list of markets shows it. */
export interface ListedMarket extends Market {
  /** what is read first, and what fainter: `BTC` `USDT`, `XBTUSDTM` */
  readonly name: string;
  readonly detail: string;
  /** everything that a filter may find it by, in capitals */
  readonly words: string;
  readonly priceIncrement: Decimal;
  readonly isTradingEnabled: boolean;
}

/** One name of a market for both venues: what favourites are kept by. */
export function marketKey({ venue, symbol }: Market): string {
  return `${venue}:${symbol}`;
}

function listPair({ symbol, baseCurrency, quoteCurrency, priceIncrement, isTradingEnabled }: SpotSymbol): ListedMarket {
  const words = symbol.toUpperCase();
  const name = visibleText(baseCurrency);
  const detail = visibleText(quoteCurrency);
  return { venue: 'spot', symbol, name, detail, words, priceIncrement, isTradingEnabled };
}

/** The exchange's code of bitcoin in contracts, and the one that everybody types. */
const bitcoin = { code: 'XBT', name: 'BTC' } as const;

function listContract({ symbol, baseCurrency, quoteCurrency, tickSize, status }: FuturesContract): ListedMarket {
  const alias = baseCurrency === bitcoin.code ? bitcoin.name : '';
  return {
    venue: 'futures',
    symbol,
    name: visibleText(symbol),
    detail: '',
    words: `${symbol} ${baseCurrency} ${quoteCurrency} ${alias}`.toUpperCase(),
    priceIncrement: tickSize,
    isTradingEnabled: status === 'Open',
  };
}

/** Pairs, then contracts, each as its venue lists them. */
export function listMarkets(
  pairs: Iterable<SpotSymbol>,
  contracts: Iterable<FuturesContract>,
): readonly ListedMarket[] {
  return [...[...pairs].map(listPair), ...[...contracts].map(listContract)];
}

export type MarketScope = 'all' | 'favourites' | 'spot' | 'futures';
export type MarketSort = 'turnover' | 'change' | 'price';

export type Tickers = ReadonlyMap<string, MarketTicker>;
