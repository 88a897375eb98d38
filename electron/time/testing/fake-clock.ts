import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';

/** Time that advances only when a test moves it. */
export interface FakeClock extends Clock {
  /** Moves on; due timers run in order, with everything that does not wait for time in between. */
  readonly pass: (ms: number) => Promise<void>;
  /** Moves on at once, as a busy or sleeping computer would see it: what fell due happens with the next `pass`. */
  readonly jump: (ms: number) => void;
  /** Sets the wall clock, and no other. */
  readonly setWall: (byMs: number) => void;
  /** timers and waits that are not over */
  readonly waiting: () => number;
}

interface Timer {
  readonly atMs: number;
  readonly fire: () => void;
}

/** A chain of so many steps of Node's own event loop comes to its end. */
const turns = 20;

/** Runs everything that does not wait for time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await setImmediate();
}

export function createFakeClock(startMs = 1_700_000_000_000): FakeClock {
  let passedMs = 0;
  let wallOffsetMs = 0;
  const timers = new Set<Timer>();

  const after: Clock['after'] = (ms, what) => {
    const timer: Timer = { atMs: passedMs + Math.max(0, ms), fire: what };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const wait: Clock['wait'] = (ms, signal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal?.aborted === true) return Promise.resolve();
    const undo = after(ms, resolve);
    const stop = (): void => {
      undo();
      resolve();
    };
    signal?.addEventListener('abort', stop, { once: true });
    return promise;
  };
  /** a set keeps the order of asking, which is the order among equals */
  const nextUntil = (endMs: number): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.atMs <= endMs && (next === undefined || timer.atMs < next.atMs)) next = timer;
    }
    return next;
  };

  return {
    nowMs: () => startMs + passedMs + wallOffsetMs,
    monotonicMs: () => passedMs,
    random: () => 0.5,
    wait,
    after,
    soon: what => after(0, what),
    frameOffsetMs: () => 0,
    waiting: () => timers.size,
    jump(ms) {
      passedMs += ms;
    },
    setWall(byMs) {
      wallOffsetMs += byMs;
    },
    async pass(ms) {
      const endMs = passedMs + ms;
      await settle();
      for (let next = nextUntil(endMs); next !== undefined; next = nextUntil(endMs)) {
        passedMs = Math.max(passedMs, next.atMs);
        timers.delete(next);
        next.fire();
        await settle();
      }
      passedMs = Math.max(passedMs, endMs);
    },
  };
}
