import type { LockState, PinHome } from '#shared/calls/lock-calls.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Checkbox, Select } from '#ui/form/input.tsx';
import { lockNow } from './use-lock-keys.ts';
import { type LockSettingsActs, useLockSettings } from './use-lock-settings.ts';
import './lock.css';
import { t } from '#shared/words/t.ts';

const minutes = ['1', '2', '5', '10', '15', '30', '60', '120', 'never'] as const;
type Minutes = (typeof minutes)[number];
const options = minutes.map(value => ({ value, label: value === 'never' ? t`Never by itself` : t`${value} min` }));

function minutesOf({ idleMin }: LockState): Minutes {
  return minutes.find(value => value === String(idleMin)) ?? 'never';
}

const states: Readonly<Record<PinHome, string>> = {
  keychain: t`A PIN is set. Its salted hash is in the keychain of this system.`,
  session: t`A PIN is set, in memory only: it is gone when Fathom ends, and nothing is locked at the next start.`,
};
const noPin = t`No PIN is set yet, so nothing can be locked.`;

/** The PIN and when Fathom locks by itself. What is typed and what loosens is asked in the trusted window. */
export function LockSettings() {
  const acts = useLockSettings();
  const { lock, problem } = acts;
  if (lock === undefined) return null;
  return (
    <section aria-labelledby="lock-settings">
      <h3 id="lock-settings" className="shortcut-group">{t`Lock`}</h3>
      <p className="field-note">
        {t`${lock.pinHome === null ? noPin : states[lock.pinHome]} The PIN is typed in a window of its own that this one cannot reach.`}
      </p>
      <PinButtons acts={acts} pinHome={lock.pinHome} />
      <p role="alert" className="field-note field-error">
        {problem}
      </p>
      {lock.pinHome === null ? null : <Times acts={acts} lock={lock} />}
    </section>
  );
}

function PinButtons({ acts, pinHome }: { readonly acts: LockSettingsActs; readonly pinHome: PinHome | null }) {
  const { isBusy, setPin, removePin } = acts;
  return (
    <p className="lock-buttons">
      <Button isBusy={isBusy} onPress={() => setPin(pinHome ?? 'keychain')}>
        {pinHome === null ? t`Set a PIN…` : t`Change the PIN…`}
      </Button>
      {pinHome === null ? null : (
        <>
          <Button isBusy={isBusy} onPress={removePin}>{t`Remove it…`}</Button>
          <Button onPress={() => lockNow(true)}>{t`Lock now`}</Button>
        </>
      )}
      {acts.isMemoryOffered ? (
        <Button isBusy={isBusy} onPress={() => setPin('session')}>{t`Keep one in memory until Fathom ends…`}</Button>
      ) : null}
    </p>
  );
}

function Times({ acts, lock }: { readonly acts: LockSettingsActs; readonly lock: LockState }) {
  return (
    <>
      <Field
        label={t`Lock when nobody touches it for`}
        hint={t`After sleep it is always locked. Longer asks for the PIN.`}
      >
        {control => (
          <Select
            {...control}
            value={minutesOf(lock)}
            options={options}
            onChange={value => void acts.change({ idleMin: value === 'never' ? null : Number(value) })}
          />
        )}
      </Field>
      {lock.pinHome === 'session' ? null : (
        <Checkbox
          isChecked={lock.isLockedAtStart}
          onChange={isLockedAtStart => void acts.change({ isLockedAtStart })}
          hint={t`One that was locked when it ended begins locked in any case.`}
        >{t`Locked at every start`}</Checkbox>
      )}
    </>
  );
}
