import { Field } from '#ui/form/field.tsx';
import type { ConnectErrors, Secrets } from './connect-form.ts';
import type { SecretFields } from './use-connect.ts';

const labels: Readonly<Record<keyof Secrets, string>> = {
  key: 'API key',
  secret: 'API secret',
  passphrase: 'Passphrase',
};
const names = ['key', 'secret', 'passphrase'] as const;

interface SecretInputsProps {
  readonly fields: SecretFields;
  readonly errors: ConnectErrors;
  readonly isDisabled: boolean;
}

/** The three secrets. Not controlled by React: a controlled field would keep what was typed in its memory. */
export function SecretInputs({ fields, errors, isDisabled }: SecretInputsProps) {
  return (
    <>
      {names.map(name => (
        <Field key={`${name} ${fields.generation}`} label={labels[name]} error={errors[name] ?? null}>
          {control => (
            <input
              {...control}
              ref={element => fields.register(name, element)}
              className="input"
              type="password"
              name={`fathom-${name}`}
              autoComplete="off"
              spellCheck={false}
              maxLength={256}
              disabled={isDisabled}
            />
          )}
        </Field>
      ))}
    </>
  );
}
