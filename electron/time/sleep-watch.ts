interface SleepWatchOptions {
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  /** how often it is asked */
  readonly everyMs: number;
}

/** Beyond this the sockets' other ends have given us up, or are about to. */
const sleepMs = 10_000;

/**
 * Reports whether the machine slept since the last check: the wall clock ran ahead of the monotonic one (which stops on
 * some systems), or the check itself was much too late (on other systems, or when the process was stopped). A wall
 * clock that is set back is no sleep.
 */
export function createSleepWatch({ nowMs, monotonicMs, everyMs }: SleepWatchOptions): () => boolean {
  let wallMs = nowMs();
  let steadyMs = monotonicMs();
  return () => {
    const wallPassed = nowMs() - wallMs;
    const steadyPassed = monotonicMs() - steadyMs;
    wallMs += wallPassed;
    steadyMs += steadyPassed;
    return wallPassed - steadyPassed > sleepMs || steadyPassed - everyMs > sleepMs;
  };
}
