import type { ReactNode } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import { catalogue } from '#shared/words/t.ts';
import type { OwnKind } from '#lib/own/privacy.ts';

/** What filters, sums and files see of a cell. */
export type ColumnValue<Row> =
  | { readonly kind: 'text'; readonly read: (row: Row) => string | null }
  | {
      readonly kind: 'decimal';
      readonly read: (row: Row) => Decimal | null;
      /** what it counts, where rows differ */
      readonly unit?: ((row: Row) => string | undefined) | undefined;
      /** how many decimals its cells show at the most; absent: all */
      readonly decimals?: ((row: Row) => number | undefined) | undefined;
      /** false: its sum is meaningless, as with prices */
      readonly isSummed?: boolean | undefined;
    }
  | { readonly kind: 'time'; readonly readMs: (row: Row) => number | null };

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** what the column means and where it comes from, on hover */
  readonly hint: string;
  /** numbers go to the end */
  readonly align?: 'start' | 'end' | undefined;
  /** px it needs at least; what is left over is shared out in this proportion */
  readonly width: number;
  /** px it can do with, when no other column is left that could go; absent: its width */
  readonly leastWidth?: number | undefined;
  /** the user dragged it to this width: it stays */
  readonly isWidthChosen?: boolean | undefined;
  /** the text of a figure or of a market's name, where the column must be as wide as the widest: neither is ever cut */
  readonly figure?: ((row: Row) => string) | undefined;
  /** that text changes though the row does not, with a setting or with the day */
  readonly isFigureLoose?: boolean | undefined;
  /** 1 is never hidden; the highest is hidden first when the panel is narrow, of equals the last. Default 1 */
  readonly priority?: number | undefined;
  /** an action uses it: other columns are narrowed or hidden first */
  readonly isEssential?: boolean | undefined;
  readonly render: (row: Row) => ReactNode;
  /** what privacy hides; absent: a decimal is an own amount, all else is public */
  readonly own?: OwnKind | 'none' | undefined;
  /** absent: it cannot be filtered and is in no file */
  readonly value?: ColumnValue<Row> | undefined;
  /** ascending order; a column without it cannot be sorted */
  readonly compare?: ((a: Row, b: Row) => number) | undefined;
  /** rows of a smaller number come first in that order; what it says of rows of one number, `compare` decides */
  readonly number?: ((row: Row) => number) | undefined;
  /** the text that the rows are sorted by as the language orders it, and by nothing else */
  readonly word?: ((row: Row) => string) | undefined;
}

export function ownKindOf<Row>({ own, value }: Column<Row>): OwnKind | 'none' {
  return own ?? (value?.kind === 'decimal' ? 'amount' : 'none');
}

const leastWidthOf = <Row>({ width, leastWidth = width }: Column<Row>): number => leastWidth;

/**
 * The columns that fit, in their order: one is hidden at a time, the least important first, and an essential one only where
 * narrower words do not make room for it. Width 0 means not measured yet.
 */
export function fittingColumns<Row>(columns: readonly Column<Row>[], availablePx: number): readonly Column<Row>[] {
  if (availablePx <= 0) return columns;
  let kept = columns;
  while (widthOf(kept) > availablePx) {
    const worst = Math.max(...kept.map(column => column.priority ?? 1));
    if (worst <= 1) return squeezed(kept, availablePx);
    const going = kept.findLast(column => (column.priority ?? 1) === worst);
    const isEnough = kept.reduce((total, column) => total + leastWidthOf(column), 0) <= availablePx;
    if (going?.isEssential === true && isEnough) return squeezed(kept, availablePx);
    kept = kept.filter(column => column !== going);
  }
  return kept;
}

/** None can go any more: those that can do with less give up what is missing, each in proportion. */
function squeezed<Row>(columns: readonly Column<Row>[], availablePx: number): readonly Column<Row>[] {
  const spareOf = (column: Column<Row>) => column.width - leastWidthOf(column);
  const spare = columns.reduce((total, column) => total + spareOf(column), 0);
  const share = spare === 0 ? 0 : Math.min(1, (widthOf(columns) - availablePx) / spare);
  return share === 0
    ? columns
    : columns.map(column => ({ ...column, width: Math.floor(column.width - share * spareOf(column)) }));
}

const cellPaddingPx = 16;
/** for letters of this height */
const usualLetterPx = 12;
const digitPx = 7;
const pointPx = 4;

const capitalPx = 9;

const narrow = /[., \u202F/\-fijlrt]/;
/** Of a market or a coin. The capitals behind a figure are its unit, in smaller letters. */
const name = /^[A-Z\d-]*[A-Z][A-Z\d-]*$/;

/**
 * About as wide as it is drawn, rather a little wider: figures are all of one width, points, spaces and some letters
 * are narrow.
 */
function figurePx(text: string): number {
  const lettersPx = name.test(text) ? capitalPx : digitPx;
  let px = 0;
  for (const letter of text) px += narrow.test(letter) ? pointPx : /\d/.test(letter) ? digitPx : lettersPx;
  return px;
}

/** A row that changes is another one, so what was measured of it holds. */
const measuredPx = new WeakMap<object, WeakMap<object, number>>();

function pxOf<Row>(figure: (row: Row) => string, row: Row): number {
  if (typeof row !== 'object' || row === null) return figurePx(figure(row));
  const known = measuredPx.get(figure) ?? new WeakMap<object, number>();
  measuredPx.set(figure, known);
  const px = known.get(row) ?? figurePx(figure(row));
  known.set(row, px);
  return px;
}

/** How much longer words are than the English ones that widths were made for. Figures are not. */
export const stretch = catalogue === null ? 1 : 1.3;

/** How much larger letters are than those that widths were made for. */
export function letterScaleOf(letterPx: number): number {
  return Math.max(1, letterPx / usualLetterPx);
}

/** Words give way where there is no room; a figure is never cut, and a width chosen by the user stays. */
function stretched<Row>(column: Column<Row>, letterScale: number): Column<Row> {
  const isFigure = column.align === 'end' || column.figure !== undefined;
  const scale = isFigure ? letterScale : letterScale * stretch;
  if (scale === 1 || column.isWidthChosen === true) return column;
  const width = Math.ceil(column.width * scale);
  return isFigure ? { ...column, width } : { ...column, width, leastWidth: column.leastWidth ?? column.width };
}

/** The columns made wide enough for words and figures. */
export function widenColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  letterScale = 1,
): readonly Column<Row>[] {
  const wide = columns.map(column => stretched(column, letterScale));
  return widenForFigures(wide, rows, letterScale);
}

/** The columns made wide enough for more figures; for their words they are already. */
export function widenForFigures<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  letterScale = 1,
): readonly Column<Row>[] {
  return columns.map(column => {
    const { figure, isFigureLoose = false } = column;
    if (figure === undefined) return column;
    let width = column.width;
    for (const row of rows)
      width = Math.max(
        width,
        Math.ceil((isFigureLoose ? figurePx(figure(row)) : pxOf(figure, row)) * letterScale) + cellPaddingPx,
      );
    return width === column.width ? column : { ...column, width };
  });
}

/** Whether each essential column is among those shown. */
export function hasEssentials<Row>(columns: readonly Column<Row>[], shown: readonly Column<Row>[]): boolean {
  const keys = new Set(shown.map(({ key }) => key));
  return columns.every(({ key, isEssential }) => isEssential !== true || keys.has(key));
}

export function widthOf(columns: readonly Pick<Column<never>, 'width'>[]): number {
  return columns.reduce((total, column) => total + column.width, 0);
}

/** More than this, and the eye loses the row on its way from the name to the figures. */
const mostGrowth = 1.6;

/** How much wider than it needs to be each column is drawn; `hasRest`: what is left over stays empty at the end. */
export function growthOf(
  neededPx: number,
  availablePx: number,
): { readonly factor: number; readonly hasRest: boolean } {
  const hasRest = neededPx > 0 && availablePx > neededPx * mostGrowth;
  return { factor: hasRest ? mostGrowth : 1, hasRest };
}

/** Of what lies over the end of the head. */
const cornerPx = 22;

interface BesideCorner<Row> {
  readonly shown: readonly Column<Row>[];
  /** px that stay free behind the last column */
  readonly restPx: number;
  /** there is no room for that: the last title alone keeps away from the corner */
  readonly isTitleAside: boolean;
}

/** The columns that fit, and what must stay free after a last one whose title would stand in the corner. */
export function besideCorner<Row>(
  columns: readonly Column<Row>[],
  { roomPx, hasCorner }: { readonly roomPx: number; readonly hasCorner: boolean },
): BesideCorner<Row> {
  const whole = fittingColumns(columns, roomPx);
  if (!hasCorner || whole.at(-1)?.align !== 'end') return { shown: whole, restPx: 0, isTitleAside: false };
  const beside = roomPx === 0 ? whole : fittingColumns(columns, Math.max(1, roomPx - cornerPx));
  if (roomPx > 0 && widthOf(beside) + cornerPx > roomPx) return { shown: whole, restPx: 0, isTitleAside: true };
  return { shown: beside, restPx: cornerPx, isTitleAside: false };
}

/** Of the checkbox of a row that can be marked. */
export const markPx = 22;

/** The checkbox is before the name of the row, which stays visible: the first column has space for both. */
export function withMarkColumn<Row>(columns: readonly Column<Row>[], hasMarks: boolean): readonly Column<Row>[] {
  const [first, ...others] = columns;
  if (!hasMarks || first === undefined) return columns;
  const { width, leastWidth = width } = first;
  return [{ ...first, width: width + markPx, leastWidth: leastWidth + markPx }, ...others];
}
