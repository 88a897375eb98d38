import { scaleOf } from '#shared/decimal.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';

/** The spot instruments of a profile by symbol. */
export type InstrumentsBySymbol = ReadonlyMap<string, SpotSymbol>;

/** Digits that a price of this symbol is shown with, or undefined where the tick is not known: then it is shown as it came. */
export function tickDecimals(instruments: InstrumentsBySymbol, symbol: string): number | undefined {
  const instrument = instruments.get(symbol);
  return instrument === undefined ? undefined : scaleOf(instrument.priceIncrement);
}
