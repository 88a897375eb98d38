/** The positions of all parts of the ladder, in CSS px. Pure: the painter draws by it and a click is read by it. */

/** Room that the widest text of each column needs, as measured. Null = the column is not wanted. */
export interface ColumnWidths {
  readonly price: number;
  readonly size: number;
  readonly total: number | null;
  readonly own: number | null;
}

export interface LadderShape {
  readonly widthPx: number;
  readonly heightPx: number;
  /** rows a side */
  readonly rows: number;
  /** height of a row in the chosen density */
  readonly rowPx: number;
  readonly widths: ColumnWidths;
}

/** Right edges of the columns: all numbers stand to the right. Null = the column is not shown. */
export interface LadderColumns {
  readonly leftPx: number;
  readonly rightPx: number;
  readonly price: number;
  readonly size: number;
  readonly total: number | null;
  readonly own: number | null;
  /** room of the size and its title */
  readonly sizePx: number;
  /** the dot of an own order */
  readonly dot: number;
  /** bars grow from this edge */
  readonly barFrom: 'left' | 'right';
}

export interface LadderLayout {
  readonly kind: 'beside' | 'stacked';
  readonly widthPx: number;
  /** may be more than there is room for: then the box scrolls */
  readonly heightPx: number;
  readonly rowPx: number;
  readonly rows: number;
  readonly middle: { readonly topPx: number; readonly heightPx: number };
  readonly headTopPx: number;
  readonly bids: LadderColumns;
  readonly asks: LadderColumns;
}

export type BookSide = 'bid' | 'ask';

const stackedFromPx = 730;
const headPx = 18;
const lowestRowPx = 15;
/** what a row may grow to where the rows do not quite fill the box */
const stretchPx = 4;
const middlePx = { beside: 30, stacked: 34 } as const;
const dotPx = 9;
const edgePx = 5;
/** between two columns at least */
const gapPx = 6;
/** so much more before a total, taken from the room at the edge: two long figures with one gap between read as one */
const totalGapPx = 4;
/** between the best price and the middle of a box with both sides beside each other */
const innerPx = 5;

/** Bids and asks side by side in a low box, one above the other in a tall one and where half the width is too little. */
export function layLadder(shape: LadderShape): LadderLayout {
  const half = Math.floor(shape.widthPx / 2);
  const isTall = shape.heightPx >= stackedFromPx;
  const kind = isTall || leastRoom({ ...shape.widths, total: null, own: null }) > half ? 'stacked' : 'beside';
  const rowLines = kind === 'stacked' ? 2 * shape.rows : shape.rows;
  const fixedPx = middlePx[kind] + headPx;
  const fittingPx = Math.floor((shape.heightPx - fixedPx) / rowLines);
  const rowPx = Math.min(Math.max(fittingPx, lowestRowPx), shape.rowPx + stretchPx);
  const base = { kind, rowPx, rows: shape.rows, widthPx: shape.widthPx, heightPx: fixedPx + rowPx * rowLines } as const;
  if (kind === 'beside') {
    return {
      ...base,
      middle: { topPx: 0, heightPx: middlePx.beside },
      headTopPx: middlePx.beside,
      bids: inwards(shape, half),
      asks: outwards(shape, half, shape.widthPx),
    };
  }
  const columns = outwards(shape, 0, shape.widthPx);
  const whole = { ...columns, barFrom: 'right' } as const;
  return {
    ...base,
    middle: { topPx: headPx + rowPx * shape.rows, heightPx: middlePx.stacked },
    headTopPx: 0,
    bids: whole,
    asks: whole,
  };
}

/** A book has so many rows a side even where they must be lower than the density wants. */
const usualRows = 20;

/** Rows a side that fill a box of that height, so that it need not scroll and the best prices are always in sight. */
export function fittingRows(kind: LadderLayout['kind'], heightPx: number, rowPx: number): number {
  const linesPx = heightPx - middlePx[kind] - headPx;
  const rowsOf = (linePx: number) => Math.floor(linesPx / linePx / (kind === 'stacked' ? 2 : 1));
  return Math.max(1, rowsOf(rowPx), Math.min(usualRows, rowsOf(lowestRowPx)));
}

/** What one side needs, with the least gaps. */
function leastRoom(widths: ColumnWidths): number {
  const others = [widths.size, widths.total, widths.own].filter(width => width !== null);
  const edges = edgePx + innerPx + dotPx;
  return edges + widths.price + others.reduce((sum, width) => sum + gapPx + width, 0);
}

/** The columns that fit: own sizes go first (their dot stays), then totals. A price and its size never go. */
function fittingWidths(widths: ColumnWidths, roomPx: number): ColumnWidths {
  if (leastRoom(widths) <= roomPx) return widths;
  const withoutOwn = { ...widths, own: null };
  return leastRoom(withoutOwn) <= roomPx ? withoutOwn : { ...withoutOwn, total: null };
}

interface SpreadColumns {
  /** from the right edge of the neighbour to the right edge of the column */
  readonly size: number;
  readonly total: number | null;
  readonly own: number | null;
}

/** The remaining width is divided equally between the columns. */
function spreadColumns(widths: ColumnWidths, roomPx: number): SpreadColumns {
  const shown = [widths.size, widths.total, widths.own].filter(width => width !== null).length;
  const extraPx = Math.max(0, Math.floor((roomPx - leastRoom(widths)) / shown));
  const wide = (width: number | null) => (width === null ? null : width + gapPx + extraPx);
  return { size: widths.size + gapPx + extraPx, total: wide(widths.total), own: wide(widths.own) };
}

/** Price first, then size, total and own sizes to the right. */
function outwards(shape: LadderShape, leftPx: number, rightPx: number): LadderColumns {
  const widths = fittingWidths(shape.widths, rightPx - leftPx);
  const spread = spreadColumns(widths, rightPx - leftPx);
  const price = leftPx + dotPx + widths.price;
  const size = price + spread.size;
  const total = spread.total === null ? null : size + spread.total + totalGapPx;
  return {
    leftPx,
    rightPx,
    price,
    size,
    total,
    own: spread.own === null ? null : (total ?? size) + spread.own,
    sizePx: spread.size - gapPx,
    dot: leftPx + dotPx / 2,
    barFrom: 'left',
  };
}

/** The mirror image for bids beside asks: both best prices meet in the middle. */
function inwards(shape: LadderShape, rightPx: number): LadderColumns {
  const widths = fittingWidths(shape.widths, rightPx);
  const spread = spreadColumns(widths, rightPx);
  const price = rightPx - innerPx;
  const size = price - widths.price - dotPx;
  const total = spread.total === null ? null : size - spread.size - totalGapPx;
  const beforeOwn = total === null ? size - spread.size : total - (spread.total ?? 0);
  return {
    leftPx: 0,
    rightPx,
    price,
    size,
    total,
    own: spread.own === null ? null : beforeOwn,
    sizePx: spread.size - gapPx,
    dot: size + dotPx / 2 + 1,
    barFrom: 'right',
  };
}

/** The top of a row; `index` counts from the best price. */
export function rowTop(layout: LadderLayout, side: BookSide, index: number): number {
  if (layout.kind === 'beside') return layout.headTopPx + headPx + index * layout.rowPx;
  if (side === 'ask') return layout.middle.topPx - (index + 1) * layout.rowPx;
  return layout.middle.topPx + layout.middle.heightPx + index * layout.rowPx;
}

/** Whether a press there means the size of a row, and not its price. */
export function isOnSize({ price, size }: LadderColumns, xPx: number): boolean {
  return price < size ? xPx > price : xPx <= size;
}

export interface RowPlace {
  readonly side: BookSide;
  readonly index: number;
}

/** The row under a point, or null where there is none. */
export function rowAt(layout: LadderLayout, xPx: number, yPx: number): RowPlace | null {
  if (xPx < 0 || xPx >= layout.widthPx) return null;
  const sides: readonly BookSide[] =
    layout.kind === 'stacked' ? ['bid', 'ask'] : xPx < layout.bids.rightPx ? ['bid'] : ['ask'];
  for (const side of sides) {
    const first = rowTop(layout, side, 0);
    const isUpwards = layout.kind === 'stacked' && side === 'ask';
    const index = isUpwards
      ? Math.ceil((first + layout.rowPx - yPx) / layout.rowPx) - 1
      : Math.floor((yPx - first) / layout.rowPx);
    if (index >= 0 && index < layout.rows) return { side, index };
  }
  return null;
}
