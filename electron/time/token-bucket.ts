/** A bucket of permits: a few at once, then one now and then. */
export interface TokenBucket {
  /** takes a permit whatever happens: pings do not wait */
  readonly take: () => void;
  /** ms until there is a permit; 0 means now */
  readonly pauseMs: () => number;
}

interface TokenBucketOptions {
  readonly burst: number;
  readonly perSecond: number;
  readonly monotonicMs: () => number;
}

export function createTokenBucket({ burst, perSecond, monotonicMs }: TokenBucketOptions): TokenBucket {
  let permits = burst;
  let countedAtMs = monotonicMs();

  const refill = (): void => {
    const now = monotonicMs();
    permits = Math.min(burst, permits + ((now - countedAtMs) / 1000) * perSecond);
    countedAtMs = now;
  };

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
