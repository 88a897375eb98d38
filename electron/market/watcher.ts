import type { Watch } from '#shared/domain/live.ts';

/** A watch that is served. `refresh` sends what it knows again, because a page may have been loaded anew. */
export interface LiveWatch {
  readonly refresh: () => void;
  readonly close: () => void;
}

/** Serves what the window watches, and nothing else: no watch, no subscription, no view, no timer. */
export interface Watcher {
  /** Replaces what was watched. What stays is told again, because the page that asks may be a new one. */
  readonly set: (watches: readonly Watch[]) => void;
  readonly isEmpty: () => boolean;
}

function keyOf(watch: Watch): string {
  if (watch.kind === 'account') return `${watch.kind} ${watch.list} ${watch.pace}`;
  if (watch.kind === 'tickers') return watch.kind;
  if (watch.kind === 'prices') return `${watch.kind} ${JSON.stringify(watch.of)}`;
  const market = `${watch.kind} ${watch.venue} ${watch.symbol}`;
  if (watch.kind === 'book') return `${market} ${watch.rows} ${watch.step ?? ''} ${watch.periodMs}`;
  return watch.kind === 'candles' ? `${market} ${watch.interval}` : market;
}

export function createWatcher(serve: (watch: Watch) => LiveWatch): Watcher {
  let served = new Map<string, LiveWatch>();
  return {
    set(watches) {
      const next = new Map<string, LiveWatch>();
      for (const watch of watches) {
        const key = keyOf(watch);
        if (next.has(key)) continue;
        const standing = served.get(key);
        next.set(key, standing ?? serve(watch));
        standing?.refresh();
      }
      // after the new ones are there, so that what both need is not let go in between
      for (const [key, old] of served) if (!next.has(key)) old.close();
      served = next;
    },
    isEmpty: () => served.size === 0,
  };
}
