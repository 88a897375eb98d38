export interface RowWindow {
  /** index of the first row that is drawn, and of the first that is not any more */
  readonly from: number;
  readonly to: number;
  /** px of the rows above and below that are not drawn */
  readonly abovePx: number;
  readonly belowPx: number;
}

/** Few rows are all drawn: a short list stays whole for search and screen readers. */
const wholeUpTo = 50;
const overscanRows = 8;

export interface RowView {
  readonly rowCount: number;
  readonly rowPx: number;
  readonly scrollPx: number;
  readonly heightPx: number;
}

/** Which rows of a long table to draw. */
export function windowRows({ rowCount, rowPx, scrollPx, heightPx }: RowView): RowWindow {
  if (rowCount <= wholeUpTo) return { from: 0, to: rowCount, abovePx: 0, belowPx: 0 };
  const first = Math.floor(scrollPx / rowPx) - overscanRows;
  const shown = Math.ceil(Math.max(heightPx, rowPx) / rowPx) + 2 * overscanRows;
  const from = Math.max(0, Math.min(first, rowCount - shown));
  const to = Math.min(rowCount, from + shown);
  return { from, to, abovePx: from * rowPx, belowPx: (rowCount - to) * rowPx };
}
