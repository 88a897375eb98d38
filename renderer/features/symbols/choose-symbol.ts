import type { SpotSymbol } from '#shared/domain/market/instrument.ts';

/** The pair to show: the chosen one where this exchange has it, else one that it has. */
export function chooseSymbol(symbols: readonly SpotSymbol[] | undefined, chosen: string): string {
  if (symbols === undefined || symbols.some(each => each.symbol === chosen)) return chosen;
  const open = symbols.find(each => each.isTradingEnabled) ?? symbols[0];
  return open?.symbol ?? chosen;
}
