import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { letterScaleOf } from './column.ts';

export interface Viewport {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly scrollPx: number;
  /** height of one row in the chosen density */
  readonly rowPx: number;
  /** how much larger than usual its letters are */
  readonly letterScale: number;
}

/** The row of the medium density, for a place without a layout. */
const usualRowPx = 26;

const unmeasured: Viewport = { widthPx: 0, heightPx: 0, scrollPx: 0, rowPx: usualRowPx, letterScale: 1 };

/** Size and scroll position of a scrolling box of rows. Scrolling redraws only when it moved by a row. */
export function useViewport(): readonly [RefObject<HTMLDivElement | null>, Viewport] {
  const box = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState(unmeasured);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const update = () => setViewport(old => keepWhenSame(old, measure(element)));
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

function measure(element: HTMLElement): Viewport {
  const style = getComputedStyle(element);
  const rowPx = Number.parseFloat(style.getPropertyValue('--row-height')) || usualRowPx;
  return {
    widthPx: element.clientWidth,
    heightPx: element.clientHeight,
    scrollPx: Math.floor(element.scrollTop / rowPx) * rowPx,
    rowPx,
    letterScale: letterScaleOf(Number.parseFloat(style.fontSize) || 0),
  };
}

function keepWhenSame(old: Viewport, next: Viewport): Viewport {
  const isSame =
    old.widthPx === next.widthPx &&
    old.heightPx === next.heightPx &&
    old.scrollPx === next.scrollPx &&
    old.rowPx === next.rowPx &&
    old.letterScale === next.letterScale;
  return isSame ? old : next;
}
