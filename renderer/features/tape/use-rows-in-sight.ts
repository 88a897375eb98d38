import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** the least height of a row, in pixels */
const leastRowPx = 16;

/**
 * The maximum number of rows that fit into a list. Rows further down are drawn when the user scrolls, because each
 * moves with each trade. Until the list is measured it has the height of the window.
 */
export function useRowsInSight(): readonly [RefObject<HTMLDivElement | null>, number] {
  const list = useRef<HTMLDivElement>(null);
  const [heightPx, setHeight] = useState(window.innerHeight);
  useLayoutEffect(() => {
    if (list.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setHeight(entry.contentRect.height));
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  return [list, Math.ceil(heightPx / leastRowPx)];
}
