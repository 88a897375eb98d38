import {
  add,
  compare,
  divide,
  isPositive,
  maximum,
  multiply,
  normalise,
  scaleOf,
  subtract,
} from '../../../shared/decimal.ts';
import type { BookLevel, BookSnapshot } from '../../../shared/domain/book.ts';
import type { SpotSymbol } from '../../../shared/domain/instrument.ts';
import { formatDecimal } from '../../lib/format.ts';

export interface BookRow {
  /** as it came: the key of the row */
  readonly price: string;
  readonly priceText: string;
  readonly sizeText: string;
  readonly totalText: string;
  /** 0..1 of the deeper side's total, in steps of 1/200: a bar need not move for less than a pixel */
  readonly share: number;
  /** what the user has resting at this price; null = nothing */
  readonly ownText: string | null;
}

export interface BookView {
  readonly bids: readonly BookRow[];
  readonly asks: readonly BookRow[];
  readonly midText: string | null;
  readonly spreadText: string | null;
  /** spread in hundredths of a per cent of the mid */
  readonly spreadBpsText: string | null;
}

export interface BookDecimals {
  readonly price: number;
  readonly size: number;
}

/** Own resting size by ownLevelKey. */
export type OwnLevels = ReadonlyMap<string, string>;

export function ownLevelKey(side: 'buy' | 'sell', price: string): string {
  return `${side} ${normalise(price)}`;
}

/** Price at tick decimals, size at lot decimals; before the instrument is known, as many as the book itself shows. */
export function bookDecimals(book: BookSnapshot, instrument: SpotSymbol | undefined): BookDecimals {
  if (instrument !== undefined)
    return { price: scaleOf(instrument.priceIncrement), size: scaleOf(instrument.baseIncrement) };
  const levels = [...book.bids, ...book.asks];
  return {
    price: Math.max(0, ...levels.map(([price]) => scaleOf(price))),
    size: Math.max(0, ...levels.map(([, size]) => scaleOf(size))),
  };
}

/** Best bid at or above best ask: such a book is wrong and must not be shown as a market. */
export function isCrossed(book: BookSnapshot): boolean {
  const bid = book.bids[0];
  const ask = book.asks[0];
  return bid !== undefined && ask !== undefined && compare(bid[0], ask[0]) >= 0;
}

/** A total guides the eye and is never traded: eight digits after the point would only push the sizes together. */
const mostTotalDecimals = 4;

interface ViewOptions {
  readonly levels: number;
  readonly decimals: BookDecimals;
  readonly own: OwnLevels;
}

/** A snapshot as rows of text, best price first on both sides. */
export function bookView(book: BookSnapshot, options: ViewOptions): BookView {
  const bids = cumulate(book.bids.slice(0, options.levels));
  const asks = cumulate(book.asks.slice(0, options.levels));
  const deepest = maximum(bids.at(-1)?.total ?? '0', asks.at(-1)?.total ?? '0');
  const row = (side: 'buy' | 'sell') => (level: CumulativeLevel) => toRow(level, { ...options, side, deepest });
  return { bids: bids.map(row('buy')), asks: asks.map(row('sell')), ...middle(book, options.decimals) };
}

export interface CumulativeLevel {
  readonly price: string;
  readonly size: string;
  /** this level and all better ones */
  readonly total: string;
}

export function cumulate(levels: readonly BookLevel[]): readonly CumulativeLevel[] {
  let total = '0';
  return levels.map(([price, size]) => {
    total = add(total, size);
    return { price, size, total };
  });
}

interface RowOptions extends ViewOptions {
  readonly side: 'buy' | 'sell';
  readonly deepest: string;
}

function toRow(level: CumulativeLevel, { decimals, own, side, deepest }: RowOptions): BookRow {
  const ownSize = own.get(ownLevelKey(side, level.price));
  const size = { minimumDecimals: decimals.size };
  return {
    price: level.price,
    priceText: formatDecimal(level.price, { minimumDecimals: decimals.price }),
    sizeText: formatDecimal(level.size, size),
    totalText: formatDecimal(level.total, { ...size, maximumDecimals: mostTotalDecimals }),
    share: isPositive(deepest) ? Math.round((Number(level.total) / Number(deepest)) * 200) / 200 : 0,
    ownText: ownSize === undefined ? null : formatDecimal(ownSize, size),
  };
}

function middle(
  book: BookSnapshot,
  decimals: BookDecimals,
): Pick<BookView, 'midText' | 'spreadText' | 'spreadBpsText'> {
  const bid = book.bids[0]?.[0];
  const ask = book.asks[0]?.[0];
  if (bid === undefined || ask === undefined) return { midText: null, spreadText: null, spreadBpsText: null };
  const spread = subtract(ask, bid);
  const mid = divide(add(ask, bid), '2', { scale: decimals.price + 1, rounding: 'half-even' });
  const bps = isPositive(mid) ? divide(multiply(spread, '10000'), mid, { scale: 2, rounding: 'half-even' }) : null;
  return {
    midText: formatDecimal(mid, { minimumDecimals: decimals.price + 1 }),
    spreadText: formatDecimal(spread, { minimumDecimals: decimals.price }),
    spreadBpsText: bps === null ? null : formatDecimal(bps, { minimumDecimals: 2 }),
  };
}
