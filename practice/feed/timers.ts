import type { Scheduler } from './topics/time.ts';

/** The machine's own timers. */
export interface Timers extends Scheduler {
  /** cancels everything that still waits; nothing can be scheduled afterwards */
  stopAll(): void;
}

function nothing(): void {}

export function createTimers(): Timers {
  const waiting = new Set<NodeJS.Timeout>();
  let isStopped = false;
  const keep = (timer: NodeJS.Timeout): (() => void) => {
    waiting.add(timer);
    return () => {
      // one call clears both kinds
      clearTimeout(timer);
      waiting.delete(timer);
    };
  };
  return {
    after(delayMs, job) {
      if (isStopped) return nothing;
      const timer = setTimeout(() => {
        waiting.delete(timer);
        job();
      }, delayMs);
      return keep(timer);
    },
    every: (periodMs, job) => (isStopped ? nothing : keep(setInterval(job, periodMs))),
    stopAll() {
      isStopped = true;
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}
