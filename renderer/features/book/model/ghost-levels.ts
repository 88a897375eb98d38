import { add, compare, type Decimal, uncheckedDecimal } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { GroupedBook } from './levels.ts';
import { groupOwnLevels, type OwnLevels, ownLevelKey } from './own-levels.ts';

/** What would rest in a book and does not: rungs that are composed, and orders that were dragged. */
export interface BookGhosts {
  readonly levels: OwnLevels;
  /** the book with a row for each of them that lies among its rows, also where nothing rests yet */
  readonly merge: (view: GroupedBook) => GroupedBook;
}

interface Ghost {
  readonly side: Side;
  readonly price: Decimal;
  readonly size: Decimal;
}

/** ownLevelKey has written it. */
function priceOf(key: string): Decimal {
  return uncheckedDecimal(key.slice(key.indexOf(' ') + 1));
}

/** Null: there are none. */
export function bookGhosts(ghosts: readonly Ghost[]): BookGhosts | null {
  if (ghosts.length === 0) return null;
  const levels = new Map<string, Decimal>();
  for (const { side, price, size } of ghosts) {
    const key = ownLevelKey(side, price);
    levels.set(key, add(levels.get(key) ?? '0', size));
  }
  const merge = (view: GroupedBook): GroupedBook => {
    const keys = [...groupOwnLevels(levels, view.step).keys()];
    const pricesOf = (side: Side) => keys.filter(key => key.startsWith(side)).map(priceOf);
    return {
      ...view,
      bids: withRows(view.bids, pricesOf('buy'), -1),
      asks: withRows(view.asks, pricesOf('sell'), 1),
    };
  };
  return { levels, merge };
}

/** Rows of nothing between the best and the last one. `worse`: which way prices of that side get worse. */
function withRows(rows: readonly BookLevel[], prices: readonly Decimal[], worse: 1 | -1): readonly BookLevel[] {
  const [best, last] = [rows[0]?.[0], rows.at(-1)?.[0]];
  if (best === undefined || last === undefined) return rows;
  const known = new Set<string>(rows.map(([price]) => ownLevelKey('buy', price)));
  const added = prices.filter(
    price => compare(price, best) === worse && compare(price, last) !== worse && !known.has(ownLevelKey('buy', price)),
  );
  if (added.length === 0) return rows;
  const all = [...rows, ...added.map((price): BookLevel => [price, '0'])];
  return all.toSorted(([a], [b]) => compare(a, b) * worse);
}
