import { useLayoutEffect, useState } from 'react';

/** Where a press means the price under the pointer. */
const priceSurfaces = '.ladder:hover, .depth:hover, .chart:hover, .price-ladder:hover';

/**
 * Whether the ticket has a column of its own. The column comes and goes only while the pointer is not over a book or a
 * chart: their columns must not move under it. Until then the ticket lies over the panels at the right edge.
 */
export function useSettledColumn(isOpen: boolean): boolean {
  const [hasColumn, setHasColumn] = useState(false);
  useLayoutEffect(() => {
    if (hasColumn === isOpen) return undefined;
    const surface = document.querySelector(priceSurfaces);
    if (surface === null) {
      setHasColumn(isOpen);
      return undefined;
    }
    const settle = ({ target }: Event) => {
      if (!(target instanceof Node && surface.contains(target))) setHasColumn(isOpen);
    };
    document.addEventListener('pointerover', settle);
    return () => document.removeEventListener('pointerover', settle);
  }, [hasColumn, isOpen]);
  return hasColumn;
}
