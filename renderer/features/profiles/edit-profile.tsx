import { useState } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { Field } from '#ui/form/field.tsx';
import { Checkbox, Input } from '#ui/form/input.tsx';
import { ConfirmSheet } from '#ui/overlay/confirm-sheet.tsx';
import { ColourPicker } from './colour-picker.tsx';
import { useUpdateProfile } from './use-profile-actions.ts';
import { t } from '#shared/words/t.ts';

interface EditProfileProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** Name, colour and the read-only switch. Giving up read-only and another name are asked in the trusted window. */
export function EditProfile({ profile, onClose }: EditProfileProps) {
  const update = useUpdateProfile();
  const [name, setName] = useState(profile.name);
  const [colour, setColour] = useState(profile.colour);
  const [isReadOnly, setReadOnly] = useState(profile.isReadOnly);
  const givesUpReadOnly = profile.isReadOnly && !isReadOnly;
  const isRenamed = name.trim() !== profile.name;
  const save = async () => {
    const outcome = await update.send({ id: profile.id, name: name.trim(), colour, isReadOnly });
    if (outcome.ok) onClose();
  };
  return (
    <ConfirmSheet
      title={t`Edit ${profile.name}`}
      confirmLabel={givesUpReadOnly || isRenamed ? t`Ask for permission…` : t`Save`}
      isDangerous={givesUpReadOnly}
      profile={{ name: profile.name, colour }}
      warning={questionWords(givesUpReadOnly, isRenamed)}
      disabledReason={name.trim() === '' ? t`Enter a name` : null}
      isBusy={update.isPending}
      error={update.error}
      onConfirm={save}
      onClose={onClose}
    >
      <Field label={t`Name`}>{control => <Input {...control} value={name} onChange={setName} maxLength={40} />}</Field>
      <ColourPicker value={colour} onChange={setColour} />
      <Checkbox
        isChecked={isReadOnly}
        onChange={setReadOnly}
        hint={t`Fathom enforces this for every action.`}
      >{t`Read-only`}</Checkbox>
    </ConfirmSheet>
  );
}

function questionWords(givesUpReadOnly: boolean, isRenamed: boolean): string | null {
  if (givesUpReadOnly) return t`The trusted window asks you to confirm that this profile can trade.`;
  return isRenamed ? t`The trusted window asks you to confirm the name.` : null;
}
