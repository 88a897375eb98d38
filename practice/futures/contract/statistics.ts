const bucketMs = 60_000;
const windowMs = 24 * 3_600_000;

interface Bucket {
  readonly startMs: number;
  readonly open: bigint;
  high: bigint;
  low: bigint;
  lots: bigint;
  worth: bigint;
}

interface DayFigures {
  /** price at the beginning of the window */
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly lots: bigint;
  /** money units */
  readonly worth: bigint;
}

/** The last 24 hours of trades in minutes. */
export interface DayStatistics {
  record(trade: {
    readonly price: bigint;
    readonly lots: bigint;
    readonly worth: bigint;
    readonly timeMs: number;
  }): void;
  /** null when nothing has traded for a day */
  view(nowMs: number): DayFigures | null;
}

export function createDayStatistics(): DayStatistics {
  const buckets: Bucket[] = [];
  const prune = (nowMs: number): void => {
    const stale = buckets.findIndex(bucket => bucket.startMs + bucketMs > nowMs - windowMs);
    buckets.splice(0, stale < 0 ? buckets.length : stale);
  };
  return {
    record({ price, lots, worth, timeMs }) {
      const startMs = Math.floor(timeMs / bucketMs) * bucketMs;
      const last = buckets.at(-1);
      if (last === undefined || last.startMs < startMs) {
        buckets.push({ startMs, open: price, high: price, low: price, lots, worth });
        prune(timeMs);
        return;
      }
      last.high = price > last.high ? price : last.high;
      last.low = price < last.low ? price : last.low;
      last.lots += lots;
      last.worth += worth;
    },
    view(nowMs) {
      prune(nowMs);
      const [first] = buckets;
      if (first === undefined) return null;
      const figures = { open: first.open, high: first.high, low: first.low, lots: 0n, worth: 0n };
      for (const bucket of buckets) {
        if (bucket.high > figures.high) figures.high = bucket.high;
        if (bucket.low < figures.low) figures.low = bucket.low;
        figures.lots += bucket.lots;
        figures.worth += bucket.worth;
      }
      return figures;
    },
  };
}
