import type { SpotSymbol } from '#shared/domain/market/instrument.ts';

/** On a real exchange there are more than a thousand pairs; nobody scrolls through them. */
const mostShown = 300;

/** Pairs whose name contains the words typed; those that begin with them first. `btc usdt` finds BTC-USDT. */
export function filterSymbols(symbols: readonly SpotSymbol[], filter: string): readonly SpotSymbol[] {
  const words = filter
    .toUpperCase()
    .split(/[\s/-]+/)
    .filter(word => word !== '');
  const first = words[0];
  if (first === undefined) return symbols.slice(0, mostShown);
  const matching = symbols.filter(({ symbol }) => words.every(word => symbol.includes(word)));
  const rank = ({ symbol }: SpotSymbol) => (symbol.startsWith(first) ? 0 : 1);
  return matching.toSorted((a, b) => rank(a) - rank(b)).slice(0, mostShown);
}

/** Where an arrow key leads from the selected pair; null when it leads nowhere. */
export function neighbourOf(shown: readonly SpotSymbol[], selected: string, key: string): string | null {
  const index = shown.findIndex(each => each.symbol === selected);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: shown.length - 1,
  };
  const target = steps[key];
  if (target === undefined) return null;
  return shown[Math.max(target, 0)]?.symbol ?? null;
}
