import type { CSSProperties } from 'react';

/** What a table with so many rows needs, in any density: what stands below follows it, and not the end of the window. */
export function heightOfRows(count: number): CSSProperties {
  // the head, the rows, and a line
  return { height: `calc(${Math.max(count, 1) + 1} * var(--row-height) + 8px)` };
}
