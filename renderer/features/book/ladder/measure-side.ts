import { compare, type Decimal } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';

/** One row with its sums in whole units of 10^-scale: sums of whole numbers are exact and cheap. */
export interface MeasuredRow {
  readonly price: Decimal;
  /** as the exchange wrote it; null = not known, because the price lies deeper than the book that was pushed */
  readonly size: Decimal | null;
  readonly amount: bigint;
  /** this level and all better ones */
  readonly total: bigint;
}

export interface MeasuredSide {
  readonly rows: readonly MeasuredRow[];
  readonly scale: number;
}

export interface MeasureOptions {
  readonly side: 'buy' | 'sell';
  /** rows to show */
  readonly rows: number;
  /** the prices that keep their place, best first, whatever the book does; null = the best levels */
  readonly frozen: readonly Decimal[] | null;
  /** amounts are price times size */
  readonly isInQuote: boolean;
}

/** The rows of one side with their amounts and totals. `levels` come best first. */
export function measureSide(levels: readonly BookLevel[], options: MeasureOptions): MeasuredSide {
  const { frozen, isInQuote } = options;
  const shown = frozen === null ? levels.slice(0, options.rows) : levels;
  const sizeScale = longestFraction(shown, 1);
  const priceScale = isInQuote ? longestFraction(shown, 0) : 0;
  let total = 0n;
  const rows = shown.map(([price, size]) => {
    const units = unitsOf(size, sizeScale);
    const amount = isInQuote ? units * unitsOf(price, priceScale) : units;
    total += amount;
    return { price, size, amount, total };
  });
  return { rows: frozen === null ? rows : keepPlaces(rows, frozen, options.side), scale: sizeScale + priceScale };
}

/** The frozen prices with what rests there now. Totals still count every better level, also those without a row. */
function keepPlaces(
  rows: readonly MeasuredRow[],
  frozen: readonly Decimal[],
  side: MeasureOptions['side'],
): readonly MeasuredRow[] {
  // at or better: a bid at least as high, an ask at most as high
  const isWithin = (price: Decimal, limit: Decimal) =>
    side === 'buy' ? compare(price, limit) >= 0 : compare(price, limit) <= 0;
  let index = 0;
  let total = 0n;
  return frozen.map(price => {
    let at: MeasuredRow | undefined;
    for (let row = rows[index]; row !== undefined && isWithin(row.price, price); row = rows[index]) {
      ({ total } = row);
      at = row;
      index += 1;
    }
    if (at !== undefined && compare(at.price, price) === 0) return at;
    // sizes beyond the last pushed level are unknown here
    const isKnown = index < rows.length;
    return { price, size: isKnown ? '0' : null, amount: 0n, total };
  });
}

function longestFraction(levels: readonly BookLevel[], part: 0 | 1): number {
  let longest = 0;
  for (const level of levels) {
    const point = level[part].indexOf('.');
    if (point >= 0) longest = Math.max(longest, level[part].length - point - 1);
  }
  return longest;
}

/** What `toUnits` of the decimals does, for text that is known to be a decimal of at most that scale. */
function unitsOf(text: Decimal, scale: number): bigint {
  const point = text.indexOf('.');
  const fraction = point < 0 ? '' : text.slice(point + 1);
  return BigInt((point < 0 ? text : text.slice(0, point)) + fraction.padEnd(scale, '0'));
}
