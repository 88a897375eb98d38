import type { Scheduler } from './time.ts';

/**
 * Gathers changes and acts on them once a period: the cadence of docs/exchange/feeds.md §5 and §7. Without changes no
 * timer runs.
 */
interface Conflation {
  /** something has changed; `run` follows within one period */
  mark(): void;
  stop(): void;
}

export function createConflation(scheduler: Scheduler, periodMs: number, run: () => void): Conflation {
  let cancel: (() => void) | null = null;
  return {
    mark() {
      cancel ??= scheduler.after(periodMs, () => {
        cancel = null;
        run();
      });
    },
    stop() {
      cancel?.();
      cancel = null;
    },
  };
}
