import { lazy, Suspense, useState } from 'react';
import type { KillRun } from '#shared/domain/safety/kill-switch.ts';
import type { Safeguards } from '#shared/domain/safety/safeguards.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useKillRun, useSafeguards } from '#bridge/safety/use-safeguards.ts';
import { useUiStore } from '#state/ui-store.ts';
import { FrozenMark } from './frozen-mark.tsx';
import type { KillCount } from './kill-count.ts';
import { CountedKillButton, KillButton } from './kill-button.tsx';
import './kill-switch.css';
import { TopLayer } from './top-layer.tsx';
import { useHoldKeys } from './use-hold.ts';
import { useKillHold } from './use-kill-hold.ts';
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
  const [closedId, setClosedId] = useState<string | null>(null);
  const isKeepingStops = useUiStore(state => state.isKeepingStops);
  const isOn = !profile.isReadOnly;
  const hold = useKillHold(profile.id, () => setClosedId(null));
  useHoldKeys(hold, isOn);
  if (!isOn) return null;
  return (
    <>
      <FrozenMark profile={profile} safeguards={safeguards} isReleasable={isCounted} />
      {isCounted ? (
        <CountedKillButton profileId={profile.id} hold={hold} isKeepingStops={isKeepingStops} />
      ) : (
        <KillButton count={notCounted} hold={hold} isKeepingStops={isKeepingStops} />
      )}
      {hold.isHeld ? <Ring isKeepingStops={isKeepingStops} /> : null}
      {run === null || run.id === closedId || isReleased(run, safeguards) ? null : (
        <Suspense fallback={null}>
          <KillReport profile={profile} run={run} hasFigures={isCounted} onClose={() => setClosedId(run.id)} />
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

function Ring({ isKeepingStops }: { readonly isKeepingStops: boolean }) {
  return (
    <TopLayer className="kill-ring-layer" label={t`Kill switch`}>
      <svg className="kill-ring" viewBox="0 0 100 100" aria-hidden="true">
        <circle className="kill-ring-track" cx="50" cy="50" r="42" pathLength="100" />
        <circle className="kill-ring-fill" cx="50" cy="50" r="42" pathLength="100" />
      </svg>
      <p role="alert">
        {isKeepingStops
          ? t`Hold to cancel all except protective stops and freeze. Release to abort.`
          : t`Hold to cancel all and freeze. Release to abort.`}
      </p>
    </TopLayer>
  );
}
