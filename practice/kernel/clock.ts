import type { Clock } from './kernel.ts';

const nanosecondsPerMs = 1_000_000n;

/** The clock of a venue that is given a past before it lives. */
interface PastClock extends Clock {
  /** Runs something at an earlier moment. What trades must come in its order, and all of it before the living time. */
  readonly at: <T>(timeMs: number, run: () => T) => T;
}

export function createPastClock(clock: Clock): PastClock {
  let pastMs: number | null = null;
  let published = 0n;
  return {
    nowMs: () => pastMs ?? clock.nowMs(),
    nowNs() {
      if (pastMs === null) return clock.nowNs();
      published += 1n;
      return BigInt(pastMs) * nanosecondsPerMs + published;
    },
    at(timeMs, run) {
      pastMs = Math.floor(timeMs);
      try {
        return run();
      } finally {
        pastMs = null;
      }
    },
  };
}

/** Time that the exchange drives itself: set by the steps of the market, and led by the wall clock once it is live. */
export interface DrivenClock extends Clock {
  /** Moves time to `timeMs`; a moment that has already passed is ignored, because time never runs backwards. */
  advanceTo(timeMs: number): void;
  /** From now on time also follows `wallMs` (epoch ms) between steps. */
  follow(wallMs: () => number): void;
}

export function createDrivenClock(startMs: number): DrivenClock {
  let nowMs = Math.floor(startMs);
  let lastNs = 0n;
  let wall: (() => number) | null = null;
  const read = (): number => {
    if (wall !== null) nowMs = Math.max(nowMs, Math.floor(wall()));
    return nowMs;
  };
  return {
    nowMs: read,
    nowNs() {
      const candidate = BigInt(read()) * nanosecondsPerMs;
      lastNs = candidate > lastNs ? candidate : lastNs + 1n;
      return lastNs;
    },
    advanceTo(timeMs) {
      nowMs = Math.max(nowMs, Math.floor(timeMs));
    },
    follow(wallMs) {
      wall = wallMs;
    },
  };
}
