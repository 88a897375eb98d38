import type { Clock } from './clock.ts';

export interface ClockWatchOptions {
  readonly clock: Clock;
  /** The machine slept, this program was stopped, or the clock was set: earlier measurements of it may be wrong. */
  readonly onJump: () => void;
}

export interface ClockWatch {
  /** Looks at once: on waking up what was waiting to run comes in any order. */
  readonly look: () => void;
  readonly stop: () => void;
}

const tickMs = 1_000;
/** A tick this late is no busy moment. */
const sleptMs = 5_000;
/**
 * The exchange tolerates 5 s (docs/exchange/authentication.md §6); beyond this the clock comes too close
 * (docs/faults.md §4).
 */
const setMs = 1_000;

function doNothing(): void {}

/**
 * Compares the wall clock with the monotonic one, which during sleep stops on some systems and continues on others. The
 * sockets do not need this: the feed checks them itself.
 */
export function watchClock({ clock, onJump }: ClockWatchOptions): ClockWatch {
  let wallMs = clock.nowMs();
  let monotonicMs = clock.monotonicMs();
  let undo = doNothing;
  const look = (): void => {
    const wallPassedMs = clock.nowMs() - wallMs;
    const passedMs = clock.monotonicMs() - monotonicMs;
    wallMs += wallPassedMs;
    monotonicMs += passedMs;
    if (passedMs > tickMs + sleptMs || Math.abs(wallPassedMs - passedMs) > setMs) onJump();
  };
  const tick = (): void => {
    look();
    undo = clock.after(tickMs, tick);
  };
  undo = clock.after(tickMs, tick);
  return { look, stop: () => undo() };
}
