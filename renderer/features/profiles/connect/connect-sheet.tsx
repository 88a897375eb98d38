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
import { SecretInputs } from './secret-inputs.tsx';
import { type Connect, useConnect } from './use-connect.ts';

interface ConnectSheetProps {
  readonly profiles: readonly Profile[];
  readonly onClose: () => void;
}

/** Connect a profile: the key is tried with one signed read before anything is stored. */
export function ConnectSheet({ profiles, onClose }: ConnectSheetProps) {
  const connect = useConnect();
  if (connect.connected !== null) return <ConnectedNote connected={connect.connected} onClose={onClose} />;
  const actions = (
    <>
      <Button onPress={onClose} disabledReason={connect.isSending ? 'Still trying the key' : null}>
        Cancel
      </Button>
      <Button variant="primary" onPress={connect.submit} isBusy={connect.isSending}>
        {connect.isSending ? 'Trying the key' : 'Connect'}
      </Button>
    </>
  );
  return (
    <Sheet title="Connect a profile" onClose={onClose} isLocked={connect.isSending} actions={actions}>
      <ConnectForm connect={connect} practice={profiles.find(each => each.secretHome === 'practice')} />
    </Sheet>
  );
}

function ConnectForm({ connect, practice }: { readonly connect: Connect; readonly practice: Profile | undefined }) {
  const { draft, change, refusal } = connect;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void connect.submit();
  };
  return (
    <div className="connect" onKeyDown={onKeyDown}>
      <PresetChoice
        value={draft.preset}
        onChange={preset =>
          change({ preset, ...addressesOf(preset, practice), spotHostAgain: '', futuresHostAgain: '' })
        }
      />
      <DraftField connect={connect} name="name" label="Name" />
      <ColourPicker value={draft.colour} onChange={colour => change({ colour })} />
      <AddressFields connect={connect} />
      <SecretInputs fields={connect.fields} errors={connect.errors} isDisabled={connect.isSending} />
      <KeyHome connect={connect} />
      <Checkbox
        isChecked={draft.isReadOnly}
        onChange={isReadOnly => change({ isReadOnly })}
        hint={
          draft.isReadOnly
            ? 'Fathom’s engine refuses every order, cancel and deposit on this profile.'
            : 'Fathom will be able to trade with this key. Give it no more rights than you need.'
        }
      >
        Read-only
      </Checkbox>
      <WithdrawalChoice connect={connect} />
      {refusal === null ? null : (
        <div className="connect-refusal">
          <FailureNotice error={refusal} />
          <p className="field-note">Key, secret and passphrase were wiped from the form; type them again.</p>
        </div>
      )}
    </div>
  );
}

/** Asked only when the key turned out to be able to: by default such a key is refused. */
function WithdrawalChoice({ connect: { draft, errors, change } }: { readonly connect: Connect }) {
  if (errors.mayWithdraw === undefined && !draft.mayWithdraw) return null;
  return (
    <Checkbox
      isChecked={draft.mayWithdraw}
      onChange={mayWithdraw => change({ mayWithdraw })}
      hint="Whoever gets hold of it can empty the account. Better make another key."
    >
      Take this key although it can withdraw
    </Checkbox>
  );
}

const presets: readonly { readonly value: ProfilePreset; readonly label: string }[] = [
  { value: 'kucoin', label: 'KuCoin' },
  { value: 'practice', label: 'Practice' },
  { value: 'custom', label: 'Custom' },
];

interface PresetChoiceProps {
  readonly value: ProfilePreset;
  readonly onChange: (preset: ProfilePreset) => void;
}

function PresetChoice({ value, onChange }: PresetChoiceProps) {
  return (
    <div className="presets" role="group" aria-label="Exchange">
      {presets.map(preset => (
        <Button key={preset.value} isPressed={preset.value === value} onPress={() => onChange(preset.value)}>
          {preset.label}
        </Button>
      ))}
    </div>
  );
}
