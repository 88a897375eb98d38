import { useState } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { endMsOf, expiryText, noEndText, readEnd } from '#lib/moments/end-text.ts';
import { formatEnd } from '#lib/time.ts';
import { useAtTick } from '#ui/clock.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { ConfirmSheet } from '#ui/overlay/confirm-sheet.tsx';
import { extendLadder } from '../actions/extend-ladder.ts';
import { extensionsOf, extensionsTo, extensionText, firstEndMs, usualExtension } from '../model/extension.ts';
import type { LadderStanding } from '../model/ladder-views.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

interface ExtendQuestionProps {
  readonly profile: Profile;
  readonly view: LadderStanding;
  readonly onClose: () => void;
}

/** Why nothing would be extended; null: something would. */
function findValidationError(all: number, count: number, firstText: string): string | null {
  if (all === 0) return t`No open rung is left`;
  return count === 0 ? t`Not later than ${firstText}, when the first rung expires. Enter a later time.` : null;
}

/** Asks until when a ladder shall rest, and says what that takes. */
export function ExtendQuestion({ profile, view, onClose }: ExtendQuestionProps) {
  const [typed, setTyped] = useState(() => usualExtension(view, Date.now()));
  const [isBusy, setBusy] = useState(false);
  const end = readEnd(typed);
  const ends = useAtTick(nowMs => (end === null ? '' : formatEnd(endMsOf(end, nowMs), nowMs)));
  const hint = useAtTick(nowMs => (end === null ? t`17:30, 90m, 2h` : expiryText(end, nowMs)));
  const all = extensionsOf(view).length;
  const count = useAtTick(nowMs => (end === null ? 0 : extensionsTo(view, endMsOf(end, nowMs)).length));
  const first = firstEndMs(view);
  const firstText = useAtTick(nowMs => (first === null ? '' : formatEnd(first, nowMs)));
  const confirm = async () => {
    if (end === null) return;
    setBusy(true);
    const tally = await extendLadder(profile.id, view, endMsOf(end, Date.now()));
    const isClean = tally.extended === tally.of;
    showToast(isClean ? 'neutral' : 'danger', `${view.market.symbol}: ${extensionText(tally)}`);
    onClose();
  };
  return (
    <ConfirmSheet
      title={t`Extend this scaled order?`}
      confirmLabel={t`Extend ${count} to ${ends}`}
      profile={profile}
      facts={[
        { label: t`Market`, hint: orderHints.symbol, value: view.market.symbol },
        {
          label: t`Rungs with expiry`,
          hint: t`Open rungs that the exchange cancels at a time`,
          value: t`${all} of ${view.rungs.length}`,
        },
        { label: t`Expiry now`, hint: t`First time at which the exchange cancels one of the rungs`, value: firstText },
        { label: t`New expiry`, hint: t`Time at which the exchange cancels the extended rungs`, value: ends },
        ...(count === all || count === 0
          ? []
          : [
              {
                label: t`Unchanged`,
                hint: t`Rungs that already have a later expiry`,
                value: t`${all - count}, with a later expiry`,
              },
            ]),
      ]}
      warning={t`Rung by rung: cancel, confirm, place again. For a moment no order is open, and each rung moves to the end of its queue.`}
      isBusy={isBusy}
      disabledReason={end === null ? noEndText(typed) : findValidationError(all, count, firstText)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Field label={t`Expiry`} hint={hint} error={end === null ? noEndText(typed) : null}>
        {control => <Input {...control} value={typed} onChange={setTyped} maxLength={20} />}
      </Field>
    </ConfirmSheet>
  );
}
