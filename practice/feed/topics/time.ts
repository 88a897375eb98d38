import type { Clock } from '#practice/kernel/kernel.ts';

export type Undo = () => void;

/** Timers that tests run by hand. Both answers cancel; a cancelled job never runs. */
export interface Scheduler {
  after(delayMs: number, job: () => void): Undo;
  every(periodMs: number, job: () => void): Undo;
}

/** Time and timers of the feeds. */
export interface FeedTime {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

const nanosecondsPerMs = 1_000_000n;

/** Now in nanoseconds, without drawing one of the clock's event numbers: a listener must not move the market's time. */
export function timestampNs(clock: Pick<Clock, 'nowMs'>): bigint {
  return BigInt(Math.floor(clock.nowMs())) * nanosecondsPerMs;
}
