import type { Profile } from '#shared/domain/profile.ts';
import type { Safeguards } from '#shared/domain/safety/safeguards.ts';
import { useWrite } from '#bridge/use-write.ts';
import { formatMoment } from '#lib/time.ts';
import { useNow } from '#ui/clock.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { Button } from '#ui/form/button.tsx';
import { t } from '#shared/words/t.ts';

interface FrozenMarkProps {
  readonly profile: Profile;
  readonly safeguards: Safeguards | undefined;
  /** false: main would refuse to ask, because Fathom is locked */
  readonly isReleasable: boolean;
}

const minute = 60_000;

/** Says in the header that the profile is frozen, and asks main to ask for its release. */
export function FrozenMark({ profile, safeguards, isReleasable }: FrozenMarkProps) {
  const nowMs = useNow(minute);
  const release = useWrite('killSwitch.release', { refreshes: ['safeguards.read'] });
  const sinceMs = safeguards?.frozenSinceMs ?? null;
  const ask = async () => {
    const answer = await release.send({ profileId: profile.id });
    if (!answer.ok) showToast('warning', answer.error.message);
  };
  return (
    <span className="frozen" role="alert">
      {sinceMs === null ? null : (
        <>
          <strong
            className="frozen-mark"
            title={t`Only cancels, reduce-only and close orders and repayments are sent.`}
          >
            {t`FROZEN since ${formatMoment(sinceMs, nowMs)}`}
          </strong>
          {safeguards?.isKept === false ? <span>{t`not saved: lost after a restart`}</span> : null}
          {isReleasable ? <Button size="small" onPress={ask}>{t`Release…`}</Button> : null}
        </>
      )}
    </span>
  );
}
