import type { wait as systemWait } from '#time/wait.ts';

export interface SilenceLimitOptions {
  readonly wait: typeof systemWait;
  /** An answer was due for `limitMs`, and nothing came. */
  readonly onSilent: (limitMs: number) => void;
}

/** Watches a thread from outside: a thread that its server keeps in a loop runs no timer of its own. */
export interface SilenceLimit {
  /** The thread was asked, or it answered. The next answer must come within this time; null: no answer is due. */
  readonly restart: (limitMs: number | null) => void;
}

export function createSilenceLimit({ wait, onSilent }: SilenceLimitOptions): SilenceLimit {
  let running = new AbortController();
  return {
    restart(limitMs) {
      running.abort();
      running = new AbortController();
      const { signal } = running;
      if (limitMs === null) return;
      void wait(limitMs, signal).then(() => {
        if (!signal.aborted) onSilent(limitMs);
      });
    },
  };
}
