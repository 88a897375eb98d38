import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { letterScaleOf } from './column.ts';
import { overscanRows } from './window-rows.ts';

export interface Viewport {
  /** false: the box has just come, and its size is not known yet */
  readonly isMeasured: boolean;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly scrollPx: number;
  /** it was not scrolled yet, or its last step left behind the rows that are drawn ahead: they are drawn for nothing */
  readonly isLeaping: boolean;
  /** height of one row in the chosen density */
  readonly rowPx: number;
  /** how much larger than usual its letters are */
  readonly letterScale: number;
}

/** The row of the medium density, for a place without a layout. */
const usualRowPx = 26;

const unmeasured: Viewport = {
  isMeasured: false,
  widthPx: 0,
  heightPx: 0,
  scrollPx: 0,
  isLeaping: true,
  rowPx: usualRowPx,
  letterScale: 1,
};

/** Size and scroll position of a scrolling box of rows. Scrolling redraws only when it moved by a row. */
export function useViewport(): readonly [RefObject<HTMLDivElement | null>, Viewport] {
  const box = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState(unmeasured);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const update = () => setViewport(old => keepWhenSame(old, measure(element, old)));
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    // a size of letters or a density that was chosen does not change the box itself
    const chosen = new MutationObserver(update);
    chosen.observe(document.documentElement, { attributes: true });
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      chosen.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, []);
  return [box, viewport];
}

function measure(element: HTMLElement, old: Viewport): Viewport {
  const style = getComputedStyle(element);
  const rowPx = Number.parseFloat(style.getPropertyValue('--row-height')) || usualRowPx;
  const scrollPx = Math.floor(element.scrollTop / rowPx) * rowPx;
  const stepPx = Math.abs(scrollPx - old.scrollPx);
  return {
    isMeasured: true,
    widthPx: element.clientWidth,
    heightPx: element.clientHeight,
    scrollPx,
    isLeaping: stepPx === 0 ? old.isLeaping : stepPx > overscanRows * rowPx,
    rowPx,
    letterScale: letterScaleOf(Number.parseFloat(style.fontSize) || 0),
  };
}

function keepWhenSame(old: Viewport, next: Viewport): Viewport {
  const isSame =
    old.isMeasured === next.isMeasured &&
    old.widthPx === next.widthPx &&
    old.heightPx === next.heightPx &&
    old.scrollPx === next.scrollPx &&
    old.isLeaping === next.isLeaping &&
    old.rowPx === next.rowPx &&
    old.letterScale === next.letterScale;
  return isSame ? old : next;
}
