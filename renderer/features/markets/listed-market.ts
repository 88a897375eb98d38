import type { Decimal } from '#shared/decimal.ts';
import type { ContractRecord } from '#shared/domain/market/futures.ts';
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
  /** null: the exchange does not state it */
  readonly priceIncrement: Decimal | null;
  readonly isTradingEnabled: boolean;
  /** epoch ms; null: it is a pair, or a contract that never expires */
  readonly expireAtMs: number | null;
}

/** One name of a market for both venues: what favourites are kept by. */
export function marketKey({ venue, symbol }: Market): string {
  return `${venue}:${symbol}`;
}

/** A pair that was renamed is shown by today's name with its code behind it, and found by both. */
function listPair({ symbol, name: today, baseCurrency, quoteCurrency, ...rest }: SpotSymbol): ListedMarket {
  const { priceIncrement, isTradingEnabled } = rest;
  const rename = today === null || today.toUpperCase() === symbol.toUpperCase() ? null : today;
  const [base = baseCurrency, quote = quoteCurrency] = rename?.split('-') ?? [];
  return {
    venue: 'spot',
    symbol,
    name: visibleText(base),
    detail: visibleText(rename === null ? quote : `${quote} (${symbol})`),
    words: (rename === null ? symbol : `${rename} ${symbol}`).toUpperCase(),
    priceIncrement,
    isTradingEnabled,
    expireAtMs: null,
  };
}

/** The exchange's code of bitcoin in contracts, and the one that everybody types. */
const bitcoin = { code: 'XBT', name: 'BTC' } as const;

function listContract({ symbol, baseCurrency, quoteCurrency, tickSize, ...rest }: ContractRecord): ListedMarket {
  const alias = baseCurrency === bitcoin.code ? bitcoin.name : '';
  return {
    venue: 'futures',
    symbol,
    name: visibleText(symbol),
    detail: '',
    words: `${symbol} ${baseCurrency ?? ''} ${quoteCurrency ?? ''} ${alias}`.toUpperCase(),
    priceIncrement: tickSize,
    // an unknown state is not shown as halted
    isTradingEnabled: rest.status === 'Open' || rest.status === null,
    expireAtMs: rest.expireAtMs,
  };
}

/** Pairs, then contracts, each as its venue lists them. */
export function listMarkets(pairs: Iterable<SpotSymbol>, contracts: Iterable<ContractRecord>): readonly ListedMarket[] {
  return [...[...pairs].map(listPair), ...[...contracts].map(listContract)];
}

export type MarketScope = 'all' | 'favourites' | 'spot' | 'futures';
export type MarketSort = 'turnover' | 'change' | 'price';

export type Tickers = ReadonlyMap<string, MarketTicker>;
