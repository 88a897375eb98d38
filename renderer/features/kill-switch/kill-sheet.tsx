import type { Profile } from '#shared/domain/profile.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Dialog } from '#ui/overlay/sheet.tsx';
import { CountedKillButton, scopeText } from './kill-button.tsx';
import { useKillCount } from './kill-count.ts';
import { useKillHold } from './use-kill-hold.ts';
import { t } from '#shared/words/t.ts';

interface KillSheetProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** The kill switch as a question: its button fires only when it is held for a second, by the pointer, Enter or Space. */
export function KillSheet({ profile, onClose }: KillSheetProps) {
  const isKeepingStops = useUiStore(state => state.isKeepingStops);
  const { kept } = useKillCount(profile.id, isKeepingStops);
  const hold = useKillHold(profile.id, onClose);
  return (
    <Dialog
      title={t`Kill switch`}
      profile={profile}
      onClose={onClose}
      actions={<CountedKillButton profileId={profile.id} hold={hold} isKeepingStops={isKeepingStops} />}
    >
      <p>{t`${scopeText(isKeepingStops, kept)}, on all venues, then freezes the profile until you release it.`}</p>
      <p role="status">
        {hold.isHeld ? t`Release to abort.` : t`Hold the button for 1 s, by the pointer, Enter or Space.`}
      </p>
    </Dialog>
  );
}
