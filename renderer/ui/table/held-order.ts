import { type FocusEvent, type RefObject, useState } from 'react';

/** Rows in a kept order; a new one is appended, where it moves none. */
export function inOrder<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  order: readonly string[],
): readonly Row[] {
  const places = new Map(order.map((key, index) => [key, index]));
  const placeOf = (row: Row) => places.get(rowKey(row)) ?? order.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export interface HeldOrder<Row> {
  readonly rows: readonly Row[];
  /** another order waits until pointer and focus have left */
  readonly isHeld: boolean;
  /** what is asked for by hand is done at once */
  readonly letGo: () => void;
  /** for the box of the table */
  readonly handlers: {
    readonly onPointerMove: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

interface HeldOrderOptions<Row> {
  readonly sorted: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly box: RefObject<HTMLElement | null>;
  readonly isWanted: boolean;
}

/** Rows of a table that sorts itself: while the pointer or the focus is in it none of them moves. */
export function useHeldOrder<Row>({ sorted, rowKey, box, isWanted }: HeldOrderOptions<Row>): HeldOrder<Row> {
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const keep = () => {
    if (isWanted) setOrder(now => now ?? sorted.map(rowKey));
  };
  const isIn = (element: Element | null) => element !== null && box.current?.contains(element) === true;
  const rows = order === null ? sorted : inOrder(sorted, rowKey, order);
  return {
    rows,
    isHeld: rows !== sorted && rows.some((row, index) => row !== sorted[index]),
    letGo: () => setOrder(null),
    handlers: {
      onPointerMove: keep,
      onFocus: keep,
      onPointerLeave: () => {
        if (!isIn(document.activeElement)) setOrder(null);
      },
      onBlur: ({ relatedTarget }) => {
        const isInside = relatedTarget instanceof Element && isIn(relatedTarget);
        if (!isInside && box.current?.matches(':hover') !== true) setOrder(null);
      },
    },
  };
}
