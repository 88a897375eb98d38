import { compare, type Decimal, isPositive, toNumber } from '#shared/decimal.ts';
import type { LiveBook, Touch } from '#shared/domain/live.ts';
import { notLiveText } from '#shared/domain/market/action-book.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { type LadderSpot } from './press-rules.ts';
import { priceOf, rowOf, rowsIn, type LadderWindow, touchRows } from './row-window.ts';
import { t } from '#shared/words/t.ts';

/** One row of the market as it is drawn: figures only, so that a row that did not change is not drawn again. */
export interface PriceRow {
  readonly row: number;
  /** what an order here asks, exactly */
  readonly price: Decimal;
  /** `0`: nothing rests here; null: deeper than the levels that are known */
  readonly bid: Decimal | null;
  readonly ask: Decimal | null;
  /** how long its bars are, 0..1 in steps of 1/50 */
  readonly bidShare: number;
  readonly askShare: number;
  /** between the best bid and the best ask, or one of them */
  readonly place: 'bid' | 'ask' | 'spread' | null;
}

type RowsBook = Pick<LiveBook, 'bids' | 'asks' | 'touch'>;

/** The best prices of a view, of the same moment as its rows. Grouped prices are no best prices. */
export function touchOfView({ bids, asks, touch }: RowsBook): Touch {
  return touch ?? { bid: bids[0]?.[0] ?? null, ask: asks[0]?.[0] ?? null };
}

/** Why nothing may be asked of the book now, as a sentence; null: it is live and both ways round. */
export function bookError(
  book: Pick<LiveBook, 'state' | 'detail' | 'bids' | 'asks' | 'touch'> | undefined,
): string | null {
  if (book === undefined) return t`The book has not come yet.`;
  const notLive = notLiveText(book);
  if (notLive !== null) return notLive;
  return isCrossedView(book) ? t`The book is crossed: its bid is not below its ask.` : null;
}

export function isCrossedView(book: RowsBook): boolean {
  const { bid, ask } = touchOfView(book);
  return bid !== null && ask !== null && compare(bid, ask) >= 0;
}

function sizesOf(levels: readonly BookLevel[], step: Decimal, rounding: 'floor' | 'ceil') {
  return new Map(levels.map(([price, size]) => [rowOf(price, step, rounding), size]));
}

/** Square root: one giant must not flatten all the others. */
function shareOf(size: Decimal | null, largest: number): number {
  if (size === null || largest === 0) return 0;
  return Math.round(Math.sqrt(toNumber(size) / largest) * 50) / 50;
}

/** The rows of a window with what rests there. `asked`: so many levels a side were asked for; fewer are all there are. */
export function ladderRows(book: RowsBook, window: LadderWindow, asked: number): readonly PriceRow[] {
  const { step } = window;
  const bids = sizesOf(book.bids, step, 'floor');
  const asks = sizesOf(book.asks, step, 'ceil');
  const touch = touchRows(touchOfView(book), step);
  const lowest = book.bids.length < asked ? 0 : Math.min(...bids.keys());
  const highest = book.asks.length < asked ? Number.POSITIVE_INFINITY : Math.max(...asks.keys());
  const plain = rowsIn(window).map(row => ({
    row,
    bid: bids.get(row) ?? (row < lowest ? null : '0'),
    ask: asks.get(row) ?? (row > highest ? null : '0'),
  }));
  const largest = Math.max(0, ...plain.flatMap(({ bid, ask }) => [toNumber(bid ?? '0'), toNumber(ask ?? '0')]));
  return plain.map(({ row, bid, ask }) => ({
    row,
    price: priceOf(row, step),
    bid,
    ask,
    bidShare: shareOf(bid, largest),
    askShare: shareOf(ask, largest),
    place: placeOf(row, touch),
  }));
}

function placeOf(row: number, { bid, ask }: { readonly bid: number | null; readonly ask: number | null }) {
  if (row === bid) return 'bid';
  if (row === ask) return 'ask';
  return bid !== null && ask !== null && row > bid && row < ask ? 'spread' : null;
}

/** The columns of a row, outermost first, and on which side a press in them acts. */
export const ladderColumns = ['buys', 'bid', 'price', 'ask', 'sells', 'vol', 'ahead'] as const;
export type LadderColumn = (typeof ladderColumns)[number];

const sides: Readonly<Record<LadderColumn, LadderSpot['side']>> = {
  buys: 'buy',
  bid: 'buy',
  price: null,
  ask: 'sell',
  sells: 'sell',
  vol: null,
  ahead: null,
};

export function sideOfColumn(column: LadderColumn): LadderSpot['side'] {
  return sides[column];
}

/** A cell that holds a size: empty where nothing rests, and not known is not nothing. */
export function sizeText(size: Decimal | null, format: (size: Decimal) => string): string {
  if (size === null) return '·';
  return isPositive(size) ? format(size) : '';
}
