import type { KeyboardEvent } from 'react';
import type { Profile, ProfilePreset } from '#shared/domain/profile.ts';
import { Button } from '#ui/form/button.tsx';
import { Checkbox } from '#ui/form/input.tsx';
import { FailureNotice } from '#ui/overlay/confirm-sheet.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { AddressFields, DraftField } from './address-fields.tsx';
import { ColourPicker } from '../colour-picker.tsx';
import { addressesOf } from './connect-form.ts';
import { ConnectedNote } from './connected-note.tsx';
import { KeyHome } from './key-home.tsx';
import '../profiles.css';
import { type Connect, useConnect } from './use-connect.ts';
import { isEnter } from '#lib/keys/keyboard.ts';
import { t } from '#shared/words/t.ts';

interface ConnectSheetProps {
  readonly profiles: readonly Profile[];
  readonly onClose: () => void;
}

/** Connect a profile: the addresses here, the key in the trusted window, tried with one signed read before it is stored. */
export function ConnectSheet({ profiles, onClose }: ConnectSheetProps) {
  const connect = useConnect();
  if (connect.connected !== null) return <ConnectedNote connected={connect.connected} onClose={onClose} />;
  const actions = (
    <>
      <Button
        onPress={onClose}
        disabledReason={connect.isSending ? t`Enter the key in the trusted window` : null}
      >{t`Cancel`}</Button>
      <Button variant="primary" onPress={connect.submit} isBusy={connect.isSending}>
        {connect.isSending ? t`Waiting for the key` : t`Enter the key…`}
      </Button>
    </>
  );
  return (
    <Sheet title={t`Connect a profile`} onClose={onClose} isLocked={connect.isSending} actions={actions}>
      <ConnectForm connect={connect} practice={profiles.find(each => each.secretHome === 'practice')} />
    </Sheet>
  );
}

function ConnectForm({ connect, practice }: { readonly connect: Connect; readonly practice: Profile | undefined }) {
  const { draft, change, failure } = connect;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isEnter(event) || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void connect.submit();
  };
  return (
    <div className="connect" onKeyDown={onKeyDown}>
      <PresetChoice value={draft.preset} onChange={preset => change({ preset, ...addressesOf(preset, practice) })} />
      <DraftField connect={connect} name="name" label={t`Name`} />
      <ColourPicker value={draft.colour} onChange={colour => change({ colour })} />
      <AddressFields connect={connect} />
      <KeyHome connect={connect} />
      <Checkbox
        isChecked={draft.isReadOnly}
        onChange={isReadOnly => change({ isReadOnly })}
        hint={
          draft.isReadOnly
            ? t`Fathom blocks every order, cancel, transfer and change of margin of this profile.`
            : t`Fathom can trade with this key. Give the key only the permissions that you need.`
        }
      >{t`Read-only`}</Checkbox>
      {connect.isSending ? (
        <p
          className="notice"
          role="status"
        >{t`You enter the key in the trusted window. The page never receives it.`}</p>
      ) : null}
      {failure === null ? null : (
        <div className="connect-failure">
          <FailureNotice error={failure} />
        </div>
      )}
    </div>
  );
}

const presets: readonly { readonly value: ProfilePreset; readonly label: string }[] = [
  { value: 'kucoin', label: 'KuCoin' },
  { value: 'practice', label: t`Practice` },
  { value: 'custom', label: t`Custom` },
];

interface PresetChoiceProps {
  readonly value: ProfilePreset;
  readonly onChange: (preset: ProfilePreset) => void;
}

function PresetChoice({ value, onChange }: PresetChoiceProps) {
  return (
    <div className="presets" role="group" aria-label={t`Exchange`}>
      {presets.map(preset => (
        <Button key={preset.value} isPressed={preset.value === value} onPress={() => onChange(preset.value)}>
          {preset.label}
        </Button>
      ))}
    </div>
  );
}
