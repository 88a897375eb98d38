import { useSyncExternalStore } from 'react';

/** How much room the window has: what stands beside each other and what takes turns. */
export type WorkspaceShape = 'narrow' | 'medium' | 'wide';

// the same two widths as in workspace.css
const wide = '(min-width: 2000px)';
const narrow = '(max-width: 1180px)';

function shapeNow(): WorkspaceShape {
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

export function useWorkspaceShape(): WorkspaceShape {
  return useSyncExternalStore(subscribe, shapeNow);
}
