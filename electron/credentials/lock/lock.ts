import type { LockReason, LockState, PinHome } from '#shared/calls/lock-calls.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { LockMemory } from './lock-file.ts';
import { retryAtMs } from './waits.ts';

export interface LockOptions {
  readonly memory: LockMemory;
  readonly nowMs: () => number;
}

/**
 * Whether Fathom is locked. While it is, the page gets no account data and no action except a cancel is sent. Main
 * continues by itself: it follows the account, looks up lost answers, and renews the timed cancel.
 */
export interface Lock {
  readonly isLocked: () => boolean;
  readonly state: () => LockState;
  /** Locks at once. `invalid-request`: there is no PIN to unlock it with. */
  readonly engage: (reason: LockReason) => Result<LockState>;
  /** Only after the PIN was typed in the trusted window. */
  readonly open: () => void;
  readonly setPinHome: (home: PinHome | null) => void;
  readonly setChoices: (choices: Pick<LockState, 'idleMin' | 'isLockedAtStart'>) => void;
  /** Stored before a PIN is checked, so that an attempt counts when Fathom is ended meanwhile. */
  readonly countTry: () => void;
  readonly forgetTries: () => void;
  /** why no action may be sent now, as a sentence, or null */
  readonly validationError: () => string | null;
  /** Listens to each change; a listener may be added after the first change. */
  readonly onChange: (listener: (state: LockState) => void) => void;
}

/** One that was locked when it ended, however that was, begins locked. */
export function createLock({ memory, nowMs }: LockOptions): Lock {
  const kept = memory.read();
  const listeners: ((state: LockState) => void)[] = [];
  let isPinInMemory = false;
  let locked: LockState['locked'] = null;
  const pinHome = (): PinHome | null => {
    if (memory.read().hasPin) return 'keychain';
    return isPinInMemory ? 'session' : null;
  };
  const state = (): LockState => {
    const { idleMin, isLockedAtStart } = memory.read();
    const home = pinHome();
    return { locked, pinHome: home, idleMin, isLockedAtStart, retryAtMs: retryAtMs(memory.read(), nowMs()) };
  };
  const publish = (): void => {
    for (const listener of listeners) listener(state());
  };
  const put = (next: LockState['locked']): void => {
    locked = next;
    // a PIN in memory does not outlive Fathom, and neither may a lock that nothing could open
    memory.change({ locked: memory.read().hasPin ? next : null });
    publish();
  };
  if (kept.hasPin && (kept.isLockedAtStart || kept.locked !== null))
    locked = kept.locked ?? { sinceMs: nowMs(), reason: 'start' };
  return {
    isLocked: () => locked !== null,
    state,
    engage: reason => {
      if (pinHome() === null)
        return fail('invalid-request', 'There is no PIN yet, so nothing could unlock Fathom again. Set one first.');
      if (locked === null) put({ sinceMs: nowMs(), reason });
      return succeed(state());
    },
    open: () => put(null),
    setPinHome: home => {
      isPinInMemory = home === 'session';
      memory.change({ hasPin: home === 'keychain' });
      publish();
    },
    setChoices: choices => {
      memory.change(choices);
      publish();
    },
    countTry: () => {
      memory.change({ wrongTries: memory.read().wrongTries + 1, lastWrongAtMs: nowMs() });
      publish();
    },
    forgetTries: () => {
      memory.change({ wrongTries: 0, lastWrongAtMs: 0 });
      publish();
    },
    validationError: () =>
      locked === null ? null : 'Fathom is locked: only cancels and the kill switch are sent until it is unlocked.',
    onChange: listener => void listeners.push(listener),
  };
}
