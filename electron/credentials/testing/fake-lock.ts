import { type Result, succeed } from '#shared/errors.ts';
import type { LockControl } from '../lock/lock-control.ts';
import { createLock, type Lock } from '../lock/lock.ts';
import { freshLock, type LockMemory } from '../lock/lock-file.ts';

/** What of the lock is remembered, in memory. */
export function createFakeLockMemory(kept: Partial<ReturnType<LockMemory['read']>> = {}): LockMemory {
  let held = { ...freshLock, ...kept };
  return {
    read: () => held,
    change: part => {
      held = { ...held, ...part };
      return succeed(held);
    },
  };
}

/** The lock, and a user who does whatever is asked in the trusted window. */
export function createFakeLock(publish: (step: string) => void): {
  readonly lock: Lock;
  readonly lockControl: LockControl;
  readonly touch: () => void;
  readonly changePrivacy: (level: string) => Result<Record<string, never>>;
} {
  const lock = createLock({ memory: createFakeLockMemory({ hasPin: true }), nowMs: () => 1 });
  const published = (step: string) => {
    publish(step);
    return Promise.resolve(succeed(lock.state()));
  };
  return {
    lock,
    lockControl: {
      release: () => {
        lock.open();
        return published('unlock');
      },
      setPin: home => published(`set a PIN in ${home}`),
      removePin: () => published('remove the PIN'),
      change: ({ idleMin, isLockedAtStart }) => published(`lock after ${idleMin}, at start ${isLockedAtStart}`),
      adopt: () => Promise.resolve(),
    },
    touch: () => publish('touch'),
    changePrivacy: level => {
      publish(`privacy ${level}`);
      return succeed({});
    },
  };
}
