import { compare, type Decimal } from '#shared/decimal.ts';
import { type ListedMarket, marketKey, type MarketScope, type MarketSort, type Tickers } from './listed-market.ts';

/** A real exchange has more than a thousand pairs, too many to scroll through. */
const mostShown = 300;

export interface MarketChoice {
  readonly filter: string;
  readonly scope: MarketScope;
  readonly favourites: readonly string[];
  /** null = favourites first, then as the exchange lists them */
  readonly sort: MarketSort | null;
  readonly tickers: Tickers;
}

/** Markets that hold all the words typed; those that begin with the first one first. `btc usdt` finds BTC-USDT. */
export function filterMarkets(markets: readonly ListedMarket[], choice: MarketChoice): readonly ListedMarket[] {
  const words = choice.filter
    .toUpperCase()
    .split(/[\s/-]+/)
    .filter(word => word !== '');
  const favourites = new Set(choice.favourites);
  const matching = markets.filter(
    market => isInScope(market, choice.scope, favourites) && words.every(word => market.words.includes(word)),
  );
  return sorted(matching, { ...choice, favourites, first: words[0] ?? null }).slice(0, mostShown);
}

function isInScope(market: ListedMarket, scope: MarketScope, favourites: ReadonlySet<string>): boolean {
  if (scope === 'favourites') return favourites.has(marketKey(market));
  return scope === 'all' || market.venue === scope;
}

interface Order {
  readonly sort: MarketSort | null;
  readonly tickers: Tickers;
  readonly favourites: ReadonlySet<string>;
  readonly first: string | null;
}

function sorted(markets: readonly ListedMarket[], order: Order): readonly ListedMarket[] {
  const { sort, tickers, favourites, first } = order;
  if (sort !== null) {
    const figure = (market: ListedMarket) => figureOf(tickers, market, sort);
    return markets.toSorted((a, b) => compareFigures(figure(a), figure(b)));
  }
  const rank = (market: ListedMarket) =>
    (first !== null && !market.words.startsWith(first) ? 2 : 0) + (favourites.has(marketKey(market)) ? 0 : 1);
  return markets.toSorted((a, b) => rank(a) - rank(b));
}

function figureOf(tickers: Tickers, market: ListedMarket, sort: MarketSort): Decimal | null {
  const ticker = tickers.get(marketKey(market));
  if (ticker === undefined) return null;
  if (sort === 'price') return ticker.lastPrice;
  return sort === 'change' ? ticker.changeRate : ticker.turnover;
}

/** The largest first; what is not known last. */
function compareFigures(a: Decimal | null, b: Decimal | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return compare(b, a);
}

/** Where an arrow key leads from the selected market; null when it leads nowhere. */
export function neighbourOf(shown: readonly ListedMarket[], selectedKey: string, key: string): ListedMarket | null {
  const index = shown.findIndex(each => marketKey(each) === selectedKey);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: shown.length - 1,
  };
  const target = steps[key];
  return target === undefined ? null : (shown[Math.max(target, 0)] ?? null);
}
