import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LockReason } from '#shared/calls/lock-calls.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { forgetProfiles } from '#bridge/account/forgetting.ts';
import { useLock } from '#bridge/safety/use-lock.ts';
import { useWrite } from '#bridge/use-write.ts';
import { KillSwitch } from '#features/kill-switch/kill-switch.tsx';
import { useCommandStore } from '#state/command-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useNow } from '#ui/clock.ts';
import { dismissToasts } from '#ui/feedback/toast-queue.ts';
import { Button } from '#ui/form/button.tsx';
import { formatMoment } from '#lib/time.ts';
import './lock.css';
import { t } from '#shared/words/t.ts';

const reasons: Readonly<Record<LockReason, string>> = {
  asked: t`Locked manually`,
  idle: t`Locked after inactivity`,
  sleep: t`Locked after sleep`,
  start: t`Locked at start`,
};

/** Nothing of the account stays in the page, drawn or not. */
function useForgetting(): void {
  const client = useQueryClient();
  useEffect(() => {
    dismissToasts();
    useUiStore.setState({ openSheet: 'none', openCard: null, pickedLevel: null });
    useCommandStore.getState().show('none');
    forgetProfiles(() => true);
    client.removeQueries({ predicate: query => !query.isActive() });
    // events during the lock were not received here
    return () => void client.invalidateQueries();
  }, [client]);
}

/** All that a locked Fathom shows: why, how to unlock it, and the kill switch. */
export function LockScreen({ profile }: { readonly profile: Profile }) {
  useForgetting();
  const lock = useLock();
  const nowMs = useNow(1000);
  const release = useWrite('lock.release', { refreshes: ['profiles.list', 'lock.read'] });
  const [problem, setProblem] = useState<string | null>(null);
  const locked = lock?.locked ?? null;
  const waitMs = (lock?.retryAtMs ?? 0) - nowMs;
  const unlock = async () => {
    setProblem(null);
    const answer = await release.send({});
    if (!answer.ok && answer.error.kind !== 'declined') setProblem(answer.error.message);
  };
  return (
    <main className="lock-screen" data-profile={profile.colour}>
      <section className="lock-box" aria-labelledby="lock-title">
        <h1 id="lock-title">{t`Fathom is locked`}</h1>
        {locked === null ? null : (
          <p className="lock-since">{t`${reasons[locked.reason]} at ${formatMoment(locked.sinceMs, nowMs)}`}.</p>
        )}
        <Button variant="primary" isFirst onPress={unlock}>{t`Unlock…`}</Button>
        <p role="status" className="lock-note">
          {release.isPending
            ? t`Enter the PIN in the trusted window.`
            : waitMs > 0
              ? t`Too many wrong PINs. Try again in ${Math.ceil(waitMs / 1000)} s.`
              : t`You enter the PIN in the trusted window, never here.`}
        </p>
        <p role="alert" className="lock-problem">
          {problem}
        </p>
        <hr />
        <p className="lock-note">{t`Orders at the exchange stay open, and Fathom keeps the account up to date. Only cancels are sent. The kill switch works without the PIN.`}</p>
        <p className="lock-kill">
          <KillSwitch profile={profile} isCounted={false} />
          {profile.isReadOnly ? (
            <span className="lock-note">{t`${profile.name} is read-only and cannot cancel orders.`}</span>
          ) : null}
        </p>
      </section>
    </main>
  );
}
