import type { CSSProperties } from 'react';

/**
 * The height of a table with this many rows, in any density: the next part follows it, and not the end of the window.
 */
export function heightOfRows(count: number): CSSProperties {
  // the head, the rows, and a line
  return { height: `calc(${Math.max(count, 1) + 1} * var(--row-height) + 8px)` };
}
