/**
 * What silence means for a kind of topic. Each limit is ms of silence while subscribed; null: silence means nothing.
 */
export interface SilenceLimits {
  readonly staleAfterMs: number | null;
  /** subscribe to the topic again; doubles with each time it did not help */
  readonly askAgainAfterMs: number | null;
  readonly deadAfterMs: number | null;
}

/** Pushed at a fixed pace, whatever happens. */
export function clockwork(everyMs: number): SilenceLimits {
  return { staleAfterMs: everyMs * 3 + 2_000, askAgainAfterMs: everyMs * 6 + 2_000, deadAfterMs: 60_000 };
}
/** Pushed on change, and a market changes all the time. docs/faults.md §4: stale after 10 s. */
export const busy: SilenceLimits = { staleAfterMs: 10_000, askAgainAfterMs: 20_000, deadAfterMs: 120_000 };
/** Pushed with each trade, which may be seldom. */
export const quiet: SilenceLimits = { staleAfterMs: null, askAgainAfterMs: 120_000, deadAfterMs: null };
/** Pushed when an own order or balance changes: only the pong shows that the connection is alive. */
export const eventful: SilenceLimits = { staleAfterMs: null, askAgainAfterMs: null, deadAfterMs: null };
