import { type Decimal, divide, multiply, roundToStep } from '../decimal.ts';
import type { FuturesContract } from '../domain/market/futures.ts';
import type { SpotSymbol } from '../domain/market/instrument.ts';
import type { Venue } from '../domain/scalars.ts';

/** Digits kept in a quotient that is not money yet: far below any tick or lot, so that only the last rounding decides. */
export const working = { scale: 24, rounding: 'half-even' } as const;

/**
 * What an order of a market is made of, the same for a pair and a contract. A size is base currency on spot and lots on
 * futures, as it is sent. docs/exchange/records.md §6.3 and §8.1.
 */
export interface MarketTerms {
  readonly venue: Venue;
  readonly symbol: string;
  readonly tick: Decimal;
  readonly lot: Decimal;
  readonly leastSize: Decimal;
  /** null: not known; the exchange checks it */
  readonly mostSize: Decimal | null;
  /** the least worth of an order in quote currency; null where there is none */
  readonly leastFunds: Decimal | null;
  /** what a market order by funds may be a multiple of; null where there are no such orders */
  readonly fundsStep: Decimal | null;
  readonly mostPrice: Decimal | null;
  /** limit prices may lie so far from the last one (spot) or the mark (futures), as a fraction; null: not known */
  readonly collarRate: Decimal | null;
  readonly baseCurrency: string;
  readonly quoteCurrency: string;
  /** what costs and fees are paid in */
  readonly settleCurrency: string;
  /** base currency of one unit of size, on an inverse contract quote currency; above zero */
  readonly multiplier: Decimal;
  readonly isInverse: boolean;
  readonly isOpen: boolean;
}

/** docs/exchange/matching.md §5 */
const futuresCollarRate = '0.05';

export function spotTerms(symbol: SpotSymbol): MarketTerms {
  return {
    venue: 'spot',
    symbol: symbol.symbol,
    tick: symbol.priceIncrement,
    lot: symbol.baseIncrement,
    leastSize: symbol.baseMinSize,
    mostSize: symbol.baseMaxSize,
    leastFunds: symbol.minFunds ?? symbol.quoteMinSize,
    fundsStep: symbol.quoteIncrement,
    mostPrice: null,
    collarRate: symbol.priceLimitRate,
    baseCurrency: symbol.baseCurrency,
    quoteCurrency: symbol.quoteCurrency,
    settleCurrency: symbol.quoteCurrency,
    multiplier: '1',
    isInverse: false,
    isOpen: symbol.isTradingEnabled,
  };
}

export function contractTerms(contract: FuturesContract): MarketTerms {
  return {
    venue: 'futures',
    symbol: contract.symbol,
    tick: contract.tickSize,
    lot: contract.lotSize,
    leastSize: contract.lotSize,
    mostSize: contract.maxOrderQty,
    leastFunds: null,
    fundsStep: null,
    mostPrice: contract.maxPrice,
    collarRate: futuresCollarRate,
    baseCurrency: contract.baseCurrency,
    quoteCurrency: contract.quoteCurrency,
    settleCurrency: contract.settleCurrency,
    multiplier: contract.multiplier.startsWith('-') ? multiply(contract.multiplier, '-1') : contract.multiplier,
    isInverse: contract.isInverse,
    isOpen: contract.status === 'Open',
  };
}

/** What a size is worth at a price above zero, in the settlement currency. */
export function worthOf(size: Decimal, price: Decimal, { multiplier, isInverse }: MarketTerms): Decimal {
  const units = multiply(size, multiplier);
  return isInverse ? divide(units, price, working) : multiply(units, price);
}

/** The same in quote currency: what the order moves, whatever it settles in. */
export function quoteWorthOf(size: Decimal, price: Decimal, { multiplier, isInverse }: MarketTerms): Decimal {
  const units = multiply(size, multiplier);
  return isInverse ? units : multiply(units, price);
}

/** The same in base currency. */
export function baseAmountOf(size: Decimal, price: Decimal, { multiplier, isInverse }: MarketTerms): Decimal {
  const units = multiply(size, multiplier);
  return isInverse ? divide(units, price, working) : units;
}

/** The most lots that a worth in the settlement currency buys at a price above zero. */
export function sizeOfValue(worth: Decimal, price: Decimal, terms: MarketTerms): Decimal {
  const units = terms.isInverse ? multiply(worth, price) : divide(worth, price, { ...working, rounding: 'down' });
  return toLots(divide(units, terms.multiplier, { ...working, rounding: 'down' }), terms);
}

/** The most lots that an amount of quote currency moves at a price above zero. */
export function sizeOfQuote(quote: Decimal, price: Decimal, terms: MarketTerms): Decimal {
  const units = terms.isInverse ? quote : divide(quote, price, { ...working, rounding: 'down' });
  return toLots(divide(units, terms.multiplier, { ...working, rounding: 'down' }), terms);
}

/** The most lots in an amount of base currency. */
export function sizeOfBase(base: Decimal, price: Decimal, terms: MarketTerms): Decimal {
  const units = terms.isInverse ? multiply(base, price) : base;
  return toLots(divide(units, terms.multiplier, { ...working, rounding: 'down' }), terms);
}

/** Cut down to whole lots: never more than was meant. */
export function toLots(size: Decimal, { lot }: Pick<MarketTerms, 'lot'>): Decimal {
  return roundToStep(size, lot, 'down');
}
