import { Field } from '#ui/form/field.tsx';
import { Input, Select } from '#ui/form/input.tsx';
import type { ConnectDraft } from './connect-form.ts';
import type { Connect } from './use-connect.ts';
import { t } from '#shared/words/t.ts';

const keyVersions = [
  { value: '1', label: t`1 (plain passphrase)` },
  { value: '2', label: '2' },
  { value: '3', label: '3' },
] as const;

/** Where the key is sent and in which form. A host that is new is typed once more in the trusted window. */
export function AddressFields({ connect }: { readonly connect: Connect }) {
  const { draft } = connect;
  return (
    <>
      <div className="connect-row">
        <DraftField connect={connect} name="spotUrl" label={t`Spot address`} isDisabled={draft.preset === 'kucoin'} />
        <DraftField
          connect={connect}
          name="futuresUrl"
          label={t`Futures address`}
          isDisabled={draft.preset === 'kucoin'}
        />
      </div>
      <div className="connect-row">
        <DraftField
          connect={connect}
          name="headerPrefix"
          label={t`Header prefix`}
          isDisabled={draft.preset === 'kucoin'}
        />
        <Field label={t`Key version`} error={connect.errors.keyVersion ?? null}>
          {control => (
            <Select
              {...control}
              value={draft.keyVersion}
              options={keyVersions}
              onChange={keyVersion => connect.change({ keyVersion })}
            />
          )}
        </Field>
      </div>
    </>
  );
}

interface DraftFieldProps {
  readonly connect: Connect;
  readonly name: keyof ConnectDraft & ('name' | 'spotUrl' | 'futuresUrl' | 'headerPrefix');
  readonly label: string;
  readonly isDisabled?: boolean;
}

/** One text field of the draft with the message that belongs to it. */
export function DraftField({ connect, name, label, isDisabled = false }: DraftFieldProps) {
  return (
    <Field label={label} error={connect.errors[name] ?? null}>
      {control => (
        <Input
          {...control}
          value={connect.draft[name]}
          onChange={value => connect.change({ [name]: value })}
          maxLength={name === 'name' ? 40 : 200}
          isDisabled={isDisabled || connect.isSending}
        />
      )}
    </Field>
  );
}
