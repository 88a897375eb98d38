interface PermitRules {
  readonly permits: number;
  readonly permitWindowMs: number;
}

/** Counts a client's messages over a sliding window (docs/exchange/feeds.md §3). */
export function createPermits({ permits, permitWindowMs }: PermitRules): { take(nowMs: number): boolean } {
  const moments: number[] = [];
  return {
    take(nowMs) {
      while (moments[0] !== undefined && moments[0] <= nowMs - permitWindowMs) moments.shift();
      if (moments.length >= permits) return false;
      moments.push(nowMs);
      return true;
    },
  };
}
