import type { Profile } from '#shared/domain/profile.ts';
import { useProfiles } from '#bridge/reference/use-reference.ts';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { AuditList } from './audit-list.tsx';
import { DryRunForm } from './dry-run-form.tsx';
import { KillChoiceForm } from './kill-choice-form.tsx';
import './safety.css';
import { TimedCancelForm } from './timed-cancel-form.tsx';
import { t } from '#shared/words/t.ts';

interface SafetySheetProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** What keeps this profile from harm, and the record of what it did. */
export function SafetySheet({ profile, onClose }: SafetySheetProps) {
  const profiles = useProfiles().data?.profiles ?? [];
  const names = new Map(profiles.map(({ id, name }) => [id, name]));
  return (
    <Sheet title={t`Safety`} profile={profile} isWide onClose={onClose}>
      {profile.isReadOnly ? null : <KillChoiceForm />}
      <DryRunForm profile={profile} />
      <TimedCancelForm profile={profile} />
      <AuditList profileId={profile.id} names={names} />
    </Sheet>
  );
}
