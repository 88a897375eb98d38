import { type Decimal, scaleOf } from '#shared/decimal.ts';

/** The instruments of a profile by symbol, as far as the digits of a price go. */
export type InstrumentsBySymbol = ReadonlyMap<string, { readonly priceIncrement: Decimal }>;

/** Digits that a price of this symbol is shown with, or undefined where the tick is not known: then it is shown as it came. */
export function tickDecimals(instruments: InstrumentsBySymbol, symbol: string): number | undefined {
  const instrument = instruments.get(symbol);
  return instrument === undefined ? undefined : scaleOf(instrument.priceIncrement);
}
