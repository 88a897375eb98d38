import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** the least height of a row, in pixels */
const leastRowPx = 16;

/**
 * How many rows fit into a list, at the most. Those further down are drawn for whoever comes to scroll: each moves with each
 * trade. Until the list is measured it is as tall as the window.
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
