import { add, compare, type Decimal, roundToStep } from '#shared/decimal.ts';
import type { Touch } from '#shared/domain/live.ts';
import type { BookLevel, BookSnapshot } from '#shared/domain/market/book.ts';

/** The levels of a book at one moment, best first on both sides, from whichever way they came. */
export interface GroupedBook {
  readonly symbol: string;
  /** prices are grouped into steps of this size, bids down and asks up; null = every level */
  readonly step: Decimal | null;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** the best prices of the same moment where the rows are grouped; without it they are in the first rows */
  readonly touch?: Touch | undefined;
}

/** A book that was read, grouped here because the exchange answers every level. */
export function groupBook(book: BookSnapshot, step: Decimal | null): GroupedBook {
  if (step === null) return { symbol: book.symbol, step, bids: book.bids, asks: book.asks };
  return {
    symbol: book.symbol,
    step,
    bids: groupSide(book.bids, step, 'floor'),
    asks: groupSide(book.asks, step, 'ceil'),
    touch: bestOf(book),
  };
}

function bestOf({ bids, asks }: Pick<GroupedBook, 'bids' | 'asks'>): Touch {
  return { bid: bids[0]?.[0] ?? null, ask: asks[0]?.[0] ?? null };
}

/** The best prices of a view, of the same moment as its rows. Grouped prices are no best prices. */
export function touchOf(view: Pick<GroupedBook, 'bids' | 'asks' | 'touch'>): Touch {
  return view.touch ?? bestOf(view);
}

/** Levels of one side joined into steps. They come best first, so equal steps are neighbours. */
function groupSide(levels: readonly BookLevel[], step: Decimal, rounding: 'floor' | 'ceil'): readonly BookLevel[] {
  const grouped: BookLevel[] = [];
  for (const [price, size] of levels) {
    const stepPrice = roundToStep(price, step, rounding);
    const last = grouped.at(-1);
    if (last?.[0] === stepPrice) grouped[grouped.length - 1] = [stepPrice, add(last[1], size)];
    else grouped.push([stepPrice, size]);
  }
  return grouped;
}

/** Best bid at or above best ask: such a book is wrong and must not be shown as a market. */
export function isCrossed(book: Pick<GroupedBook, 'bids' | 'asks'>): boolean {
  const bid = book.bids[0];
  const ask = book.asks[0];
  return bid !== undefined && ask !== undefined && compare(bid[0], ask[0]) >= 0;
}
