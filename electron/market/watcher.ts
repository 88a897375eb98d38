import type { Watch } from '#shared/domain/view/watch.ts';
import type { WindowId } from '#shared/domain/view/panel-window.ts';

/** A served subscription. `refresh` sends the known state again, because a page may have been reloaded. */
export interface LiveWatch {
  readonly refresh: () => void;
  readonly close: () => void;
}

/** The windows that look at one thing, as they are now. */
export type Watchers = ReadonlySet<WindowId>;

/** Serves what the windows watch, and nothing else: no watch, no subscription, no view, no timer. */
export interface Watcher {
  /** Replaces the subscriptions of this window. Kept ones are published again, because the page may be a new one. */
  readonly set: (window: WindowId, watches: readonly Watch[]) => void;
  readonly isEmpty: () => boolean;
  readonly close: () => void;
}

/** Data that differs per window, because views and lists are published as edits to the state of that one. */
const byWindow: ReadonlySet<Watch['kind']> = new Set<Watch['kind']>(['book', 'account', 'prices']);

function keyOf(watch: Watch): string {
  if (watch.kind === 'account') return `${watch.kind} ${watch.list} ${watch.pace}`;
  if (watch.kind === 'tickers') return watch.kind;
  if (watch.kind === 'prices') return `${watch.kind} ${JSON.stringify(watch.of)}`;
  const market = `${watch.kind} ${watch.venue} ${watch.symbol}`;
  if (watch.kind === 'book') return `${market} ${watch.rows} ${watch.step ?? ''} ${watch.periodMs}`;
  return watch.kind === 'candles' ? `${market} ${watch.interval}` : market;
}

interface Served {
  readonly live: LiveWatch;
  readonly windows: Set<WindowId>;
}

/** `serve` is called once for what several windows watch; `to` always has the present windows. */
export function createWatcher(serve: (watch: Watch, to: Watchers) => LiveWatch): Watcher {
  const served = new Map<string, Served>();
  const begin = (key: string, watch: Watch, window: WindowId): void => {
    const standing = served.get(key);
    if (standing === undefined) {
      const windows = new Set([window]);
      served.set(key, { live: serve(watch, windows), windows });
      return;
    }
    standing.windows.add(window);
    standing.live.refresh();
  };
  return {
    set(window, watches) {
      const wanted = new Map(
        watches.map(watch => [byWindow.has(watch.kind) ? `${window} ${keyOf(watch)}` : keyOf(watch), watch]),
      );
      for (const [key, watch] of wanted) begin(key, watch, window);
      // after the new ones are there, so that what both need is not let go in between
      for (const [key, { live, windows }] of served) {
        if (wanted.has(key) || !windows.delete(window) || windows.size > 0) continue;
        served.delete(key);
        live.close();
      }
    },
    isEmpty: () => served.size === 0,
    close() {
      for (const { live, windows } of served.values()) {
        windows.clear();
        live.close();
      }
      served.clear();
    },
  };
}
