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
export function createFakeLock(tell: (step: string) => void): {
  readonly lock: Lock;
  readonly lockControl: LockControl;
  readonly touch: () => void;
  readonly changePrivacy: (level: string) => Result<Record<string, never>>;
} {
  const lock = createLock({ memory: createFakeLockMemory({ hasPin: true }), nowMs: () => 1 });
  const told = (step: string) => {
    tell(step);
    return Promise.resolve(succeed(lock.state()));
  };
  return {
    lock,
    lockControl: {
      release: () => {
        lock.open();
        return told('unlock');
      },
      setPin: home => told(`set a PIN in ${home}`),
      removePin: () => told('remove the PIN'),
      change: ({ idleMin, isLockedAtStart }) => told(`lock after ${idleMin}, at start ${isLockedAtStart}`),
      adopt: () => Promise.resolve(),
    },
    touch: () => tell('touch'),
    changePrivacy: level => {
      tell(`privacy ${level}`);
      return succeed({});
    },
  };
}
