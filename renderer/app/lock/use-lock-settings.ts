import { useState } from 'react';
import type { LockState, PinHome } from '#shared/calls/lock-calls.ts';
import type { Failure } from '#shared/errors.ts';
import { useLock } from '#bridge/safety/use-lock.ts';
import { useWrite } from '#bridge/use-write.ts';

type Choices = Pick<LockState, 'idleMin' | 'isLockedAtStart'>;
type Answer = { readonly ok: true } | { readonly ok: false; readonly error: Failure };

export interface LockSettingsActions {
  /** undefined: not known yet */
  readonly lock: LockState | undefined;
  readonly isBusy: boolean;
  /** why the last action came to nothing, unless the user closed the question */
  readonly problem: string | null;
  /** the keychain could not be used, and there is no PIN yet */
  readonly isMemoryOffered: boolean;
  readonly setPin: (home: PinHome) => Promise<void>;
  readonly removePin: () => Promise<void>;
  readonly change: (part: Partial<Choices>) => Promise<void>;
}

/** What can be done about the lock; main asks in the trusted window what must be asked. */
export function useLockSettings(): LockSettingsActions {
  const lock = useLock();
  const [problem, setProblem] = useState<string | null>(null);
  const [isMemoryOffered, setMemoryOffered] = useState(false);
  const set = useWrite('lock.setPin', { refreshes: ['lock.read'] });
  const remove = useWrite('lock.removePin', { refreshes: ['lock.read'] });
  const edit = useWrite('lock.change', { refreshes: ['lock.read'] });
  const publish = (answer: Answer): void => {
    setProblem(answer.ok || answer.error.kind === 'declined' ? null : answer.error.message);
  };
  return {
    lock,
    isBusy: set.isPending || remove.isPending || edit.isPending,
    problem,
    isMemoryOffered,
    setPin: async home => {
      const answer = await set.send({ home });
      publish(answer);
      setMemoryOffered(!answer.ok && home === 'keychain' && lock?.pinHome === null);
    },
    removePin: async () => publish(await remove.send({})),
    change: async part => {
      if (lock === undefined) return;
      const { idleMin, isLockedAtStart } = lock;
      publish(await edit.send({ idleMin, isLockedAtStart, ...part }));
    },
  };
}
