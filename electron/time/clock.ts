import { wait } from './wait.ts';

/** Time and chance as the program takes them from outside; tests pass a fake. */
export interface Clock {
  /** wall clock, epoch ms */
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  /** 0 ≤ n < 1 */
  readonly random: () => number;
  /** resolves after `ms`, or at once when the signal aborts; never rejects */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Calls once after `ms`. Returns its undo. */
  readonly after: (ms: number, what: () => void) => () => void;
  /** Calls once when everything that has already arrived was handled. Returns its undo. */
  readonly soon: (what: () => void) => () => void;
  /** see FrameSense: how far the moment is from one that suits the page's frames; 0 = not known */
  readonly frameOffsetMs: (atMs: number) => number;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  random: Math.random,
  wait,
  after: (ms, what) => {
    const timer = setTimeout(what, ms);
    return () => clearTimeout(timer);
  },
  soon: what => {
    const immediate = setImmediate(what);
    return () => clearImmediate(immediate);
  },
  frameOffsetMs: () => 0,
};
