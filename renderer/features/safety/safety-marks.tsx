import { lazy, Suspense, useState } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { useSafeguards, useTimedCancel } from '#bridge/safety/use-safeguards.ts';
import { Button } from '#ui/form/button.tsx';
import './safety.css';
import { markOf, storyOf } from './timed-cancel-text.ts';
import { t } from '#shared/words/t.ts';

const SafetySheet = lazy(async () => ({ default: (await import('./safety-sheet.tsx')).SafetySheet }));

/** What the header says of dry run and timed cancel, and the way to change them. */
export function SafetyMarks({ profile }: { readonly profile: Profile }) {
  const [isOpen, setOpen] = useState(false);
  const isDryRun = useSafeguards(profile.id)?.isDryRun === true;
  const timedCancel = useTimedCancel(profile.id);
  const mark = timedCancel === undefined ? null : markOf(timedCancel);
  return (
    <>
      <span role="status" className="safety-marks">
        {isDryRun ? (
          <strong
            className="dry-run-mark"
            title={t`Dry run: actions are checked and recorded, nothing is sent.`}
          >{t`DRY RUN`}</strong>
        ) : null}
      </span>
      <span role={mark?.isAlarm === true ? 'alert' : 'status'} className="safety-marks">
        {mark === null || timedCancel === undefined ? null : (
          <span className={mark.isAlarm ? 'timed-cancel-alarm' : 'timed-cancel-mark'} title={storyOf(timedCancel)}>
            {mark.text}
          </span>
        )}
      </span>
      <Button variant="quiet" size="small" onPress={() => setOpen(true)}>{t`Safety…`}</Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SafetySheet profile={profile} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
