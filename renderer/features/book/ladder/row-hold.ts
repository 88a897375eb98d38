import { compare, type Decimal } from '#shared/decimal.ts';
import { type LadderLayout, rowAt, type RowPlace, type BookSide } from '../canvas/ladder-layout.ts';
import type { GroupedBook } from '../model/levels.ts';
import { type FrozenRows, freezeRows, type LadderFrame } from './ladder-frame.ts';

/** One row as a press means it. */
export interface PointedRow extends RowPlace {
  readonly price: Decimal;
}

/** Keeps the rows in their places while the pointer is over them, so that nothing moves under it. */
export interface RowHold {
  readonly point: (xPx: number, yPx: number) => void;
  readonly leave: () => void;
  /** takes the newest order, also under the pointer */
  readonly release: () => void;
  /** the prices that keep their places in the next frame, or null */
  readonly rowsFor: (view: GroupedBook, rows: number) => FrozenRows | null;
  readonly placeIn: (layout: LadderLayout | null) => RowPlace | null;
}

export function createRowHold(): RowHold {
  let pointer: { readonly xPx: number; readonly yPx: number } | null = null;
  let frozen: FrozenRows | null = null;
  let frozenOf = '';
  return {
    point: (xPx, yPx) => {
      pointer = { xPx, yPx };
    },
    leave: () => {
      pointer = null;
      frozen = null;
    },
    release: () => {
      frozen = null;
    },
    rowsFor: (view, rows) => {
      const book = `${view.symbol} ${view.step}`;
      // another pair or another step has other prices: the rows that were held mean nothing in it
      if (book !== frozenOf) frozen = null;
      frozenOf = book;
      if (frozen !== null && isOutOfReach(frozen, view)) frozen = null;
      if (pointer !== null) frozen ??= freezeRows(view, rows);
      return frozen;
    },
    placeIn: layout => (pointer === null || layout === null ? null : rowAt(layout, pointer.xPx, pointer.yPx)),
  };
}

/** The row as it is drawn, not as the newest data would have it: a press means what the eye saw. */
export function pointedRow(shown: LadderFrame | null, place: RowPlace | null): PointedRow | null {
  if (place === null) return null;
  const row = (place.side === 'bid' ? shown?.bids : shown?.asks)?.[place.index];
  return row === undefined ? null : { ...place, price: row.price };
}

/** The market has left all held rows of a side: they would only say that nothing rests there. */
function isOutOfReach(frozen: FrozenRows, { bids, asks }: GroupedBook): boolean {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  const [lowest, highest] = [frozen.bids.at(-1), frozen.asks.at(-1)];
  if (bid !== undefined && lowest !== undefined && compare(bid, lowest) < 0) return true;
  return ask !== undefined && highest !== undefined && compare(ask, highest) > 0;
}

/** True while the best price is not in the held rows: then the reader must be notified. */
export function isHeldApart(frozen: FrozenRows | null, view: GroupedBook): boolean {
  if (frozen === null) return false;
  const differs = (side: BookSide) => {
    const best = side === 'bid' ? view.bids[0] : view.asks[0];
    return best?.[0] !== (side === 'bid' ? frozen.bids : frozen.asks)[0];
  };
  return differs('bid') || differs('ask');
}
