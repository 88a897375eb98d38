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
/** Drawn ahead on both sides, so that a scroll of a few rows finds them there. */
export const overscanRows = 8;
/** The same before the first scroll, and while each scroll step is longer than that. */
const leapRows = 2;

export interface RowView {
  readonly isMeasured: boolean;
  readonly isLeaping: boolean;
  readonly rowCount: number;
  readonly rowPx: number;
  readonly scrollPx: number;
  readonly heightPx: number;
}

/** Which rows of a long table to draw. */
export function windowRows({ isMeasured, isLeaping, rowCount, rowPx, scrollPx, heightPx }: RowView): RowWindow {
  if (rowCount <= wholeUpTo) return { from: 0, to: rowCount, abovePx: 0, belowPx: 0 };
  // to measure the box its rows would be laid out, and then again at the width that was found
  if (!isMeasured) return { from: 0, to: 0, abovePx: 0, belowPx: rowCount * rowPx };
  const aheadRows = isLeaping ? leapRows : overscanRows;
  const first = Math.floor(scrollPx / rowPx) - aheadRows;
  const shown = Math.ceil(Math.max(heightPx, rowPx) / rowPx) + 2 * aheadRows;
  const from = Math.max(0, Math.min(first, rowCount - shown));
  const to = Math.min(rowCount, from + shown);
  return { from, to, abovePx: from * rowPx, belowPx: (rowCount - to) * rowPx };
}
