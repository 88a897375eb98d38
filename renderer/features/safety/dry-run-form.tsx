import type { Profile } from '#shared/domain/profile.ts';
import { useSafeguards } from '#bridge/safety/use-safeguards.ts';
import { useWrite } from '#bridge/use-write.ts';
import { Button } from '#ui/form/button.tsx';
import { FailureNotice } from '#ui/overlay/confirm-sheet.tsx';
import { t } from '#shared/words/t.ts';

/** Into a dry run by one press; out of it main asks in the trusted window. */
export function DryRunForm({ profile }: { readonly profile: Profile }) {
  const isDryRun = useSafeguards(profile.id)?.isDryRun === true;
  const change = useWrite('dryRun.change', { refreshes: ['safeguards.read'] });
  return (
    <fieldset className="safety-part">
      <legend>{t`Dry run`}</legend>
      <p>{t`Fathom checks, prices and records actions and sends nothing: no order, no transfer, no cancel. The kill switch always sends.`}</p>
      <p role="status" className="safety-state">
        {isDryRun ? t`On: nothing is sent.` : t`Off: actions are sent.`}
      </p>
      <div className="safety-actions">
        <Button onPress={() => change.send({ profileId: profile.id, isDryRun: !isDryRun })}>
          {isDryRun ? t`End the dry run…` : t`Begin a dry run`}
        </Button>
      </div>
      {change.error === null ? null : <FailureNotice error={change.error} />}
    </fieldset>
  );
}
