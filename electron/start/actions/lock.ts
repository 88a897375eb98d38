import { fail } from '#shared/errors.ts';
import type { Keychain } from '#credentials/keyring/keychain.ts';
import { createIdleWatch, checkIntervalMs } from '#credentials/lock/idle-watch.ts';
import type { Lock } from '#credentials/lock/lock.ts';
import { createLockControl, type LockControl } from '#credentials/lock/lock-control.ts';
import { createPinStore } from '#credentials/lock/pin-store.ts';
import type { Log } from '#log/log.ts';
import { createSleepWatch } from '#time/sleep-watch.ts';
import type { TrustedPrompt } from '#trusted/prompt.ts';

interface ComposeLockOptions {
  readonly lock: Lock;
  readonly keychain: Keychain;
  readonly prompt: TrustedPrompt;
  readonly log: Log;
}

interface ComposedLock {
  readonly control: LockControl;
  /** asks in the trusted window; nothing while Fathom is locked, and what is open then is closed unanswered */
  readonly ask: TrustedPrompt['ask'];
  /** the same for the kill switch, which is asked for and answered whether Fathom is locked or not */
  readonly askUrgent: TrustedPrompt['ask'];
  readonly touch: () => void;
  readonly stop: () => void;
}

const monotonicMs = () => performance.now();

/** The lock with what it counts by and asks by. */
export function composeLock({ lock, keychain, prompt, log }: ComposeLockOptions): ComposedLock {
  const control = createLockControl({ lock, pins: createPinStore(keychain), prompt, nowMs: Date.now, log });
  const idle = createIdleWatch({
    lock,
    monotonicMs,
    hasSlept: createSleepWatch({ nowMs: Date.now, monotonicMs, everyMs: checkIntervalMs }),
    every: (what, ms) => {
      const timer = setInterval(what, ms);
      timer.unref();
      return () => clearInterval(timer);
    },
  });
  let openUrgent = 0;
  let wasLocked = lock.isLocked();
  lock.onChange(() => {
    const isLockedNow = !wasLocked && lock.isLocked();
    wasLocked = lock.isLocked();
    // the locked screen shows no question that another user left open
    if (isLockedNow && openUrgent === 0) void prompt.close();
  });
  return {
    control,
    ask: async (question, take) => {
      if (lock.isLocked()) return fail('locked', 'Fathom is locked; nothing was done. Unlock it first.');
      idle.touch();
      return prompt.ask(question, async reply => {
        // the window may have been opening when Fathom was locked
        if (lock.isLocked()) return fail('locked', 'Fathom is locked; nothing was done. Unlock it first.');
        idle.touch();
        return take(reply);
      });
    },
    askUrgent: async (question, take) => {
      openUrgent += 1;
      try {
        return await prompt.askUrgent(question, take);
      } finally {
        openUrgent -= 1;
      }
    },
    touch: idle.touch,
    stop: idle.stop,
  };
}
