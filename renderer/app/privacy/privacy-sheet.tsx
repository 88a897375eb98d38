import type { PrivacyLevel } from '#shared/domain/view/privacy.ts';
import { privacyLevel } from '#lib/own/privacy.ts';
import { useCommandStore } from '#state/command-store.ts';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/input.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { LockSettings } from '../lock/lock-settings.tsx';
import { changePrivacy } from './change-privacy.ts';
import { t } from '#shared/words/t.ts';

const close = () => useCommandStore.getState().show('none');

const levels: readonly { readonly value: PrivacyLevel; readonly label: string }[] = [
  { value: 'off', label: t`Show all values` },
  { value: 'amounts', label: t`Hide own amounts, show percentages` },
  { value: 'all', label: t`Hide all own values` },
];

/** What others who see the screen may not see, and who may use Fathom. */
export function PrivacySheet() {
  return (
    <Sheet title={t`Privacy and lock`} onClose={close}>
      <section aria-labelledby="privacy-settings">
        <h3 id="privacy-settings" className="shortcut-group">{t`Privacy`}</h3>
        <Field
          label={t`Own values`}
          hint={t`Market data, your input and order reviews stay visible. Hold Alt to show hidden values.`}
        >
          {control => (
            <Select
              {...control}
              value={privacyLevel()}
              options={levels}
              onChange={level => void changePrivacy(level)}
            />
          )}
        </Field>
      </section>
      <LockSettings />
    </Sheet>
  );
}
