import { type Decimal, scaleOf } from '#shared/decimal.ts';
import { formatDecimal } from './format.ts';

/** The instruments of a profile by symbol, as far as the digits of a price go. */
export type InstrumentsBySymbol = ReadonlyMap<string, { readonly priceIncrement: Decimal }>;

/** Digits that a price of this symbol is shown with, or undefined where the tick is not known: then it is shown as it came. */
export function tickDecimals(instruments: InstrumentsBySymbol, symbol: string): number | undefined {
  const instrument = instruments.get(symbol);
  return instrument === undefined ? undefined : scaleOf(instrument.priceIncrement);
}

/** A price with at least the digits of its tick: `100.5` at a tick of 0.01 is `100.50`. */
export function formatPrice(price: Decimal, tick: Decimal): string {
  return formatDecimal(price, { minimumDecimals: scaleOf(tick) });
}
