/** A bucket of permits: a few at once, then one now and then. */
export interface Throttle {
  /** takes a permit whatever happens: pings do not wait */
  readonly take: () => void;
  /** ms until there is a permit; 0 means now */
  readonly pauseMs: () => number;
}

interface ThrottleInput {
  readonly burst: number;
  readonly perSecond: number;
  readonly monotonicMs: () => number;
}

export function createThrottle({ burst, perSecond, monotonicMs }: ThrottleInput): Throttle {
  let permits = burst;
  let countedAtMs = monotonicMs();

  function refill(): void {
    const now = monotonicMs();
    permits = Math.min(burst, permits + ((now - countedAtMs) / 1000) * perSecond);
    countedAtMs = now;
  }

  return {
    take() {
      refill();
      permits -= 1;
    },
    pauseMs() {
      refill();
      return permits >= 1 ? 0 : Math.ceil(((1 - permits) / perSecond) * 1000);
    },
  };
}
