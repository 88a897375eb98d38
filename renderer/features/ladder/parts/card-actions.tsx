import { useState } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { Button } from '#ui/form/button.tsx';
import { ConfirmSheet } from '#ui/overlay/confirm-sheet.tsx';
import { cancelLadder } from '../actions/cancel-ladder.ts';
import type { LadderStanding } from '../model/ladder-views.ts';
import { firstEndMs } from '../model/extension.ts';
import { SendActions } from './send-actions.tsx';
import { ExtendQuestion } from './extend-ladder-question.tsx';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

export interface CardProps {
  readonly profile: Profile;
  readonly view: LadderStanding;
  /** why nothing may be done now, or null */
  readonly validationError: string | null;
}

/** What can be done with a ladder now. */
export function CardActions({ profile, view, validationError }: CardProps) {
  const [asked, setAsked] = useState<'cancel' | 'extend' | null>(null);
  const close = () => setAsked(null);
  const isUnsure = view.rungs.some(({ stage }) => stage.kind === 'unknown');
  const resting = view.rungs.filter(({ order }) => order !== undefined).length;
  return (
    <span className="ladder-actions">
      <SendActions profile={profile} view={view} validationError={validationError} />
      {firstEndMs(view) === null ? null : (
        <Button
          size="small"
          onPress={() => setAsked('extend')}
          disabledReason={validationError ?? (isUnsure ? t`Rows of it are still being found out` : null)}
        >{t`Extend…`}</Button>
      )}
      {resting > 0 ? (
        <Button size="small" variant="danger" onPress={() => setAsked('cancel')} disabledReason={validationError}>
          {t`Cancel ${resting}`}
        </Button>
      ) : null}
      {asked === 'cancel' ? <CancelQuestion profile={profile} view={view} onClose={close} /> : null}
      {asked === 'extend' ? <ExtendQuestion profile={profile} view={view} onClose={close} /> : null}
    </span>
  );
}

interface QuestionProps {
  readonly profile: Profile;
  readonly view: LadderStanding;
  readonly onClose: () => void;
}

function CancelQuestion({ profile, view, onClose }: QuestionProps) {
  const resting = view.rungs.filter(({ order }) => order !== undefined).length;
  const waiting = view.rungs.filter(({ stage }) => stage.kind === 'waiting').length;
  return (
    <ConfirmSheet
      title={t`Cancel the open rungs?`}
      confirmLabel={t`Cancel ${resting} of ${view.rungs.length}`}
      isDangerous
      profile={profile}
      facts={[
        { label: t`Market`, hint: orderHints.symbol, value: view.market.symbol },
        { label: t`Resting now`, hint: t`Rungs that are open at the exchange`, value: resting },
        ...(waiting > 0
          ? [{ label: t`Not sent`, hint: t`Rungs that Fathom has not sent`, value: t`${waiting}; they stay unsent` }]
          : []),
      ]}
      onConfirm={async () => {
        await cancelLadder(profile.id, view);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
