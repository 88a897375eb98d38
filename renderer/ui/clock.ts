import { useCallback, useSyncExternalStore } from 'react';

/**
 * One ticking clock for the whole page, so that a hundred ages cost one timer. It stands still while the window is
 * hidden or nobody looks.
 */
const listeners = new Set<() => void>();
const tickMs = 500;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  if (document.visibilityState === 'hidden') return;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Now in epoch ms, rounded down to `stepMs`: the component draws again only when that changes. */
export function useNow(stepMs = 1000): number {
  const snapshot = useCallback(() => Math.floor(Date.now() / stepMs) * stepMs, [stepMs]);
  return useSyncExternalStore(subscribe, snapshot);
}
