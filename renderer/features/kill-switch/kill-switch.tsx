import { lazy, Suspense, useState } from 'react';
import type { KillRun } from '#shared/domain/safety/kill-switch.ts';
import type { Safeguards } from '#shared/domain/safety/safeguards.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useKillRun, useSafeguards } from '#bridge/safety/use-safeguards.ts';
import { useWrite } from '#bridge/use-write.ts';
import { useUiStore } from '#state/ui-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { FrozenMark } from './frozen-mark.tsx';
import { type KillCount, useKillCount } from './kill-count.ts';
import './kill-switch.css';
import { TopLayer } from './top-layer.tsx';
import { type Hold, useHold, useHoldKeys } from './use-hold.ts';
import { t } from '#shared/words/t.ts';

const KillReport = lazy(async () => ({ default: (await import('./kill-report.tsx')).KillReport }));
const notCounted: KillCount = { cancelled: null, kept: 0 };

interface KillSwitchProps {
  readonly profile: Profile;
  /** false: the lists of the account are not to be seen now, so nothing is counted */
  readonly isCounted?: boolean;
}

/** Stops this profile: held for a second, by the button or by Ctrl+Shift+X from anywhere. Its report stays until it is closed. */
export function KillSwitch({ profile, isCounted = true }: KillSwitchProps) {
  const safeguards = useSafeguards(profile.id);
  const run = useKillRun(profile.id);
  const fire = useWrite('killSwitch.fire', { refreshes: ['killSwitch.read', 'safeguards.read'] });
  const [closedId, setClosedId] = useState<string | null>(null);
  const isKeepingStops = useUiStore(state => state.isKeepingStops);
  const isOn = !profile.isReadOnly;
  const onHeld = async () => {
    setClosedId(null);
    const fired = await fire.send({ profileId: profile.id, isKeepingStops });
    if (!fired.ok) showToast('danger', t`The kill switch did not fire: ${fired.error.message}`);
  };
  // a press like on any other button must not look as if it had done something
  const hold = useHold(
    () => void onHeld(),
    () => showToast('neutral', t`Let go too early: nothing was cancelled. Hold it for a second.`),
  );
  useHoldKeys(hold, isOn);
  if (!isOn) return null;
  return (
    <>
      <FrozenMark profile={profile} safeguards={safeguards} isReleasable={isCounted} />
      {isCounted ? (
        <CountedButton profileId={profile.id} hold={hold} isKeepingStops={isKeepingStops} />
      ) : (
        <KillButton count={notCounted} hold={hold} isKeepingStops={isKeepingStops} />
      )}
      {hold.isHeld ? <Ring isKeepingStops={isKeepingStops} /> : null}
      {run === null || run.id === closedId || isReleased(run, safeguards) ? null : (
        <Suspense fallback={null}>
          <KillReport profile={profile} run={run} onClose={() => setClosedId(run.id)} />
        </Suspense>
      )}
    </>
  );
}

/** The profile was released since: what the run did is no state of it any more. It stays in the audit log. */
function isReleased({ endedAtMs }: KillRun, safeguards: Safeguards | undefined): boolean {
  if (safeguards === undefined || endedAtMs === null) return false;
  const { frozenSinceMs } = safeguards;
  return frozenSinceMs === null || endedAtMs < frozenSinceMs;
}

/** The keys that press a button. */
function isHeldKey(key: string): boolean {
  return key === ' ' || key === 'Enter';
}

interface ButtonProps {
  readonly hold: Hold;
  readonly isKeepingStops: boolean;
}

function CountedButton({ profileId, ...props }: ButtonProps & { readonly profileId: string }) {
  return <KillButton count={useKillCount(profileId, props.isKeepingStops)} {...props} />;
}

/** What is cancelled and what is kept, in words. */
function scopeText(isKeepingStops: boolean, kept: number): string {
  return isKeepingStops
    ? t`Cancels every order and stop but ${kept} protective stops (spot stops that sell, futures stops that only reduce)`
    : t`Cancels every order and stop, protective stops too (Safety: keep them)`;
}

function KillButton({ count: { cancelled, kept }, hold, isKeepingStops }: ButtonProps & { readonly count: KillCount }) {
  const counted = cancelled === null ? '' : ` (${cancelled})`;
  return (
    <button
      type="button"
      className="button button-small kill-button"
      aria-pressed={hold.isHeld}
      title={t`${scopeText(isKeepingStops, kept)}, on every venue, and sends nothing new until you release the profile. Hold for a second; letting go aborts. Ctrl+Shift+X, held, from anywhere.`}
      onPointerDown={event => {
        if (event.button === 0) hold.begin();
      }}
      onPointerUp={hold.letGo}
      onPointerLeave={hold.letGo}
      onPointerCancel={hold.letGo}
      onBlur={hold.letGo}
      onKeyDown={event => {
        if (!isHeldKey(event.key)) return;
        event.preventDefault();
        if (!event.repeat) hold.begin();
      }}
      onKeyUp={event => {
        if (isHeldKey(event.key)) hold.letGo();
      }}
    >
      {isKeepingStops ? t`Cancel, keep stops + freeze${counted}` : t`Cancel all + freeze${counted}`}
    </button>
  );
}

function Ring({ isKeepingStops }: Pick<ButtonProps, 'isKeepingStops'>) {
  return (
    <TopLayer className="kill-ring-layer" label={t`Kill switch`}>
      <svg className="kill-ring" viewBox="0 0 100 100" aria-hidden="true">
        <circle className="kill-ring-track" cx="50" cy="50" r="42" pathLength="100" />
        <circle className="kill-ring-fill" cx="50" cy="50" r="42" pathLength="100" />
      </svg>
      <p role="alert">
        {isKeepingStops
          ? t`Hold to cancel everything but protective stops and freeze. Let go to abort.`
          : t`Hold to cancel everything and freeze. Let go to abort.`}
      </p>
    </TopLayer>
  );
}
