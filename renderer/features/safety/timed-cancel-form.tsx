import { useState } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { useTimedCancel } from '#bridge/safety/use-safeguards.ts';
import { useWrite } from '#bridge/use-write.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { FailureNotice } from '#ui/overlay/confirm-sheet.tsx';
import { storyOf } from './timed-cancel-text.ts';
import { t } from '#shared/words/t.ts';

const leastS = 30;
const mostS = 86_400;

/** Null when it is no number of seconds that can be asked for. */
function readSeconds(text: string): number | null {
  const seconds = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return seconds >= leastS && seconds <= mostS ? seconds : null;
}

/** Arms the exchange's own switch, or takes it off. */
export function TimedCancelForm({ profile }: { readonly profile: Profile }) {
  const timedCancel = useTimedCancel(profile.id);
  const change = useWrite('timedCancel.change', { refreshes: ['timedCancel.read'] });
  const [typed, setTyped] = useState('60');
  const wanted = readSeconds(typed);
  const validationError = profile.isReadOnly ? t`This profile is read-only` : null;
  const story = timedCancel === undefined ? t`Reading…` : storyOf(timedCancel);
  const isOn = (timedCancel?.state ?? 'off') !== 'off';
  return (
    <fieldset className="safety-part">
      <legend>{t`Timed cancel (dead man’s switch)`}</legend>
      <p>{t`The exchange cancels all spot orders if Fathom does not renew in time. It does not cover margin orders, futures and conditional orders.`}</p>
      <p role="status" className="safety-state">
        {story}
      </p>
      <Field label={t`Seconds without Fathom`} error={wanted === null ? t`${leastS} to ${mostS} seconds` : null}>
        {control => <Input {...control} value={typed} onChange={setTyped} maxLength={5} />}
      </Field>
      <div className="safety-actions">
        <Button
          disabledReason={validationError ?? (wanted === null ? t`Enter the seconds` : null)}
          onPress={() => change.send({ profileId: profile.id, timeoutS: wanted })}
        >
          {isOn ? t`Arm with this time` : t`Arm`}
        </Button>
        <Button
          disabledReason={validationError ?? (isOn ? null : t`Not armed`)}
          onPress={() => change.send({ profileId: profile.id, timeoutS: null })}
        >{t`Take it off`}</Button>
      </div>
      {change.error === null ? null : <FailureNotice error={change.error} />}
    </fieldset>
  );
}
