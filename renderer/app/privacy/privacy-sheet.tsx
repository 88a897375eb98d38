import type { PrivacyLevel } from '#shared/domain/view/privacy.ts';
import { privacyLevel } from '#lib/privacy.ts';
import { useCommandStore } from '#state/command-store.ts';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/input.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { LockSettings } from '../lock/lock-settings.tsx';
import { changePrivacy } from './change-privacy.ts';
import { t } from '#shared/words/t.ts';

const close = () => useCommandStore.getState().show('none');

const levels: readonly { readonly value: PrivacyLevel; readonly label: string }[] = [
  { value: 'off', label: t`Show everything` },
  { value: 'amounts', label: t`Hide own amounts; percentages stay` },
  { value: 'all', label: t`Hide all own figures` },
];

/** What others who see the screen may not see, and who may use Fathom. */
export function PrivacySheet() {
  return (
    <Sheet title={t`Privacy and lock`} onClose={close}>
      <section aria-labelledby="privacy-settings">
        <h3 id="privacy-settings" className="shortcut-group">{t`Privacy`}</h3>
        <Field
          label={t`Own figures`}
          hint={t`Figures of the market stay. What you type, and what a sheet is about to send, is shown: an act is never sent blind. Hold Alt to see what is hidden.`}
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
