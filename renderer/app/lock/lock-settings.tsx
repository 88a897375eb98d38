import type { LockState, PinHome } from '#shared/calls/lock-calls.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Checkbox, Select } from '#ui/form/input.tsx';
import { lockNow } from './use-lock-keys.ts';
import { type LockSettingsActions, useLockSettings } from './use-lock-settings.ts';
import './lock.css';
import { t } from '#shared/words/t.ts';

const minutes = ['1', '2', '5', '10', '15', '30', '60', '120', 'never'] as const;
type Minutes = (typeof minutes)[number];
const options = minutes.map(value => ({ value, label: value === 'never' ? t`Never` : t`${value} min` }));

function minutesOf({ idleMin }: LockState): Minutes {
  return minutes.find(value => value === String(idleMin)) ?? 'never';
}

const states: Readonly<Record<PinHome, string>> = {
  keychain: t`A PIN is set. Its salted hash is in the keychain.`,
  session: t`A PIN is set in memory only. It is lost when Fathom ends, and the next start is unlocked.`,
};
const noPin = t`No PIN is set. Set one to lock Fathom.`;

/** The PIN and when Fathom locks by itself. What is typed and what loosens is asked in the trusted window. */
export function LockSettings() {
  const actions = useLockSettings();
  const { lock, problem } = actions;
  if (lock === undefined) return null;
  return (
    <section className="lock-settings" aria-labelledby="lock-settings">
      <h3 id="lock-settings" className="shortcut-group">{t`Lock`}</h3>
      <p className="field-note">
        {t`${lock.pinHome === null ? noPin : states[lock.pinHome]} You enter the PIN in the trusted window, which this page cannot read.`}
      </p>
      <PinButtons actions={actions} pinHome={lock.pinHome} />
      <p role="alert" className="field-note field-error">
        {problem}
      </p>
      {lock.pinHome === null ? null : <Times actions={actions} lock={lock} />}
    </section>
  );
}

function PinButtons({ actions, pinHome }: { readonly actions: LockSettingsActions; readonly pinHome: PinHome | null }) {
  const { isBusy, setPin, removePin } = actions;
  return (
    <p className="lock-buttons">
      <Button isBusy={isBusy} onPress={() => setPin(pinHome ?? 'keychain')}>
        {pinHome === null ? t`Set PIN…` : t`Change PIN…`}
      </Button>
      {pinHome === null ? null : (
        <>
          <Button isBusy={isBusy} onPress={removePin}>{t`Remove PIN…`}</Button>
          <Button onPress={() => lockNow(true)}>{t`Lock now`}</Button>
        </>
      )}
      {actions.isMemoryOffered ? (
        <Button isBusy={isBusy} onPress={() => setPin('session')}>{t`Set PIN in memory only…`}</Button>
      ) : null}
    </p>
  );
}

function Times({ actions, lock }: { readonly actions: LockSettingsActions; readonly lock: LockState }) {
  return (
    <>
      <Field
        label={t`Lock after inactivity of`}
        hint={t`Fathom always locks after sleep. A longer time requires the PIN.`}
      >
        {control => (
          <Select
            {...control}
            value={minutesOf(lock)}
            options={options}
            onChange={value => void actions.change({ idleMin: value === 'never' ? null : Number(value) })}
          />
        )}
      </Field>
      {lock.pinHome === 'session' ? null : (
        <Checkbox
          isChecked={lock.isLockedAtStart}
          onChange={isLockedAtStart => void actions.change({ isLockedAtStart })}
          hint={t`If Fathom was locked when it ended, it always starts locked.`}
        >{t`Lock at every start`}</Checkbox>
      )}
    </>
  );
}
