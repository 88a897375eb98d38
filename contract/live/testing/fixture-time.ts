import { performance } from 'node:perf_hooks';
import type { ClientOptions } from '#client/client.ts';
import type { FeedOptions } from '#client/feed/create-feed.ts';
import { wait } from '#time/wait.ts';
import { systemClock, type Clock } from '#time/clock.ts';

/**
 * The clocks of one fixture. They run as fast as a test wants, jump when it says so, and list what still waits on them.
 */
export interface FixtureTime {
  readonly feed: NonNullable<FeedOptions['context']>;
  readonly market: Clock;
  readonly client: ClientOptions;
  /** Both clocks jump: the machine slept. */
  readonly sleep: (ms: number) => void;
  /** Sets the wall clock only. */
  readonly setWall: (byMs: number) => void;
  /** timers that wait */
  readonly pending: () => number;
}

/** Chance that is none: back-offs are short, and the same each time. */
const random = () => 0.1;

/** The client's own pauses between its attempts are not what is tested here. */
const hurry = 10;
const mostAtOnceMs = 3_000;

function countWaits() {
  let count = 0;
  return {
    pending: () => count,
    after: (ms: number, what: () => void): (() => void) => {
      count += 1;
      let isOver = false;
      const end = (): void => {
        if (!isOver) count -= 1;
        isOver = true;
      };
      const undo = systemClock.after(ms, () => {
        end();
        what();
      });
      return () => {
        end();
        undo();
      };
    },
    wait: async (ms: number, signal?: AbortSignal): Promise<void> => {
      count += 1;
      await wait(ms, signal);
      count -= 1;
    },
  };
}

/** `speed`: how many times faster than ours the feed's time passes; REST and its clock keep the exchange's pace. */
export function createFixtureTime(speed = 1): FixtureTime {
  const waits = countWaits();
  let sleptMs = 0;
  let wallShiftMs = 0;
  const startMs = Date.now();
  let lookedAtMs = performance.now();
  let hurriedMs = 0;
  const passedMs = () => {
    const nowMs = performance.now();
    const sinceMs = (nowMs - lookedAtMs) * speed;
    // where time is hurried a busy machine's pause would look like sleep
    hurriedMs += speed === 1 ? sinceMs : Math.min(sinceMs, mostAtOnceMs);
    lookedAtMs = nowMs;
    return hurriedMs + sleptMs;
  };
  const steady = () => performance.now() + sleptMs;
  const wall = () => Date.now() + sleptMs + wallShiftMs;
  return {
    feed: {
      random,
      nowMs: () => startMs + passedMs() + wallShiftMs,
      monotonicMs: passedMs,
      wait: async (ms, signal) => await waits.wait(ms / speed, signal),
    },
    market: { ...systemClock, random, nowMs: wall, monotonicMs: steady, after: waits.after },
    client: { nowMs: wall, monotonicMs: steady, random, wait: (ms, signal) => wait(ms / hurry, signal) },
    sleep: ms => {
      sleptMs += ms;
    },
    setWall: byMs => {
      wallShiftMs += byMs;
    },
    pending: waits.pending,
  };
}
