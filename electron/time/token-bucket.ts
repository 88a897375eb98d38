/** A bucket of permits: a few at once, then one now and then. */
export interface TokenBucket {
  /** takes a permit whatever happens: pings do not wait; `count` may leave a debt, which the next ones wait for */
  readonly take: (count?: number) => void;
  /** ms until there is a permit; 0 means now */
  readonly pauseMs: () => number;
}

export interface TokenBucketOptions {
  readonly burst: number;
  readonly perSecond: number;
  readonly nowMs: () => number;
}

export function createTokenBucket({ burst, perSecond, nowMs }: TokenBucketOptions): TokenBucket {
  let permits = burst;
  let countedAtMs = nowMs();

  const refill = (): void => {
    const now = nowMs();
    // a clock that was set back gives nothing, and takes nothing
    permits = Math.min(burst, permits + (Math.max(0, now - countedAtMs) / 1000) * perSecond);
    countedAtMs = now;
  };

  return {
    take(count = 1) {
      refill();
      permits -= count;
    },
    pauseMs() {
      refill();
      return permits >= 1 ? 0 : Math.ceil(((1 - permits) / perSecond) * 1000);
    },
  };
}
