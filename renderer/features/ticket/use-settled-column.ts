import { useEffect, useState } from 'react';

/** Where a press means the price under the pointer. */
const priceSurfaces = '.ladder:hover, .depth:hover, .chart:hover, .price-ladder:hover';

/**
 * Whether the ticket has a column of its own. The column comes and goes only while the pointer is not over a book or a
 * chart: their columns must not move under it. Until then the ticket lies over the panels at the right edge.
 */
export function useSettledColumn(isOpen: boolean): boolean {
  const [hasColumn, setHasColumn] = useState(false);
  const [surface, setSurface] = useState<Element | null>(null);
  if (hasColumn !== isOpen && surface === null) {
    const pointed = document.querySelector(priceSurfaces);
    if (pointed === null) setHasColumn(isOpen);
    else setSurface(pointed);
  }
  useEffect(() => {
    if (surface === null) return undefined;
    const settle = ({ target }: Event) => {
      if (target instanceof Node && surface.contains(target)) return;
      setSurface(null);
      setHasColumn(isOpen);
    };
    document.addEventListener('pointerover', settle);
    return () => document.removeEventListener('pointerover', settle);
  }, [surface, isOpen]);
  return hasColumn;
}
