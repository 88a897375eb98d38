/** Where everything of the ladder stands, in CSS px. Pure: the painter draws by it and a press is read by it. */

export interface LadderShape {
  readonly widthPx: number;
  readonly heightPx: number;
  /** rows a side */
  readonly rows: number;
  /** room for the longest price text */
  readonly pricePx: number;
  readonly hasTotal: boolean;
  readonly hasOwn: boolean;
}

/** Right edges of the columns: all numbers stand to the right. Null = the column is not shown. */
export interface LadderColumns {
  readonly leftPx: number;
  readonly rightPx: number;
  readonly price: number;
  readonly size: number;
  readonly total: number | null;
  readonly own: number | null;
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
const highestRowPx = 24;
const middlePx = { beside: 30, stacked: 34 } as const;
const dotPx = 10;
const edgePx = 8;

/** Bids and asks side by side in a low box, one above the other in a tall one. */
export function layLadder(shape: LadderShape): LadderLayout {
  const kind = shape.heightPx >= stackedFromPx ? 'stacked' : 'beside';
  const rowLines = kind === 'stacked' ? 2 * shape.rows : shape.rows;
  const fixedPx = middlePx[kind] + headPx;
  const fittingPx = Math.floor((shape.heightPx - fixedPx) / rowLines);
  const rowPx = Math.min(Math.max(fittingPx, lowestRowPx), highestRowPx);
  const base = { kind, rowPx, rows: shape.rows, widthPx: shape.widthPx, heightPx: fixedPx + rowPx * rowLines } as const;
  if (kind === 'beside') {
    const half = Math.floor(shape.widthPx / 2);
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

/** Price first, then size, total and own sizes to the right. */
function outwards(shape: LadderShape, leftPx: number, rightPx: number): LadderColumns {
  const price = leftPx + dotPx + shape.pricePx;
  const { sizePx, totalPx } = shareRoom(shape, rightPx - edgePx - price);
  return {
    leftPx,
    rightPx,
    price,
    size: price + sizePx,
    total: shape.hasTotal ? price + sizePx + totalPx : null,
    own: shape.hasOwn ? rightPx - edgePx : null,
    dot: leftPx + dotPx / 2,
    barFrom: 'left',
  };
}

/** The mirror image for bids beside asks: both best prices meet in the middle. */
function inwards(shape: LadderShape, rightPx: number): LadderColumns {
  const price = rightPx - 6;
  const inner = price - shape.pricePx - dotPx;
  const { sizePx, totalPx } = shareRoom(shape, inner - edgePx);
  return {
    leftPx: 0,
    rightPx,
    price,
    size: inner,
    total: shape.hasTotal ? inner - sizePx : null,
    own: shape.hasOwn ? inner - sizePx - totalPx : null,
    dot: inner + dotPx / 2 + 1,
    barFrom: 'right',
  };
}

/** Parts of the room beside the price: sizes have the most digits, own sizes are written without padding. */
const parts = { size: 7, total: 6, own: 4 } as const;

function shareRoom({ hasTotal, hasOwn }: LadderShape, roomPx: number) {
  const part = roomPx / (parts.size + (hasTotal ? parts.total : 0) + (hasOwn ? parts.own : 0));
  return { sizePx: Math.floor(parts.size * part), totalPx: hasTotal ? Math.floor(parts.total * part) : 0 };
}

/** The top of a row; `index` counts from the best price. */
export function rowTop(layout: LadderLayout, side: BookSide, index: number): number {
  if (layout.kind === 'beside') return layout.headTopPx + headPx + index * layout.rowPx;
  if (side === 'ask') return layout.middle.topPx - (index + 1) * layout.rowPx;
  return layout.middle.topPx + layout.middle.heightPx + index * layout.rowPx;
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
