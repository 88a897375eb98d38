import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { Touch } from '#shared/domain/live.ts';
import { around, centred, rowsAway, type LadderWindow, scrolled, settle, touchRows } from './model/row-window.ts';

export interface HeldRows {
  /** null: the market is unknown */
  readonly window: LadderWindow | null;
  /** rows between the ladder and a market that has left it; positive: above */
  readonly away: number;
  /** since rows last moved, or since something was done, in ms: a press right after it was aimed at the previous row */
  readonly sinceShiftMs: () => number;
  /** something was done: the second half of a double click counts as little as a press on rows that moved */
  readonly rest: () => void;
  readonly centre: () => void;
  readonly scroll: (rows: number) => void;
  /** puts a row into the middle */
  readonly show: (row: number) => void;
}

export interface RowWindowOptions {
  readonly touch: Touch;
  readonly step: Decimal;
  /** rows that there is room for */
  readonly count: number;
  readonly isHeld: boolean;
}

/** The rows of the ladder and when they last moved. */
export function useRowWindow({ touch, step, count, isHeld }: RowWindowOptions): HeldRows {
  const [kept, setKept] = useState<LadderWindow | null>(null);
  const near = touchRows(touch, step);
  const window = settle({ window: kept, touch: near, step, count, isHeld });
  if (window !== kept && !isSame(window, kept)) setKept(window);
  const shiftedAtMs = useRef(Number.NEGATIVE_INFINITY);
  const top = window?.top;
  useLayoutEffect(() => {
    shiftedAtMs.current = performance.now();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- they are what has moved, not what is used
  }, [top, step]);
  const put = (next: LadderWindow | null) => {
    if (next !== null) setKept(next);
  };
  return {
    window,
    away: window === null ? 0 : rowsAway(window, near),
    sinceShiftMs: () => performance.now() - shiftedAtMs.current,
    rest: () => {
      shiftedAtMs.current = performance.now();
    },
    centre: () => put(centred(near, step, count)),
    scroll: rows => put(window === null ? null : scrolled(window, rows)),
    show: row => put(window === null ? null : around(row, window)),
  };
}

function isSame(a: LadderWindow | null, b: LadderWindow | null): boolean {
  return a?.top === b?.top && a?.count === b?.count && a?.step === b?.step && a?.isElsewhere === b?.isElsewhere;
}

const fallbackRows = 24;

/** How many rows fit into a box; as many as can be read where boxes have no size. */
export function useFittingRows(box: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(fallbackRows);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => {
      const heightPx = Number.parseFloat(getComputedStyle(element).getPropertyValue('--book-row-height')) || 20;
      const fitting = Math.floor(element.clientHeight / heightPx);
      if (fitting > 0) setCount(fitting);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return count;
}
