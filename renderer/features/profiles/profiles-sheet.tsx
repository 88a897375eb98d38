import { lazy, Suspense, useState } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { visibleText } from '#shared/visible-text.ts';
import { Button } from '#ui/form/button.tsx';
import { ConfirmSheet, FailureNotice } from '#ui/overlay/confirm-sheet.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { Chip } from '#ui/value/chip.tsx';
import { EditProfile } from './edit-profile.tsx';
import { LeftOverKeys } from './left-over-keys.tsx';
import { describeHome, describePermissions, keyHint } from './profile-text.ts';
import './profiles.css';
import { useRemoveProfile, useSelectProfile } from './use-profile-actions.ts';
import { t } from '#shared/words/t.ts';

const PolicySheet = lazy(async () => ({ default: (await import('./policy/policy-sheet.tsx')).PolicySheet }));

interface ProfilesSheetProps {
  readonly active: Profile;
  readonly profiles: readonly Profile[];
  readonly onConnect: () => void;
  readonly onClose: () => void;
}

/** All profiles: change to one, edit or remove it, connect another. */
export function ProfilesSheet({ active, profiles, onConnect, onClose }: ProfilesSheetProps) {
  const select = useSelectProfile();
  const [editing, setEditing] = useState<Profile | null>(null);
  const [ruling, setRuling] = useState<Profile | null>(null);
  const [removing, setRemoving] = useState<Profile | null>(null);
  const open = async (profile: Profile) => {
    const outcome = await select.send({ id: profile.id });
    if (outcome.ok) onClose();
  };
  return (
    <Sheet
      title={t`Profiles`}
      onClose={onClose}
      actions={<Button variant="primary" onPress={onConnect}>{t`Connect a profile…`}</Button>}
    >
      <ul className="profiles">
        {profiles.map(profile => (
          <ProfileCard
            key={profile.id}
            profile={profile}
            isActive={profile.id === active.id}
            onSelect={() => open(profile)}
            onPolicy={() => setRuling(profile)}
            onEdit={() => setEditing(profile)}
            onRemove={() => setRemoving(profile)}
          />
        ))}
      </ul>
      <LeftOverKeys />
      {select.error === null ? null : <FailureNotice error={select.error} />}
      {editing === null ? null : <EditProfile profile={editing} onClose={() => setEditing(null)} />}
      {ruling === null ? null : (
        <Suspense fallback={null}>
          <PolicySheet profile={ruling} onClose={() => setRuling(null)} />
        </Suspense>
      )}
      {removing === null ? null : <RemoveProfile profile={removing} onClose={() => setRemoving(null)} />}
    </Sheet>
  );
}

interface ProfileCardProps {
  readonly profile: Profile;
  readonly isActive: boolean;
  readonly onSelect: () => Promise<void>;
  readonly onPolicy: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function ProfileCard({ profile, isActive, onSelect, onPolicy, onEdit, onRemove }: ProfileCardProps) {
  const isBuiltIn = profile.secretHome === 'practice';
  return (
    <li className="profile" data-profile={profile.colour} aria-current={isActive}>
      <div className="profile-line">
        <span className="colour-dot" aria-hidden="true" />
        <span className="profile-name">{visibleText(profile.name)}</span>
        {isActive ? <Chip>{t`shown now`}</Chip> : null}
        {profile.isReadOnly ? (
          <Chip>{t`read-only`}</Chip>
        ) : isBuiltIn ? (
          <Chip>{t`practice`}</Chip>
        ) : (
          <Chip tone="danger">{t`live`}</Chip>
        )}
      </div>
      <p className="profile-detail selectable">
        {profile.spotUrl}
        {profile.futuresUrl === profile.spotUrl ? '' : ` · ${profile.futuresUrl}`}
      </p>
      <p className="profile-detail">
        {t`key …${profile.keyHint} · may ${describePermissions(profile)} · ${describeHome(profile)}`}
      </p>
      <div className="profile-actions">
        {isActive ? null : <Button size="small" onPress={onSelect}>{t`Open`}</Button>}
        <Button size="small" variant="quiet" onPress={onPolicy}>{t`Policy`}</Button>
        {isBuiltIn ? null : (
          <>
            <Button size="small" variant="quiet" onPress={onEdit}>{t`Edit`}</Button>
            <Button size="small" variant="quiet" onPress={onRemove}>{t`Remove`}</Button>
          </>
        )}
      </div>
    </li>
  );
}

function RemoveProfile({ profile, onClose }: { readonly profile: Profile; readonly onClose: () => void }) {
  const remove = useRemoveProfile();
  const confirm = async () => {
    const outcome = await remove.send({ id: profile.id });
    if (outcome.ok) onClose();
  };
  return (
    <ConfirmSheet
      title={t`Remove profile`}
      confirmLabel={t`Remove ${profile.name}`}
      isDangerous
      profile={profile}
      facts={[
        { label: t`Key`, hint: keyHint, value: `…${profile.keyHint}` },
        { label: t`Address`, hint: t`Address of the exchange that the profile uses`, value: profile.spotUrl },
      ]}
      warning={t`Fathom deletes the stored secret. The key stays valid at the exchange; delete it there if you do not need it.`}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
