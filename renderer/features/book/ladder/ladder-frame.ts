import { type Decimal, fromUnits, isZero } from '#shared/decimal.ts';
import { formatDecimal, significantLength, unknownText } from '#lib/format.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import type { GroupedBook } from '../model/levels.ts';
import { type OwnLevels, ownLevelKey } from '../model/own-levels.ts';
import { type MeasuredRow, type MeasuredSide, measureSide } from './measure-side.ts';
import { t } from '#shared/words/t.ts';

/** One row as text. The painter compares texts, so what did not change is not drawn. */
export interface LadderRow {
  /** as it came: what a press on the row means */
  readonly price: Decimal;
  readonly priceText: string;
  /** the size without the zeros that only pad it to its lot, and these zeros */
  readonly sizeText: string;
  readonly zerosText: string;
  readonly totalText: string;
  /** 0..1 in steps of 1/200: a bar need not move for less than a pixel */
  readonly share: number;
  /** the user's own size at this price; empty = none */
  readonly ownText: string;
  /** it would rest there and does not */
  readonly isGhost?: boolean;
}

export interface LadderFrame {
  readonly bids: readonly LadderRow[];
  readonly asks: readonly LadderRow[];
  readonly hasOwn: boolean;
}

/** The prices of the rows when the pointer entered. */
export interface FrozenRows {
  readonly bids: readonly Decimal[];
  readonly asks: readonly Decimal[];
}

export interface LadderOptions {
  /** rows a side */
  readonly rows: number;
  readonly decimals: { readonly price: number; readonly size: number };
  /** already grouped like the book */
  readonly own: OwnLevels;
  /** what would rest there, grouped like the book; null: nothing */
  readonly ghosts?: OwnLevels | null;
  /** sizes in quote currency: price times size */
  readonly isInQuote: boolean;
  /** bars show the totals, not the single levels */
  readonly isCumulative: boolean;
  /** the prices that must keep their place now, or null */
  readonly frozen: FrozenRows | null;
}

/** A book as rows of text, best price first on both sides. */
export function ladderFrame(view: GroupedBook, options: LadderOptions): LadderFrame {
  const { frozen, rows, isInQuote } = options;
  const bids = measureSide(view.bids, { side: 'buy', rows, isInQuote, frozen: frozen?.bids ?? null });
  const asks = measureSide(view.asks, { side: 'sell', rows, isInQuote, frozen: frozen?.asks ?? null });
  const longest = Math.max(longestBar(bids, options), longestBar(asks, options));
  const frame = {
    bids: bids.rows.map(row => toRow(row, { side: 'buy', scale: bids.scale, longest, options })),
    asks: asks.rows.map(row => toRow(row, { side: 'sell', scale: asks.scale, longest, options })),
  };
  return {
    ...frame,
    hasOwn: [...frame.bids, ...frame.asks].some(row => row.ownText !== ''),
  };
}

/** Holds the rows that a view gives in their places. */
export function freezeRows({ bids, asks }: GroupedBook, rows: number): FrozenRows {
  return { bids: bids.slice(0, rows).map(([price]) => price), asks: asks.slice(0, rows).map(([price]) => price) };
}

function longestBar({ rows, scale }: MeasuredSide, { isCumulative }: LadderOptions): number {
  let most = 0n;
  for (const row of rows) {
    const units = isCumulative ? row.total : row.amount;
    if (units > most) most = units;
  }
  return Number(most) / 10 ** scale;
}

interface RowScale {
  readonly side: 'buy' | 'sell';
  readonly scale: number;
  /** what fills the row, for the bars of both sides */
  readonly longest: number;
  readonly options: LadderOptions;
}

/** The text in place of the size of a held row that the market has left. */
export const movedText = t`moved`;

const mostTotalDecimals = 4;

/**
 * A total guides the eye and is never traded: more digits would only push the sizes together. What is traded in small
 * lots is dear and keeps more of them; of a coin of which thousands rest at each price one will do.
 */
function totalFormat(sizeDecimals: number) {
  const decimals = sizeDecimals > mostTotalDecimals ? mostTotalDecimals : Math.min(sizeDecimals, 1);
  return { minimumDecimals: decimals, maximumDecimals: decimals };
}

const inQuote = { minimumDecimals: 2, maximumDecimals: 2 };

function toRow(row: MeasuredRow, { side, scale, longest, options }: RowScale): LadderRow {
  const { decimals, isInQuote, own, ghosts } = options;
  const totals = isInQuote ? inQuote : totalFormat(decimals.size);
  const ghost = ghosts?.get(ownLevelKey(side, row.price));
  const shown = ghost !== undefined && isEmpty(row) ? '' : sizeText(row, scale, options);
  const digits = significantLength(shown);
  const rests = own.size === 0 ? undefined : own.get(ownLevelKey(side, row.price));
  const ownSize = rests ?? ghost;
  const bar = Number(options.isCumulative ? row.total : row.amount) / 10 ** scale;
  return {
    price: row.price,
    priceText: formatDecimal(row.price, { minimumDecimals: decimals.price }),
    sizeText: shown.slice(0, digits),
    zerosText: shown.slice(digits),
    totalText: shown === movedText ? '' : formatDecimal(fromUnits(row.total, scale), totals),
    share: longest > 0 ? Math.round((bar / longest) * 200) / 200 : 0,
    ownText: ownSize === undefined ? '' : formatOwn(ownSize),
    isGhost: rests === undefined && ghost !== undefined,
  };
}

/** A row that exists for a ghost alone has no market size. */
function isEmpty({ size }: MeasuredRow): boolean {
  return size !== null && isZero(size);
}

function sizeText(
  { size, amount }: MeasuredRow,
  scale: number,
  { isInQuote, decimals, frozen }: LadderOptions,
): string {
  if (size === null) return unknownText;
  // rows that were held while their level went: a nought of eight digits reads like a size
  if (frozen !== null && isZero(size)) return movedText;
  if (isInQuote) return formatDecimal(fromUnits(amount, scale), inQuote);
  return formatDecimal(size, { minimumDecimals: decimals.size });
}
