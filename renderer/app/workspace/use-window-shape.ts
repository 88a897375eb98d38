import { useSyncExternalStore } from 'react';
import type { WindowShape } from '#shared/domain/view/workspace.ts';

// these two widths are also in workspace.css; the book of Trading has the same place where there is more
const wide = '(min-width: 2000px)';
const narrow = '(max-width: 1300px)';
const vast = '(min-width: 3200px)';

/** How much room the window has now. */
export function shapeNow(): WindowShape {
  if (window.matchMedia(vast).matches) return 'vast';
  if (window.matchMedia(wide).matches) return 'wide';
  return window.matchMedia(narrow).matches ? 'narrow' : 'medium';
}

function subscribe(listener: () => void): () => void {
  const queries = [vast, wide, narrow].map(query => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

/** The same, followed. */
export function useWindowShape(): WindowShape {
  return useSyncExternalStore(subscribe, shapeNow);
}
