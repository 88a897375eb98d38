/** Time and chance as this room takes them from the world; tests pass fakes. */
export interface World {
  /** wall clock, epoch ms */
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  /** 0 ≤ n < 1 */
  readonly random: () => number;
  /** Calls once after `ms`. Returns its undo. */
  readonly after: (ms: number, what: () => void) => () => void;
  /** Calls once when everything that has already arrived was handled. Returns its undo. */
  readonly soon: (what: () => void) => () => void;
  /** see FrameSense: how far the moment is from one that suits the page's frames; 0 = not known */
  readonly frameOffsetMs: (atMs: number) => number;
}

export const realWorld: World = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  random: Math.random,
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
