import type { Lock } from './lock.ts';

export interface IdleWatchOptions {
  readonly lock: Pick<Lock, 'state' | 'engage' | 'isLocked'>;
  readonly monotonicMs: () => number;
  /** whether the machine slept since it was last asked */
  readonly hasSlept: () => boolean;
  /** Returns its undo. */
  readonly every: (what: () => void, ms: number) => () => void;
}

/** Counts the time without input. */
export interface IdleWatch {
  readonly touch: () => void;
  readonly stop: () => void;
}

export const checkIntervalMs = 1000;

/** Locks after the chosen idle time, and after any sleep, because another person may open the lid. */
export function createIdleWatch({ lock, monotonicMs, hasSlept, every }: IdleWatchOptions): IdleWatch {
  let touchedMs = monotonicMs();
  const look = (): void => {
    const isAfterSleep = hasSlept();
    const { idleMin, pinHome } = lock.state();
    if (pinHome === null || lock.isLocked()) {
      touchedMs = monotonicMs();
      return;
    }
    if (isAfterSleep) lock.engage('sleep');
    else if (idleMin !== null && monotonicMs() - touchedMs >= idleMin * 60_000) lock.engage('idle');
  };
  const stop = every(look, checkIntervalMs);
  return {
    touch: () => {
      touchedMs = monotonicMs();
    },
    stop,
  };
}
