import { useSyncExternalStore } from 'react';
import type { WindowShape } from '#shared/domain/view/workspace.ts';

// the same two widths as in workspace.css
const wide = '(min-width: 2000px)';
const narrow = '(max-width: 1300px)';

/** How much room the window has now. */
export function shapeNow(): WindowShape {
  if (window.matchMedia(wide).matches) return 'wide';
  return window.matchMedia(narrow).matches ? 'narrow' : 'medium';
}

function subscribe(listener: () => void): () => void {
  const queries = [window.matchMedia(wide), window.matchMedia(narrow)];
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

/** The same, followed. */
export function useWindowShape(): WindowShape {
  return useSyncExternalStore(subscribe, shapeNow);
}
